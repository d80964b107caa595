import * as z from 'zod';
import type { Entry } from '../../log/entry';
import type { Debater, VerificationStatus } from '../../log/entryData';
import type { FoundStatus } from '../../log/sourceMark';
import type { Settlement } from '../../fold/state';

export const seq = z.int().min(0);
export const text = z.string().trim().min(1);
export const sentences = z.array(text);

export const citedSource = z.looseObject({
  url: text,
  title: z.string(),
  quote: z.string().optional(),
  claim: z.string().optional(),
});

/**
 * The author's notes for its own later tasks. Beside the answer: a wrong shape is left out, and does not send the
 * answer back.
 */
export const memo = z.string().optional().catch(undefined);

/** The engine adds the day of access. */
export type CitedSource = z.infer<typeof citedSource>;

/** For every agent, so without the number of rounds, which some must not know. */
export interface Brief {
  topic: string;
  debaters: readonly Debater[];
  evidence: { root: string | null; files: readonly string[] };
  subject: readonly string[];
  /** All that the user said so far. */
  guidance: readonly string[];
}

/** `redacted` says why its text is gone. */
export type VisibleEntry = Entry & { redacted?: { by: number; reason: string } };

export interface StandingIssue {
  seq: number;
  url: string;
  status: VerificationStatus;
  reason: string;
  ruling: number | null;
}

export interface WithRecord<B extends Brief = Brief> {
  brief: B;
  /** As this agent may see it. */
  record: readonly VisibleEntry[];
}

/** In every format. */
export interface ArguingInput<B extends Brief = Brief> extends WithRecord<B> {
  you: Debater;
  /** Since this debater last spoke. */
  guidance: readonly { seq: number; text: string }[];
  /** Of audience and user, likewise. */
  questions: readonly { seq: number; text: string }[];
  /** Of its entries, by the redaction's seq. */
  mustAcknowledge: readonly { seq: number; redacted: number; reason: string }[];
  standingIssues: readonly StandingIssue[];
  /** Its own notes, oldest first. */
  memos: readonly { seq: number; text: string }[];
}

/** The Verifier's result. */
export interface CheckedSource {
  seq: number;
  speaker: string;
  url: string;
  title: string;
  claim: string | undefined;
  status: VerificationStatus;
  readAs: FoundStatus;
  /** Its author has corrected or withdrawn it. */
  settled?: Settlement | undefined;
  explanation: string;
}
