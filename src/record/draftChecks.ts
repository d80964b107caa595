import { entryOf, serialiseEntry } from '../debate/log/codec';
import { draftProblems, maximumEntryBytes, type Draft, type Entry } from '../debate/log/entry';
import { headerOf, type DebateState } from '../debate/fold/state';
import { RecordError } from './recordError';

/**
 * Makes entries of the drafts, numbered from `firstSeq`. @throws RecordError `invalid_entry`, `missing_reference`: the
 * first problem, in words for the author.
 */
export function entriesFrom(
  drafts: readonly Draft[],
  { state, firstSeq, now }: { state: DebateState; firstSeq: number; now: Date },
): Entry[] {
  // Time never runs backwards in the log.
  const time = new Date(Math.max(now.getTime(), state.lastTime)).toISOString();
  return drafts.map((draft, index) => {
    refuse('invalid_entry', draftProblems(draft));
    refuse('missing_reference', referenceProblems(drafts, index, { state, firstSeq }));
    return entryOf(draft, firstSeq + index, time);
  });
}

function refuse(code: 'invalid_entry' | 'missing_reference', problems: readonly string[]): void {
  if (problems.length > 0) throw new RecordError(code, `The entry was not written: ${problems.join('; ')}.`);
}

/** Referenced entries must exist and come earlier; a batch may refer to its own earlier entries. */
function referenceProblems(
  drafts: readonly Draft[],
  index: number,
  { state, firstSeq }: { state: DebateState; firstSeq: number },
): string[] {
  const problems: string[] = [];
  const draft = drafts[index];
  for (const field of ['rebuttal_to_seq', 'target_seq'] as const) {
    const target = draft?.[field];
    if (draft === undefined || target == null) continue;
    const inBatch = target >= firstSeq && target < firstSeq + index ? drafts[target - firstSeq] : undefined;
    const found = headerOf(state, target) ?? inBatch;
    if (found === undefined) problems.push(`${field} ${target} does not exist (the next seq is ${firstSeq + index})`);
    else if (field === 'rebuttal_to_seq' && found.speaker === draft.speaker) {
      problems.push(`rebuttal_to_seq ${target} is ${draft.speaker}'s own entry; a rebuttal answers another debater`);
    }
  }
  return problems;
}

/** Returns the entry's line with its line end. @throws RecordError `entry_too_large`. */
export function lineFrom(entry: Entry): Buffer {
  const line = Buffer.from(serialiseEntry(entry), 'utf8');
  if (line.length <= maximumEntryBytes) return line;
  throw new RecordError(
    'entry_too_large',
    `The entry of ${entry.speaker} has ${line.length} bytes; at most ${maximumEntryBytes} (1 MiB) are allowed. Shorten it.`,
  );
}
