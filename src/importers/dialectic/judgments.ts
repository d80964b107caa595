import type { Draft } from '../../debate/entry';
import type { EntryData } from '../../debate/entryData';
import { stepMark } from '../imported';
import type { Problems } from '../importProblem';
import type { FileScoreStep } from './readScores';
import { signed } from '../../debate/shortText';

type JudgmentData = EntryData['judgment'];

/** The decisions of one exchange's judgment, in the order of the file. */
export interface JudgedExchange {
  exchange: number;
  scores: { id: string; step: FileScoreStep }[];
  rescores: { id: string; step: FileScoreStep; before: number }[];
}

interface Placing {
  path: string;
  /** The exchange of an argument that is there, or that its id names. */
  exchangeOf: (id: string) => number | undefined;
  problems: Problems;
}

/** Sorts the scores of `scores.json`, which are by argument, into the judgments that gave them. */
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
  // All first scores are placed by now: what came later is placed among their times.
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

/** The judgment of the argument that caused it; if none is named, the nearest in time. */
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

/** With all that the file has of it, such as `scored_at` to the microsecond; without our reading of that. */
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
