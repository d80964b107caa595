import type { DebateSummary } from './summary';

/** By when it was started, else when its log was changed last; by folder where that is the same, so that no two swap places. */
export function newestFirst(a: DebateSummary, b: DebateSummary): number {
  return timeOf(b) - timeOf(a) || (a.folder < b.folder ? -1 : 1);
}

/** When the debate was started, as far as that is known. Milliseconds. */
export const timeOf = ({ started, modifiedMs }: DebateSummary): number => started?.getTime() ?? modifiedMs;
