import { parseLine } from '../debate/codec';
import type { Entry } from '../debate/entry';
import { evolve } from '../debate/evolve';
import { StateAccumulator } from '../debate/state';
import type { LogTail } from './logEnds';

/** The fold of some lines of a log, until it is enough, with their entries. */
export function folded(lines: Iterable<string>, isEnough: (state: StateAccumulator) => boolean = () => false) {
  const state = new StateAccumulator();
  const entries: Entry[] = [];
  for (const line of lines) {
    const entry = entryIn(line);
    if (entry === undefined) continue;
    entries.push(entry);
    evolve(state, entry);
    if (isEnough(state)) break;
  }
  return { state, entries };
}

export function entryIn(line: string): Entry | undefined {
  const parsed = parseLine(line);
  return parsed.kind === 'entry' ? parsed.entry : undefined;
}

export function newestEntry(tail: LogTail): Entry | undefined {
  for (const line of tail.newestFirst()) {
    const entry = entryIn(line);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
