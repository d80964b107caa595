import type { Draft } from '../../entry';
import type { Point } from '../../entryData';
import { notPerformed, type TaskOutcome } from '../../step';
import { noticesOf, seqList } from '../common/notices';

export { listed, seqList } from '../common/notices';

/** The Chair's entries. */
export const { announcement, note, failureNote, ruling } = noticesOf('chair');

/** What nobody could honestly bring is named, so that nobody looks for it. */
export const absentNote = (what: string, why: string, kind: 'absent' | 'failure' = 'absent'): Draft =>
  note(`${what} is absent: ${why}`, { kind, reason: why });

/** What there is none of, whether nobody could bring it or somebody failed to. */
export function missingNote(what: string, outcome: TaskOutcome | undefined, consequence: string): Draft {
  if (outcome?.ok === false && outcome.code === notPerformed) return absentNote(what, outcome.message);
  return failureNote(what, outcome?.ok === false ? outcome.message : 'there was no answer.', consequence);
}

/** Points with the entries where they stand, one a line. */
export const pointLines = (points: readonly Point[]): string =>
  points
    .map(({ text, seqs }, index) => `${index + 1}. ${text}${seqs.length > 0 ? ` (${seqList(seqs)})` : ''}`)
    .join('\n');
