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

/** What is to come may turn out so much less or more than what went before. */
const margin = 0.25;
/** Of the cost of the debate; before, there is no pace. */
const earliest = 0.05;

/**
 * US dollars for the whole debate: the estimate of the steps that are left, times what was spent on those done against what had been
 * foretold of them. Undefined where nothing is paid for, a price is not known, too little was spent, the user wants the end, or nothing is
 * left.
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
  // Before the last that was done, only turns beside it are still to come, in another order than foretold.
  const isLeft = (task: AskedTask, at: number): boolean =>
    !isDone(task) && (at > last || (speaking !== undefined && placeOfTurn(task, state) === speaking));
  const left = sums(tasks.filter(isLeft));
  const done = total(foretold.values());
  const toCome = total(left.values());
  if (toCome === 0 || done < earliest * (done + toCome)) return undefined;
  return total([...left].map(([kind, usd]) => usd * ratioOf(kind, foretold, state)));
}

/** Where a debater's turn belongs, such as `r2/turn`; undefined of what no debater does. */
function placeOfTurn(task: AskedTask | undefined, { debaters }: DebateState): string | undefined {
  const parts = task?.step.split('/') ?? [];
  const at = parts.findIndex((part) => debaters.some(({ name }) => name === part));
  return at < 0 ? undefined : parts.slice(0, at).join('/');
}

/**
 * Active milliseconds that a round takes, by what the steps so far have taken and how much is written in a round against in them; loading
 * models is nothing of a round. Undefined before the first answer of a model, and where no round is under way or to come.
 */
export function roundTimeOf(state: DebateState): number | undefined {
  const { round, steps, limits } = state;
  // A single round tells nothing of when the debate ends.
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

/** What was spent against what had been foretold: on this kind, or on all where there was none yet. */
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
    // Whether the web was allowed is in no record; what was spent so far tells of it.
    evidenceUse: { bytes: setup.evidence.files.reduce((sum, { bytes }) => sum + bytes, 0), isWebAllowed: true },
  };
}

const dollars = z.number().min(0);
const estimateSchema = z.looseObject({ estimate: z.looseObject({ usd_low: dollars, usd_high: dollars }) });

/** As given before the start, US dollars; undefined where there was none. */
export function estimateIn(setup: SetupData): Spread | undefined {
  const read = estimateSchema.safeParse(setup);
  if (!read.success) return undefined;
  const { usd_low: low, usd_high: high } = read.data.estimate;
  return high === 0 || low > high ? undefined : { low, high };
}
