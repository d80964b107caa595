import type { DebateSummary } from './summary';

/** Orders by start, else by the last change of the log; then by folder, so that no two swap places. */
export function newestFirst(a: DebateSummary, b: DebateSummary): number {
  return timeOf(b) - timeOf(a) || (a.folder < b.folder ? -1 : 1);
}

/** Milliseconds. */
export const timeOf = ({ started, modifiedMs }: DebateSummary): number => started?.getTime() ?? modifiedMs;
