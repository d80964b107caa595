import type { FoundFile } from '../scanFolder';
import type { FileScoreStep } from './readScores';

/** Scores are written the moment that they are given: a file that was written then was not copied since. */
const sameMoment = 2 * 60_000;

export interface DialecticTimes {
  /** When an exchange was judged, in milliseconds since the epoch; undefined where no score of it has a time. */
  judged(exchange: number): number | undefined;
  /** The latest time by which the arguments of an exchange were there. */
  argued(exchange: number): number;
  /** When the report was written, or the latest thing before it. */
  reported: number;
  /** How that was found out, in a sentence. */
  words: string;
}

interface KnownTimes {
  /** By exchange: the scores that were given when it was judged. */
  given: ReadonlyMap<number, readonly FileScoreStep[]>;
  /** By exchange: its arguments' files. */
  files: ReadonlyMap<number, readonly FoundFile[]>;
  scores: FoundFile | undefined;
  report: FoundFile | undefined;
}

/**
 * Only scores have times in the other system. Those of the files say something where they were not copied since; else an argument has
 * the time of its exchange's scores, by which it was there.
 */
export function dialecticTimes({ given, files, scores, report }: KnownTimes): DialecticTimes {
  const judgedAt = new Map(
    [...given].flatMap(([exchange, steps]): [number, number][] => {
      const times = steps.flatMap(({ time }) => time ?? []);
      return times.length === 0 ? [] : [[exchange, Math.max(...times)]];
    }),
  );
  const latest = Math.max(...judgedAt.values());
  const isOriginal = judgedAt.size > 0 && scores !== undefined && Math.abs(scores.modified - latest) <= sameMoment;
  const useFiles = isOriginal || judgedAt.size === 0;
  const known = judgedAt.size > 0 ? latest : 0;
  const written = (exchange: number): number[] => (files.get(exchange) ?? []).map(({ modified }) => modified);
  const allWritten = [...files.values()].flat().map(({ modified }) => modified);
  const argued = (exchange: number): number => {
    const judged = judgedAt.get(exchange);
    const times = written(exchange);
    if (judged === undefined) return Math.max(known, ...(useFiles ? times : []));
    return isOriginal && times.length > 0 ? Math.min(Math.max(...times), judged) : judged;
  };
  const last = judgedAt.size > 0 ? latest : Math.max(0, ...allWritten);
  return {
    judged: (exchange) => judgedAt.get(exchange),
    argued,
    reported: report !== undefined && useFiles ? Math.max(report.modified, last) : last,
    words: wordsFor(judgedAt.size > 0, isOriginal),
  };
}

function wordsFor(hasScores: boolean, isOriginal: boolean): string {
  if (!hasScores) return 'No score has a time: the entries bear those of the files.';
  if (isOriginal) return 'Judgments bear the times of their scores, all else those of the files.';
  return 'Judgments bear the times of their scores. Arguments have none of their own: they bear that of their exchange’s judgment, by which they were there.';
}
