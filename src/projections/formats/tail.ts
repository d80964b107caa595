import { dataOf } from '../../debate/codec';
import { stepOf, type Entry } from '../../debate/entry';
import type { DebatePhase } from '../status';
import type { LinePattern, TailReader } from './formatProjection';

/** A user's wish to conclude, in a line of the log. */
export const concluding: LinePattern = { pattern: /"conclude":\s*true/, marks: ['"conclude"'] };

/** What a step settles by itself; after any other, only the whole log shows how it continues. */
export const tailReader = (
  roundMark: 'r' | 'e',
  phaseAfter: (entry: Entry) => DebatePhase | undefined,
): TailReader => ({
  roundMark,
  phaseIn(newestFirst, tail) {
    if (tail.newest(concluding) !== undefined) return { phase: undefined, isCertain: false };
    let isLast = true;
    for (const entry of newestFirst) {
      // A user may have changed what is still to come.
      if (dataOf(entry, 'intervention')?.change !== undefined) break;
      const id = stepOf(entry)?.id;
      if (id !== undefined && !besides.test(id)) {
        const phase = phaseAfter(entry);
        return { phase, isCertain: phase !== undefined && (isLast || phase !== 'done') };
      }
      if (entry.speaker !== 'user') isLast = false;
    }
    return { phase: undefined, isCertain: false };
  },
});

const besides = /^(?:verify|finding|challenge|clarification)\//;
