import * as z from 'zod';
import type { Entry } from '../entry';
import type { Debater, VerificationStatus } from '../entryData';
import type { FoundStatus } from '../sourceMark';

/** Parts that the tasks of all formats share. */

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
 * The author's notes for its own later tasks: findings that it did not use and their place, and open answers. Beside
 * the answer: a wrong shape is left out, and does not send the answer back.
 */
export const memo = z.string().optional().catch(undefined);

/** A source as a debater cites it; the engine adds the date of access. */
export type CitedSource = z.infer<typeof citedSource>;

/** What every agent is told about the debate. The number of rounds is left out: some agents must not know it. */
export interface Brief {
  topic: string;
  debaters: readonly Debater[];
  evidence: { root: string | null; files: readonly string[] };
  subject: readonly string[];
  /** Everything that the user said so far. */
  guidance: readonly string[];
}

/** An entry as an agent may see it: redacted text is gone, `redacted` says why. */
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
  /** The record so far as this agent may see it, redacted text masked. */
  record: readonly VisibleEntry[];
}

/** What every debater is told in addition, in every format. */
export interface ArguingInput<B extends Brief = Brief> extends WithRecord<B> {
  you: Debater;
  /** The user's guidance since this debater last spoke. */
  guidance: readonly { seq: number; text: string }[];
  /** Questions of the audience and the user since this debater last spoke. */
  questions: readonly { seq: number; text: string }[];
  /** Redactions of this debater's entries that it must acknowledge, by the redaction's seq. */
  mustAcknowledge: readonly { seq: number; redacted: number; reason: string }[];
  standingIssues: readonly StandingIssue[];
  /** This debater's own notes from earlier turns, oldest first. */
  memos: readonly { seq: number; text: string }[];
}

/** The Verifier's result on one source of an entry. */
export interface CheckedSource {
  /** The entry that cites it. */
  seq: number;
  speaker: string;
  url: string;
  title: string;
  claim: string | undefined;
  status: VerificationStatus;
  /** As people read it. */
  readAs: FoundStatus;
  explanation: string;
}
