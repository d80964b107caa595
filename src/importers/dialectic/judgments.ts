import * as z from 'zod';
import type { Draft } from '../../debate/log/entry';
import type { EntryData } from '../../debate/log/entryData';
import { errorText } from '../../debate/log/objects';
import { signed } from '../../matching/text/shortText';
import type { Problems } from '../importProblem';
import { type FoundFile, stepMark } from '../scanFolder';

type JudgmentData = EntryData['judgment'];

/** Decisions of one exchange's judgment, in the order of the file. */
export interface JudgedExchange {
  exchange: number;
  scores: { id: string; step: FileScoreStep }[];
  rescores: { id: string; step: FileScoreStep; before: number }[];
}

interface Placing {
  path: string;
  /** Returns the exchange of an existing argument, or the one that its id names. */
  exchangeOf: (id: string) => number | undefined;
  problems: Problems;
}

/** Groups scores into judgments: `scores.json` lists them by argument, but each judgment gave several. */
export function judgedExchanges(
  table: ReadonlyMap<string, readonly FileScoreStep[]>,
  placing: Placing,
): JudgedExchange[] {
  const byExchange = new Map<number, JudgedExchange>();
  const at = (exchange: number): JudgedExchange => {
    const known = byExchange.get(exchange) ?? { exchange, scores: [], rescores: [] };
    byExchange.set(exchange, known);
    return known;
  };
  const { path, exchangeOf, problems } = placing;
  for (const [id, [first]] of table) {
    const exchange = exchangeOf(id);
    if (exchange === undefined)
      problems.add(
        path,
        `There is no argument ${id}, and its name tells no exchange: its scores are kept in the original only.`,
      );
    else if (first !== undefined) at(exchange).scores.push({ id, step: first });
  }
  // All first scores are placed; later ones are placed by their times.
  const first = [...byExchange.values()];
  for (const [id, [start, ...later]] of table) {
    const own = exchangeOf(id);
    if (own === undefined || start === undefined) continue;
    later.forEach((step, index) => {
      const before = (index === 0 ? start : (later[index - 1] ?? start)).score;
      at(rescoredIn(step, { own, first, exchangeOf })).rescores.push({ id, step, before });
    });
  }
  return [...byExchange.values()].sort((one, other) => one.exchange - other.exchange);
}

/** The exchange of the argument that caused the new score, else the nearest in time. */
function rescoredIn(
  { triggered_by: trigger, time }: FileScoreStep,
  { own, first, exchangeOf }: { own: number; first: readonly JudgedExchange[]; exchangeOf: Placing['exchangeOf'] },
): number {
  const named = trigger === undefined ? undefined : exchangeOf(trigger);
  if (named !== undefined) return named;
  const distances = first.flatMap(({ exchange, scores }) => {
    const times = scores.flatMap(({ step }) => step.time ?? []);
    return time === undefined || times.length === 0
      ? []
      : [{ exchange, distance: Math.min(...times.map((one) => Math.abs(one - time))) }];
  });
  const nearest = distances.sort((one, other) => one.distance - other.distance || other.exchange - one.exchange)[0];
  return Math.max(own, nearest?.exchange ?? own);
}

export function judgmentDraft({ exchange, scores, rescores }: JudgedExchange): Draft {
  const data = {
    exchange,
    scores: scores.map(({ id, step }) => ({ argument_id: id, ...asStated(step) })),
    rescores: rescores.map(({ id, before, step }) => ({
      argument_id: id,
      old_score: step.previous_score ?? before,
      new_score: step.score,
      ...asStated(step),
    })),
    step: stepMark(`e${exchange}/judgment`),
  } satisfies JudgmentData;
  return { phase: 'system', speaker: 'judge', type: 'judgment', content: judgmentWords(data), data };
}

/** Returns the file's fields (`scored_at` to the microsecond), without our reading of them. */
const asStated = (step: FileScoreStep): FileScoreStep & { time: undefined } => ({ ...step, time: undefined });

function judgmentWords({ exchange, scores, rescores = [] }: JudgmentData): string {
  const given = scores.map(({ argument_id: id, score, reasoning }) =>
    `- **${id}**: ${signed(score)}. ${reasoning}`.trimEnd(),
  );
  const changed = rescores.map(({ argument_id: id, old_score: old, new_score: score, reasoning }) =>
    `- **${id}**: from ${signed(old)} to ${signed(score)}. ${reasoning}`.trimEnd(),
  );
  return [
    `Judgment of exchange ${exchange ?? ''}.`,
    ...(given.length === 0 ? [] : [given.join('\n')]),
    ...(changed.length === 0 ? [] : [`Scores of earlier arguments changed:\n\n${changed.join('\n')}`]),
  ].join('\n\n');
}

const stepSchema = z.looseObject({
  score: z.number(),
  reasoning: z.string().default(''),
  scored_at: z.string().optional(),
  triggered_by: z.string().optional(),
  previous_score: z.number().optional(),
});

const argumentScoreSchema = z.looseObject({
  current_score: z.number().optional(),
  history: z.array(z.unknown()).default([]),
});

/** One score of an argument, as `scores.json` has it. */
export type FileScoreStep = z.infer<typeof stepSchema> & {
  /** `scored_at` in milliseconds since the epoch. */
  time: number | undefined;
};

/** Scores by argument, oldest first. Undefined, with a problem, if the file is not such a table. */
export function readScores(path: string, text: string, problems: Problems): Map<string, FileScoreStep[]> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.add(path, `The file is not JSON (${errorText(error)}): the arguments have no scores.`);
    return undefined;
  }
  const table = z.record(z.string(), z.unknown()).safeParse(value);
  if (!table.success) {
    problems.add(path, 'The file is no table of scores by argument: the arguments have no scores.');
    return undefined;
  }
  return new Map(Object.entries(table.data).map(([id, scores]) => [id, historyOf(id, scores, { path, problems })]));
}

function historyOf(
  id: string,
  value: unknown,
  { path, problems }: { path: string; problems: Problems },
): FileScoreStep[] {
  const parsed = argumentScoreSchema.safeParse(value);
  if (!parsed.success) {
    problems.add(path, `The scores of ${id} cannot be read; they are kept in the original.`);
    return [];
  }
  const { current_score: current, history } = parsed.data;
  const steps = history.flatMap((entry, index): FileScoreStep[] => {
    const step = stepSchema.safeParse(entry);
    if (step.success) return [{ ...step.data, time: timeOf(step.data.scored_at) }];
    problems.add(path, `Score ${index + 1} of ${id} cannot be read; it is kept in the original.`);
    return [];
  });
  if (steps.length === 0 && current !== undefined) {
    problems.add(path, `${id} has a score without a history: when and why it was given is not known.`);
    return [{ score: current, reasoning: '', time: undefined }];
  }
  const last = steps.at(-1);
  if (last !== undefined && current !== undefined && last.score !== current) {
    problems.add(
      path,
      `The current score of ${id} is ${current}, but its history ends with ${last.score}; the history was taken.`,
    );
  }
  return steps;
}

function timeOf(scoredAt: string | undefined): number | undefined {
  const time = scoredAt === undefined ? Number.NaN : Date.parse(scoredAt);
  return Number.isNaN(time) ? undefined : time;
}

/** Milliseconds. Scores are written when they are given, so a file with that time has not been copied. */
const sameMoment = 2 * 60_000;

export interface DialecticTimes {
  /** Milliseconds since the epoch; undefined if no score has a time. */
  judged(exchange: number): number | undefined;
  /** Latest time at which the arguments of an exchange existed. */
  argued(exchange: number): number;
  /** Time of the report, or of the latest event before it. */
  reported: number;
  /** A sentence that says how the times were determined. */
  words: string;
}

interface KnownTimes {
  judged: readonly JudgedExchange[];
  /** Times of the last changes to the arguments' files. */
  files: readonly { exchange: number; modified: number }[];
  scores: FoundFile | undefined;
  report: FoundFile | undefined;
}

/**
 * Determines times, which only scores have in this system. File times count if the files have not been copied;
 * otherwise an argument gets the time of its scores, at which it existed.
 */
export function dialecticTimes({ judged, files, scores, report }: KnownTimes): DialecticTimes {
  const judgedAt = new Map<number, number>();
  for (const { exchange, scores: given } of judged) {
    const times = given.flatMap(({ step }) => step.time ?? []);
    if (times.length > 0) judgedAt.set(exchange, Math.max(...times));
  }
  const hasTimes = judgedAt.size > 0;
  const latest = Math.max(0, ...judgedAt.values());
  const isOriginal = hasTimes && scores !== undefined && Math.abs(scores.modified - latest) <= sameMoment;
  const useFiles = isOriginal || !hasTimes;
  const argued = (exchange: number): number => {
    const judgment = judgedAt.get(exchange);
    const times = files.filter((file) => file.exchange === exchange).map(({ modified }) => modified);
    if (judgment === undefined) return Math.max(latest, ...(useFiles ? times : []));
    return isOriginal && times.length > 0 ? Math.min(Math.max(...times), judgment) : judgment;
  };
  const last = hasTimes ? latest : Math.max(0, ...files.map(({ modified }) => modified));
  return {
    judged: (exchange) => judgedAt.get(exchange),
    argued,
    reported: report !== undefined && useFiles ? Math.max(report.modified, last) : last,
    words: wordsFor(hasTimes, isOriginal),
  };
}

function wordsFor(hasTimes: boolean, isOriginal: boolean): string {
  if (!hasTimes) return 'No score has a time: the entries bear those of the files.';
  if (isOriginal) return 'Judgments bear the times of their scores, all else those of the files.';
  return 'Judgments bear the times of their scores. Arguments have none of their own: they bear that of their exchange’s judgment, by which they were there.';
}
