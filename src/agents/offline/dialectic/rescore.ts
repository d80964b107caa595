import type { TaskInputs, TaskOutput } from '../../../debate/tasks';
import type { BlindArgument } from '../../../debate/tasks/dialectic';
import { apportion } from './apportion';
import { contentKey, inUnits } from './blind';
import { targetsMet, type Field } from './criteria';

/** Hundredths that one attack or defence moves, where its ground is verified and on its target's matter. */
const moves: Readonly<Record<string, number>> = {
  grounds_attack: -10,
  claim_attack: -10,
  warrant_attack: -6,
  backing_attack: -4,
  reinforce: 6,
  clarify: 3,
  concede_and_pivot: 2,
};
const bound = 50;
/** Among so many of the earlier arguments, those with the highest scores, what others lost is shared. */
const mostBystanders = 12;

interface Judged {
  argument: BlindArgument;
  /** In hundredths. */
  score: number;
  change: number;
  /** Of the relations that moved it, such as `grounds_attack`. */
  because: string[];
}

/**
 * Changes of earlier scores, in sum 0 and within ±0.5: what is attacked loses, what is defended gains, and what is struck may not keep a
 * score above 0. The difference is shared evenly among those that nobody attacked or defended in this exchange.
 */
export function rescore({ arguments: made, earlier }: TaskInputs['scorer/score'], field: Field): TaskOutput<'scorer/score'>['rescores'] {
  const judged = earlier.flatMap((argument): Judged[] => {
    if (argument.score === undefined) return [];
    return [{ argument, score: Math.round(argument.score * 100), ...changeOf(argument, made, field) }];
  });
  const changes = balanced(judged);
  return judged.flatMap((one, at) => {
    const change = changes[at] ?? 0;
    if (change === 0) return [];
    return [{ argument_id: one.argument.label, new_score: inUnits(one.score + change), reasoning: reasoning(one, change) }];
  });
}

function changeOf(argument: BlindArgument, made: readonly BlindArgument[], field: Field): Pick<Judged, 'change' | 'because'> {
  if (argument.struck !== undefined) {
    const high = Math.max(0, Math.round((argument.score ?? 0) * 100));
    return { change: -Math.min(bound, high), because: high > 0 ? ['struck'] : [] };
  }
  const because = made.flatMap((one) => {
    if (one.struck !== undefined || !one.grounds.some(({ status }) => status === 'verified')) return [];
    const relations = [...one.attacks, ...one.defends].filter(({ target }) => target === argument.label);
    // Several attacks of one argument on the same target are one attack: the strongest counts.
    return targetsMet(one, relations, field).size === 0 ? [] : strongest(relations.map(({ type }) => type));
  });
  const change = because.reduce((sum, type) => sum + (moves[type] ?? 0), 0);
  return { change: Math.max(-bound, Math.min(bound, change)), because: because.sort() };
}

function strongest(types: readonly string[]): string[] {
  const [first] = [...types].sort((a, b) => Math.abs(moves[b] ?? 0) - Math.abs(moves[a] ?? 0) || (a < b ? -1 : 1));
  return first === undefined ? [] : [first];
}

/** The changes with their counterweight. */
function balanced(judged: readonly Judged[]): number[] {
  const isMoved = judged.map(({ because }) => because.length > 0);
  const sum = judged.reduce((all, { change }) => all + change, 0);
  const takers = takersOf(judged, isMoved);
  if (sum === 0) return judged.map(({ change }) => change);
  if (takers.length === 0 || Math.abs(sum) > bound * takers.length) return aroundMean(judged, isMoved);
  const shares = apportion(
    { numerators: takers.map(() => -sum), denominator: takers.length },
    takers.map((at) => keyOf(judged[at])),
  );
  return judged.map(({ change }, at) => change + (shares[takers.indexOf(at)] ?? 0));
}

/** Those whom nothing moved; where they are many, those with the highest scores. A struck one takes no part. */
function takersOf(judged: readonly Judged[], isMoved: readonly boolean[]): number[] {
  return judged
    .map((one, at) => ({ one, at }))
    .filter(({ one, at }) => isMoved[at] === false && one.argument.struck === undefined)
    .sort((a, b) => b.one.score - a.one.score || (keyOf(a.one) < keyOf(b.one) ? -1 : 1))
    .slice(0, mostBystanders)
    .map(({ at }) => at);
}

/** Nobody is left who could take the difference: those that moved move around their own mean, by half so that none leaves the bounds. */
function aroundMean(judged: readonly Judged[], isMoved: readonly boolean[]): number[] {
  const moved = judged.flatMap((_, at) => (isMoved[at] === true ? [at] : []));
  const sum = judged.reduce((all, { change }) => all + change, 0);
  const shares = apportion(
    { numerators: moved.map((at) => moved.length * (judged[at]?.change ?? 0) - sum), denominator: 2 * moved.length },
    moved.map((at) => keyOf(judged[at])),
  );
  return judged.map((_, at) => shares[moved.indexOf(at)] ?? 0);
}

const signed = (hundredths: number): string => `${hundredths < 0 ? '−' : '+'}${(Math.abs(hundredths) / 100).toFixed(2)}`;

const keyOf = (one: Judged | undefined): string => (one === undefined ? '' : contentKey(one.argument));

function reasoning({ because, argument }: Judged, change: number): string {
  const by = signed(change);
  if (argument.struck !== undefined) return `Struck from the record: it cannot keep a score above zero (${by}).`;
  if (because.length === 0) return `Neither attacked nor defended on its own matter in this exchange: an even share of what others lost or gained (${by}).`;
  const named = because.map((type) => `${type.replaceAll('_', ' ')} (${signed(moves[type] ?? 0)})`);
  return `Counted, not read: ${named.join(', ')}, from verified grounds on its matter. The changes of one exchange sum to zero, which makes it ${by}.`;
}
