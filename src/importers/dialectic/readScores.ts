import * as z from 'zod';
import type { Problems } from '../importProblem';

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
  /** Of `scored_at`, in milliseconds since the epoch; undefined where it is none. */
  time: number | undefined;
};

/** By argument, oldest first, in the order of the file. Undefined, with a problem, where the file is no such table. */
export function readScores(path: string, text: string, problems: Problems): Map<string, FileScoreStep[]> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.add(
      path,
      `The file is not JSON (${error instanceof Error ? error.message : String(error)}): the arguments have no scores.`,
    );
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
