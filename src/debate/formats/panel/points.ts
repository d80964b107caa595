import { criterionSchema } from '../../log/entryData';
import { isRedacted, type DebateState } from '../../fold/state';

/** What the Chair gives points for. */
export const criteria = [
  'sourced_arguments',
  'rebuttals',
  'verifier_findings',
  'rules',
  'persona_consistency',
] as const;

export const highestPoints = 10;
export const highestTotal = criteria.length * highestPoints;

/** A smaller lead is a draw. */
export const leastLead = 3;

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

/** In lineup order: whoever has an opening, a point or a rebuttal that is not redacted. Nobody else can win. */
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
  /** Of the best total before the next one; undefined with nobody beside. */
  margin: number | undefined;
}

/** `mayWin`: who may be named. The highest total wins if it leads the next by enough. */
export function decisionBy(evaluations: readonly Evaluated[], mayWin: readonly string[]): Decision {
  const ranked = mayWin
    .map((name) => ({ name, total: totalOf(evaluations.find(({ debater }) => debater === name) ?? { criteria: {} }) }))
    .map(({ name, total = 0 }) => ({ name, total }))
    .sort((one, other) => other.total - one.total);
  const [best, next] = ranked;
  if (best === undefined) return { outcome: 'void', margin: undefined };
  const margin = next === undefined ? undefined : best.total - next.total;
  return { outcome: margin === undefined || margin >= leastLead ? `${best.name}_wins` : 'draw', margin };
}
