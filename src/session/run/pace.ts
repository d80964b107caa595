import * as z from 'zod';
import { effortsIn } from '../../agents/model/thinking';
import { costKind } from '../../debate/fold/evolve';
import { formatIn } from '../../debate/formats/formatName';
import type { SetupData } from '../../debate/log/entryData';
import type { DebateState } from '../../debate/fold/state';
import { pricesIn } from '../../models/prices';
import { modelProvider } from '../../models/provider';
import { providerOf } from '../../projections/headAndTail';
import { mostRounds, narrowed, roundsLeft, sumOf, tasksAt, type EstimateRequest } from '../plan/estimate';
import type { AskedTask } from '../plan/estimates/accounts';
import type { End, Spread } from '../plan/estimates/assumed';

/** Share by which the rest may cost more or less than the pace suggests. */
const margin = 0.25;
/** Share of the estimated cost below which no pace is shown. */
const earliest = 0.05;

/**
 * US dollars for the whole debate: the estimate of the steps left, times the ratio of real to estimated cost of those
 * done. Undefined if nothing costs money, a price is unknown, too little was spent, the user wants the end, or no step
 * is left.
 */
export function paceOf(state: DebateState): Spread | undefined {
  const { usage, concludeRequested } = state;
  if (usage.usd === 0 || usage.unpriced === true || concludeRequested) return undefined;
  const plan = planOf(state);
  if (plan === undefined) return undefined;
  const least = restAt('low', state, plan);
  const most = restAt('high', state, plan);
  if (least === undefined || most === undefined) return undefined;
  const rest = narrowed({ low: Math.min(least, most) * (1 - margin), high: Math.max(least, most) * (1 + margin) });
  return { low: usage.usd + rest.low, high: usage.usd + rest.high };
}

interface Plan {
  request: EstimateRequest;
  rounds: Spread | undefined;
}

function planOf(state: DebateState): Plan | undefined {
  const request = requestOf(state);
  if (request === undefined) return undefined;
  const rounds = roundsLeft(request, state);
  return rounds !== undefined && rounds.high > mostRounds ? undefined : { request, rounds };
}

function restAt(end: End, state: DebateState, { request, rounds }: Plan): number | undefined {
  const tasks = tasksAt(end, request, rounds) ?? [];
  const isDone = ({ step }: AskedTask): boolean => state.steps.has(step);
  const last = tasks.findLastIndex(isDone);
  const speaking = placeOfTurn(tasks[last], state);
  const kindOf = ({ kind, step }: AskedTask): string =>
    kind === 'verifier/support' ? 'verify' : costKind(step, state.debaters);
  const sums = (some: readonly AskedTask[]): Map<string, number> => {
    const found = new Map<string, number>();
    for (const task of some) found.set(kindOf(task), (found.get(kindOf(task)) ?? 0) + sumOf([task], request).usd);
    return found;
  };
  const foretold = sums(tasks.filter(isDone));
  // Steps before the last one done are finished, except turns beside it, which may come in another order than
  // estimated.
  const isLeft = (task: AskedTask, at: number): boolean =>
    !isDone(task) && (at > last || (speaking !== undefined && placeOfTurn(task, state) === speaking));
  const left = sums(tasks.filter(isLeft));
  const done = total(foretold.values());
  const toCome = total(left.values());
  if (toCome === 0 || done < earliest * (done + toCome)) return undefined;
  return total([...left].map(([kind, usd]) => usd * ratioOf(kind, foretold, state)));
}

/** Part of a step's id that names the place of a debater's turn, like `r2/turn`; undefined for other steps. */
function placeOfTurn(task: AskedTask | undefined, { debaters }: DebateState): string | undefined {
  const parts = task?.step.split('/') ?? [];
  const at = parts.findIndex((part) => debaters.some(({ name }) => name === part));
  return at < 0 ? undefined : parts.slice(0, at).join('/');
}

/**
 * Active milliseconds that a round takes, by the time of the steps so far and the share of words that a round has;
 * loading models does not count. Undefined before a model's first answer, and if no round is left.
 */
export function roundTimeOf(state: DebateState): number | undefined {
  const { round, steps, limits } = state;
  // A single round says nothing about when the debate ends.
  if (limits.max_rounds === 1) return undefined;
  const spentMs = state.activeMs - state.readyMs;
  const plan = spentMs <= 0 ? undefined : planOf(state);
  if (plan?.rounds === undefined) return undefined;
  const tasks = tasksAt('low', plan.request, plan.rounds) ?? [];
  const written = (some: readonly AskedTask[]): number => total(some.map(({ usage }) => usage.output));
  const done = written(tasks.filter(({ step }) => steps.has(step)));
  const anyRound = String(Math.max(1, round));
  const isNext = ({ step }: AskedTask): boolean => /^[re](\d+)\//.exec(step)?.[1] === anyRound;
  const next = written(tasks.filter(isNext));
  const isOver = tasks.findLastIndex(({ step }) => steps.has(step)) > tasks.findLastIndex(isNext);
  return done === 0 || next === 0 || isOver ? undefined : (spentMs * next) / done;
}

/** Ratio of real to estimated cost, for this kind of step, or for all if none of this kind was done. */
function ratioOf(kind: string, foretold: ReadonlyMap<string, number>, { stepCosts }: DebateState): number {
  const spentOn = (one: string): number => total(stepCosts.get(one) ?? []);
  const own = foretold.get(kind) ?? 0;
  if (own > 0) return spentOn(kind) / own;
  return total([...foretold.keys()].map(spentOn)) / total(foretold.values());
}

const total = (figures: Iterable<number>): number => [...figures].reduce((sum, figure) => sum + figure, 0);

const endpointsSchema = z.record(z.string(), z.string());

export function requestOf({ setup, debaters, limits, models }: DebateState): EstimateRequest | undefined {
  if (setup === undefined) return undefined;
  const { all, byRole } = effortsIn(setup);
  return {
    debaters,
    limits,
    provider: modelProvider(providerOf(setup)) ?? 'offline',
    format: formatIn(setup),
    models: Object.fromEntries(models),
    effort: all,
    efforts: byRole,
    options: setup.options ?? {},
    prices: pricesIn(setup),
    endpoints: endpointsSchema.safeParse(setup['endpoints']).data ?? {},
    files: setup.evidence.files.length,
    // The record does not say whether the web was allowed; the ratio so far includes it.
    evidenceUse: { bytes: setup.evidence.files.reduce((sum, { bytes }) => sum + bytes, 0), isWebAllowed: true },
  };
}

const dollars = z.number().min(0);
const estimateSchema = z.looseObject({ estimate: z.looseObject({ usd_low: dollars, usd_high: dollars }) });

/** Estimate from before the start in US dollars; undefined if there was none. */
export function estimateIn(setup: SetupData): Spread | undefined {
  const read = estimateSchema.safeParse(setup);
  if (!read.success) return undefined;
  const { usd_low: low, usd_high: high } = read.data.estimate;
  return high === 0 || low > high ? undefined : { low, high };
}
