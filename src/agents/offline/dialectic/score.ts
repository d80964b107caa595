import type { TaskInputs, TaskOutput } from '../../../debate/tasks';
import type { BlindArgument } from '../../../debate/tasks/dialectic';
import { zeroSumScores } from './apportion';
import { sentenceCase } from '../grammar';
import { contentKey, inUnits } from './blind';
import { criteria, fieldOf, mostPoints, type Field, type Measured } from './criteria';
import { rescore } from './rescore';

/**
 * Scores from counted criteria, which each reasoning prints. An argument's points do not depend on the others, and its score is its
 * distance from the mean; so neither the order nor the labels nor whose the arguments are can make a difference.
 */
export function score(input: TaskInputs['scorer/score']): TaskOutput<'scorer/score'> {
  const field = fieldOf(input);
  const counts = input.arguments.map((argument) => countOf(argument, field));
  const points = counts.map(({ total }) => total);
  const hundredths = zeroSumScores(points, mostPoints, input.arguments.map(contentKey));
  const mean = points.reduce((sum, one) => sum + one, 0) / Math.max(1, points.length);
  return {
    scores: input.arguments.map(({ label }, at) => ({
      argument_id: label,
      score: inUnits(hundredths[at] ?? 0),
      reasoning: reasoning(counts[at], mean),
    })),
    rescores: rescore(input, field),
  };
}

interface Counted {
  measured: readonly (Measured & { name: string; most: number })[];
  total: number;
  struck: string | undefined;
}

/** A struck argument has no words left to count: it has no points, hence no score above 0. */
function countOf(argument: BlindArgument, field: Field): Counted {
  if (argument.struck !== undefined) return { measured: [], total: 0, struck: argument.struck };
  const measured = criteria.map(({ name, most, measure }) => ({ name, most, ...measure(argument, field) }));
  return { measured, total: measured.reduce((sum, { points }) => sum + points, 0), struck: undefined };
}

function reasoning(counted: Counted | undefined, mean: number): string {
  if (counted?.struck !== undefined || counted === undefined) return `Struck from the record, so it has no points; the mean of the exchange is ${decimal(mean)} of ${mostPoints}.`;
  const parts = counted.measured.map(({ name, most, points, counted: count }) => `${name}: ${count} (${points} of ${most})`);
  return `Counted, not read. ${sentenceCase(parts.join('; '))}. Together ${counted.total} of ${mostPoints} points, against a mean of ${decimal(mean)} in this exchange; the score is the distance from it.`;
}

const decimal = (value: number): string => String(Math.round(value * 10) / 10);
