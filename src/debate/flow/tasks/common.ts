import * as z from 'zod';
import { field, told } from '../../log/described';
import { maximumSources } from '../../rules/spokenRules';
import type { Entry } from '../../log/entry';
import type { Debater, VerificationStatus } from '../../log/entryData';
import type { FoundStatus } from '../../log/sourceMark';
import type { Settlement } from '../../fold/state';

export const seq = z.int().min(0);
export const text = z.string().trim().min(1);
export const sentences = z.array(text);

/** Where a source stands. */
export const address = field(text, {
  told: 'workspace:path#L10-L20, workspace:path.pdf#page=3, or https://…',
  label: (l10n) => l10n.t('Address'),
  hint: (l10n) => l10n.t('https://… or workspace:file.md#L3-L7'),
  isAddress: true,
});

export const citedSource = z.looseObject({
  url: address,
  title: field(z.string(), { label: (l10n) => l10n.t('Title'), isLine: true, mayBeEmpty: true }),
  quote: field(z.string().optional(), { label: (l10n) => l10n.t('Quote, word for word') }),
  claim: field(z.string().optional(), { label: (l10n) => l10n.t('Your claim that it supports'), isLine: true }),
});

/**
 * The author's notes for its own later tasks. Beside the answer: a wrong shape is left out, and does not send the
 * answer back.
 */
export const memo = told(z.string(), 'For your later turns, read by nobody else; null where there is nothing.')
  .optional()
  .catch(undefined);

/** A sentence of the answer's text carries the mark: that is what the source is cited for. */
const markedSource = z.looseObject({
  mark: told(text, 's1, s2 …: in the text, the sentence that relies on it ends with [s1].'),
  url: address,
  title: z.string(),
  quote: told(text, 'One passage, verbatim from the source.'),
});

/** Models mark each source, and code finds the sentences that carry its mark. */
export const citedBy = <S extends z.ZodType>(sources: S): S =>
  field(sources, {
    told: `At most ${maximumSources}.`,
    as: z.array(markedSource),
    label: (l10n) => l10n.t('Sources'),
    add: (l10n) => l10n.t('Add Source'),
    most: maximumSources,
  });

/** Redactions of the author's own entries that the answer takes up. */
export const acknowledges = field(z.array(seq), {
  told: 'Redactions that this answers.',
  label: (l10n) => l10n.t('Taken up'),
  hint: (l10n) => l10n.t('Say that it is struck; repeat nothing of it.'),
}).optional();

/** The engine adds the day of access. */
export type CitedSource = z.infer<typeof citedSource>;

/** What every agent is told, so without the number of rounds, which some must not know. */
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
  /** Record as this agent may see it. */
  record: readonly VisibleEntry[];
}

/** Input of a debater's turn in every format. */
export interface ArguingInput<B extends Brief = Brief> extends WithRecord<B> {
  you: Debater;
  /** Guidance since this debater last spoke. */
  guidance: readonly { seq: number; text: string }[];
  /** Questions of audience and user since then. */
  questions: readonly { seq: number; text: string }[];
  /** Redactions of its own entries, by the redaction's seq. */
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
