import { headFacts, type HeadFacts } from './headFacts';
import type { LogEnds, LogHead, LogTail } from './logEnds';
import { folded, newestEntry } from './logEntries';
import { panelStanding, type TailStanding } from './tailStanding';

/** What the ends of a log tell about a debate. */
export interface RecordFacts extends HeadFacts {
  /** One more than the last seq; undefined when no line could be read. */
  entries: number | undefined;
  /** Whether there are complete lines, or only the beginning of one. */
  lines: 'some' | 'unfinished' | 'none';
  standing: TailStanding | undefined;
}

export function factsOf({ head, tail }: LogEnds): RecordFacts {
  const start = headFacts(head);
  const last = newestEntry(tail);
  const entries = last === undefined ? undefined : last.seq + 1;
  const lines = !tail.isEmpty ? 'some' : tail.isTorn ? 'unfinished' : 'none';
  if (!start.isOwn) return { ...start, entries, lines, ...foreignFacts(head, tail) };
  return { ...start, entries, lines, standing: start.format === 'panel' ? panelStanding(tail) : undefined };
}

/** Whether a longer tail would tell more. */
export function isSettled({ isOwn, format, standing, lines, entries }: RecordFacts): boolean {
  if (lines !== 'some' || entries === undefined) return false;
  if (!isOwn) return standing !== undefined;
  if (format !== 'panel') return true;
  if (standing?.phase === undefined || standing.round === undefined) return false;
  const isConcluded = standing.phase === 'documents' || standing.phase === 'done';
  return !isConcluded || standing.outcome !== null;
}

/** Whether only the whole log can say where a debate of ours stands. */
export function isDoubtful({ isOwn, format, standing }: RecordFacts): boolean {
  if (!isOwn) return false;
  // The ends of other logs do not tell where they stand: an exchange may be asked for at any time.
  if (format !== 'panel') return true;
  return standing?.phase === undefined || (standing.phase === 'done' && !standing.isCertain);
}

/** Logs of other programs are few, and say by their entries alone who debates and how it ended. */
function foreignFacts(head: LogHead, tail: LogTail): Pick<RecordFacts, 'debaters' | 'standing'> {
  const { state } = folded([...(tail.reachesStart ? [] : head.lines), ...tail.lines]);
  const { conclusion, debaters, round } = state;
  const standing: TailStanding = { phase: 'done', round, outcome: conclusion?.outcome ?? null, isCertain: true };
  return {
    debaters: debaters.map((debater) => debater.name),
    standing: conclusion === undefined ? undefined : standing,
  };
}
