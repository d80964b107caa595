import { criteria, criterionSchema } from '../../log/entryData';
import { barredDebaters, isRedacted, type DebateState } from '../../fold/state';
import { choiceOf } from '../common/outcomeRule';

export { criteria } from '../../log/entryData';
export { leastLead } from '../common/outcomeRule';

export const highestPoints = 10;
export const highestTotal = criteria.length * highestPoints;

export interface Evaluated {
  debater: string;
  criteria: Record<string, unknown>;
  text?: string | undefined;
}

/** Undefined where the criterion is described in words. */
export const pointsFor = ({ criteria: given }: Pick<Evaluated, 'criteria'>, name: string): number | undefined =>
  criterionSchema.safeParse(given[name]).data?.points;

/** Undefined where a criterion has no points. */
export function totalOf(evaluated: Pick<Evaluated, 'criteria'>): number | undefined {
  const points = criteria.map((name) => pointsFor(evaluated, name));
  return points.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}

/** Types that set out an argument another debater can answer. */
export const argues: ReadonlySet<string> = new Set(['opening_statement', 'new_point', 'rebuttal']);

/** Debaters with an opening, a point or a rebuttal that is not redacted, in lineup order. Only they can win. */
export function standingDebaters({
  headers,
  debaters,
  redactions,
}: Pick<DebateState, 'headers' | 'debaters' | 'redactions'>): string[] {
  const standing = new Set(
    headers
      .filter(({ type, seq }) => argues.has(type) && !isRedacted({ redactions }, seq))
      .map(({ speaker }) => speaker),
  );
  return debaters.map(({ name }) => name).filter((name) => standing.has(name));
}

interface Decision {
  outcome: string;
  /** Lead of the best total over the next one; undefined with no other debater. */
  margin: number | undefined;
}

/** `mayWin`: who may be named. The highest total wins if it leads the next by enough. */
export function decisionBy(evaluations: readonly Evaluated[], mayWin: readonly string[]): Decision {
  const totals = mayWin.map((name) => {
    const total = totalOf(evaluations.find(({ debater }) => debater === name) ?? { criteria: {} });
    return [name, total ?? 0] as const;
  });
  const { choice: outcome, margin } = choiceOf({ totals: new Map(totals), isVoid: false }, mayWin);
  return { outcome, margin };
}

/** Debaters that may be named: with a standing argument, and without a standing fabricated source. */
export function whoMayWin(state: DebateState): string[] {
  const barred = barredDebaters(state);
  return standingDebaters(state).filter((name) => !barred.includes(name));
}
