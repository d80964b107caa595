import { isDeepStrictEqual } from 'node:util';
import { counted, dollars } from '../../matching/text/shortText';
import type { Draft, Entry } from '../../debate/log/entry';
import type { Limits } from '../../debate/log/entryData';
import { isEarlierOffline, isSample } from '../../debate/flow/seats';
import type { DebateState } from '../../debate/fold/state';
import { priceNames, type GivenPrices } from '../../models/prices';
import type { DebateLog } from '../../record/debateLog';
import { leaseStatus } from '../../record/lease';
import { mergeLimits } from '../plan/configFiles';
import type { EvidenceSet } from '../plan/evidenceSet';
import { modelsIn, requirePrices, unpricedIn, type EstimateRequest } from '../plan/estimate';
import { requestOf } from './pace';
import { checkedLimits } from '../plan/plan';
import { PlanError } from '../plan/planError';
import { formatModelRef, modelProvider, parseModelRef } from '../../models/provider';
import { roleNames, seatReference, type ProviderName } from '../plan/modelPlan';
import { formatNamed } from '../../debate/formats/registry';
import { providerOf } from '../../projections/headAndTail';
import { positionOf } from '../../projections/status';
import { own } from '../../debate/log/objects';
import {
  checkedWords,
  debaterNamed,
  refuseConcluded,
  refuseWithout,
  refuseWithoutPassages,
  refuseWithoutSetup,
  refuseWithoutTurn,
} from './runnability';

/**
 * Changes that a user makes to a debate, whether paused or run by any engine. Each is an entry, because the setup is
 * never rewritten; the engine applies it at its next step. All reject with a PlanError for the user, or the RecordError
 * of the append.
 */

const limitNames = ['min_rounds', 'max_rounds', 'time_budget_minutes', 'budget_usd'] as const;

/** `budget_usd: null` removes the money budget. */
type LimitChange = Partial<Pick<Limits, (typeof limitNames)[number]>>;

type RunChange = LimitChange & {
  conclude?: true;
  stop?: true;
  exchanges?: number;
  skip?: string;
} & Payment &
  Supply;

export interface Payment {
  prices?: GivenPrices;
  endpoints?: Readonly<Record<string, string>> | undefined;
}

/** Evidence and performers for a debate that came without them. */
export interface Supply {
  evidence?: Pick<EvidenceSet, 'root' | 'files'>;
  provider?: ProviderName;
  script?: string;
  models?: Readonly<Record<string, string>>;
  /** Words on the evidence for the entry's text. */
  note?: string;
}

const mostExchanges = 1_000;

/** Sends guidance to all agents, from the next prompt on; a turn being written is not disturbed. */
export async function sendGuidance(log: DebateLog, text: string): Promise<Entry> {
  const guidance = checkedWords(text, 'The guidance');
  return await added(log, (state) => {
    refuseConcluded(state);
    return intervention(guidance, { guidance });
  });
}

/** Puts a question into the debater's next prompt unchanged, so that no agent can leave it out. */
export async function askAsAudience(
  log: DebateLog,
  { to, question }: { to: string; question: string },
): Promise<Entry> {
  const words = checkedWords(question, 'The question');
  return await added(log, (state) => {
    refuseConcluded(state);
    const name = debaterNamed(state, to);
    refuseWithoutTurn(state, name);
    const round = Math.max(1, state.round);
    return {
      phase: 'rebuttal',
      speaker: 'user',
      type: 'audience_question',
      content: `To ${name}: ${words}`,
      data: { to: name, round },
    };
  });
}

/** Skips further rounds and closings. Undefined if none are left, or the user asked for it before. */
export async function concludeNow(log: DebateLog): Promise<Entry | undefined> {
  return await added(log, (state) => {
    refuseConclusion(state);
    if (state.concludeRequested || positionOf(state).isOver) return undefined;
    return changing('The user asks to conclude now: what is left of the rounds and closings is not held.', {
      conclude: true,
    });
  });
}

export function refuseConclusion(state: DebateState): void {
  // Concluding also skips documents that an earlier version's code was to write after the conclusion.
  if (state.conclusion === undefined || !isEarlierOffline(state)) refuseConcluded(state);
  if (isSample(state.setup))
    throw new PlanError(
      'sample_end',
      'This is a scripted sample: its end was written for the whole debate. Let it go on, or start a debate of your own.',
    );
}

/** Asks the engine that runs the debate, in any program, to stop before its next step. */
export async function requestStop(log: DebateLog): Promise<Entry> {
  const { state: lease } = await leaseStatus(log.folder);
  if (lease !== 'held' && lease !== 'silent')
    throw new PlanError('not_running', 'Nobody runs this debate, so there is nothing to stop.');
  return await added(log, (state) => {
    refuseWithoutSetup(state);
    if (positionOf(state).isOver) {
      throw new PlanError('debate_over', 'The debate is done, so there is nothing to stop.');
    }
    return changing('The user asks to stop: the debate is paused and can be resumed.', { stop: true });
  });
}

/**
 * Changes limits. If the new minimum and the old maximum of rounds contradict each other, or the reverse, the old one
 * follows. A maximum below the running round lets that round finish.
 */
export async function changeLimits(log: DebateLog, limits: LimitChange): Promise<Entry> {
  const named = limitNames.filter((name) => limits[name] !== undefined);
  if (named.length === 0) throw new PlanError('no_change', 'Say which limit is to change.');
  return await added(log, (state) => {
    // Documents after a conclusion cost money, too.
    if (named.every((name) => name === 'budget_usd')) refuseWithoutSetup(state);
    else refuseConcluded(state);
    const { min_rounds, max_rounds } = state.limits;
    const isAboutRounds = named.includes('min_rounds') || named.includes('max_rounds');
    const wanted = mergeLimits(limits, isAboutRounds ? { min_rounds, max_rounds } : {});
    const now = checkedLimits(wanted);
    if (named.includes('budget_usd')) refuseUnpriced({ ...state, limits: now });
    const changed = limitNames.filter(
      (name) => named.includes(name) || (name in wanted && now[name] !== state.limits[name]),
    );
    const change = Object.fromEntries(changed.map((name) => [name, now[name]]));
    return changing(`The user sets ${changed.map((name) => limitWords[name](now)).join(', ')}.`, change);
  });
}

/**
 * Changes models from now on, by role (`conclusion` for the Chair's decision alone) or debater. References are
 * `anthropic:claude-opus-5-5`, `human` or `offline`; a model without a provider belongs to the debate's own. The record
 * keeps prices and origins of the models named here. @throws PlanError `unpriced` if the money budget could no longer
 * hold.
 */
export async function changeModels(
  log: DebateLog,
  models: Readonly<Record<string, string>>,
  payment: Payment = {},
): Promise<Entry> {
  if (Object.keys(models).length === 0) throw new PlanError('no_change', 'Say whose model is to change.');
  return await added(log, (state) => {
    refuseWithoutSetup(state);
    const change = seating(state, models, payment);
    return changing(seatingWords(change), change);
  });
}

/** Checks that every seat has a performer, and a price if needed. @throws PlanError */
export function seating(
  state: DebateState,
  models: Readonly<Record<string, string>>,
  { prices = {}, endpoints = {} }: Payment,
): RunChange & { models: Record<string, string> } {
  const seats = [...roleNames, ...state.debaters.map(({ name }) => name)];
  const standard = modelProvider(state.setup === undefined ? undefined : providerOf(state.setup));
  const named: Record<string, string> = {};
  for (const [seat, text] of Object.entries(models)) {
    if (!seats.some((name) => name === seat))
      throw new PlanError('seat', `Nobody called "${seat}" takes part; there are ${seats.join(', ')}.`);
    const model = seatReference(text, standard);
    if (model === undefined)
      throw new PlanError('model', `"${text}" names no model. A model is named like anthropic:claude-sonnet-5-5.`);
    named[seat] = model;
  }
  const references = Object.values(named);
  const said = pricesFor(references, prices);
  const there = Object.entries(endpoints).filter(([name]) => references.some((text) => text.startsWith(`${name}:`)));
  const change = {
    models: named,
    ...(Object.keys(said).length === 0 ? {} : { prices: said }),
    ...(there.length === 0 ? {} : { endpoints: Object.fromEntries(there) }),
  };
  refuseUnpricedSeats(state, change);
  return change;
}

const seatingWords = ({ models = {} }: Supply): string =>
  `The user sets the model of ${Object.entries(models)
    .map(([seat, model]) => `${seat} to ${model}`)
    .join(', ')}.`;

/**
 * Records prices, from the next run on, of models that take part and whose price the record does not know. Undefined if
 * there are none: a debate keeps the prices with which it began.
 */
export async function changePrices(log: DebateLog, { prices = {}, endpoints }: Payment): Promise<Entry | undefined> {
  return await added(log, (state) => {
    const request = requestOf(state);
    const said = request === undefined ? {} : pricesFor(unpricedIn(paying(request, { endpoints })), prices);
    if (Object.keys(said).length === 0) return undefined;
    const words = Object.entries(said).map(([model, { input, output }]) => `${model} $${input} in, $${output} out`);
    return changing(`The user says what a million tokens cost: ${words.join('; ')}.`, { prices: said });
  });
}

const pricesFor = (references: readonly string[], prices: GivenPrices): GivenPrices => {
  const names = new Set(references.flatMap(namesInPrices));
  return Object.fromEntries(Object.entries(prices).filter(([name]) => names.has(name)));
};

function namesInPrices(reference: string): string[] {
  const ref = parseModelRef(reference);
  return ref?.kind === 'model' ? priceNames(ref) : [];
}

/** Reasons why given prices apply to no model of the debate; prices that apply are left out. */
export function unheardPrices(given: GivenPrices, request: EstimateRequest): string[] {
  const names = new Set(modelsIn(request).flatMap((ref) => namesInPrices(formatModelRef(ref))));
  return Object.entries(given).flatMap(([name, price]) => {
    if (!names.has(name)) return [`no model called ${name} takes part`];
    const isHeard = isDeepStrictEqual(own(request.prices ?? {}, name), price);
    return isHeard ? [] : [`this debate keeps the price of ${name} that it began with`];
  });
}

/** Checks the prices of the models that would have seats after this change. @throws PlanError `unpriced` */
export function refuseUnpriced(state: DebateState, { models = {}, ...payment }: Payment & Supply = {}): void {
  const request = requestOf(state);
  if (request === undefined) return;
  requirePrices({ ...paying(request, payment), limits: state.limits, models: { ...request.models, ...models } });
}

/** Checks the prices of the named models only; the others stay as they are. @throws PlanError `unpriced` */
function refuseUnpricedSeats(state: DebateState, change: Payment & { models: Record<string, string> }): void {
  const request = requestOf(state);
  if (request === undefined) return;
  const debaters = request.debaters.filter(({ name }) => own(change.models, name) !== undefined);
  requirePrices({ ...paying(request, change), limits: state.limits, models: change.models, debaters });
}

const paying = (request: EstimateRequest, { prices, endpoints }: Payment = {}): EstimateRequest => ({
  ...request,
  prices: { ...request.prices, ...prices },
  endpoints: { ...request.endpoints, ...endpoints },
});

/** Models on which a budget in money cannot hold, at the addresses now in use. */
export function unpricedNow(state: DebateState, endpoints: Payment['endpoints'] = {}): string[] {
  const request = requestOf(state);
  return request === undefined || state.limits.budget_usd === null ? [] : unpricedIn(paying(request, { endpoints }));
}

export async function moreExchanges(log: DebateLog, exchanges: number): Promise<Entry> {
  if (!Number.isInteger(exchanges) || exchanges < 1 || exchanges > mostExchanges) {
    throw new PlanError(
      'exchanges',
      `The number of further exchanges is ${exchanges}; it must be a whole number from 1 to ${mostExchanges}.`,
    );
  }
  return await added(log, (state) => {
    refuseMoreExchanges(state);
    const words = exchanges === 1 ? 'one more exchange' : `${exchanges} more exchanges`;
    return changing(`The user asks for ${words}.`, { exchanges });
  });
}

export function refuseMoreExchanges(state: DebateState): void {
  refuseWithoutSetup(state);
  refuseWithout('noMore', state, 'Further exchanges');
  refuseWithoutPassages(state);
  if (isSample(state.setup))
    throw new PlanError(
      'sample_over',
      'This is a scripted sample: its exchanges were written beforehand, and there are no more of them.',
    );
}

/** Continues without the result of the next step, which failed for good. */
export async function skipStep(log: DebateLog, step: string): Promise<Entry> {
  return await added(log, (state) => {
    refuseSkip(state, step);
    return changing(`The user goes on without ${step}.`, { skip: step });
  });
}

/** Refuses to skip. @throws PlanError if the debate does not wait for the step, or cannot continue without it. */
export function refuseSkip(state: DebateState, step: string): void {
  refuseWithoutSetup(state);
  refuseWithout('canSkip', state, 'Skipping a step');
  const next = formatNamed(state.setup?.format)
    ?.decide(state)
    .find(({ lane }) => lane === 'main')?.id;
  if (next === step) return;
  throw new PlanError(
    'step',
    `${step} is not what the debate waits for${next === undefined ? ': nothing is left to do' : `; ${next} is`}.`,
  );
}

/**
 * Supplies a debate from the next run on; no program may be running it. @throws PlanError `running`, `unpriced` …; then
 * nothing is supplied.
 */
export async function supply(
  log: DebateLog,
  { models, note, ...given }: Supply,
  payment: Payment = {},
): Promise<Entry> {
  await refuseRunning(log);
  return await added(log, (state) => {
    refuseWithoutSetup(state);
    const seats = models === undefined ? undefined : seating(state, models, payment);
    const words = [
      supplyWords(given),
      ...(note === undefined ? [] : [note]),
      ...(seats === undefined ? [] : [seatingWords(seats)]),
    ];
    return changing(words.join(' '), { ...given, ...seats });
  });
}

export async function refuseRunning({ folder }: DebateLog): Promise<void> {
  const { state: lease } = await leaseStatus(folder);
  if (lease === 'held')
    throw new PlanError(
      'running',
      'The debate is being run. Stop it first: evidence and provider change between runs.',
    );
}

export function supplyWords({
  evidence,
  provider,
}: {
  evidence?: { files: readonly unknown[] } | undefined;
  provider?: ProviderName;
}): string {
  const words = [
    ...(evidence === undefined ? [] : [`${counted(evidence.files.length, 'file')} of evidence`]),
    ...(provider === undefined ? [] : [`the provider ${provider}`]),
  ];
  return `The user gives the debate ${words.join(' and ')}.`;
}

const limitWords: Record<(typeof limitNames)[number], (limits: Limits) => string> = {
  min_rounds: (limits) => `the minimum of rounds to ${limits.min_rounds}`,
  max_rounds: (limits) => `the maximum of rounds to ${limits.max_rounds}`,
  time_budget_minutes: (limits) => `the time budget to ${counted(limits.time_budget_minutes, 'minute')}`,
  budget_usd: ({ budget_usd: usd }) => (usd === null ? 'no money budget' : `the money budget to ${dollars(usd)}`),
};

const intervention = (content: string, data: { guidance: string } | { change: RunChange }): Draft => ({
  phase: 'system',
  speaker: 'user',
  type: 'intervention',
  content,
  data,
});

const changing = (content: string, change: RunChange): Draft => intervention(content, { change });

/** Notes in the record, for the user, that a scripted debate ignores guidance and questions. */
function unheard({ type, data }: Draft, { setup }: DebateState): Draft[] {
  if (!isSample(setup) || (type !== 'audience_question' && data?.['guidance'] === undefined)) return [];
  const speaker = formatNamed(setup?.format)?.host ?? 'chair';
  const content =
    'This is a scripted sample: a script cannot react, so nobody answers what the user just said. It is in the record, and the debate goes on as it was written.';
  return [{ phase: 'system', speaker, type: 'note', content, data: { kind: 'scripted' } }];
}

/** Makes the entries under the append lock, since the debate may have been concluded meanwhile. */
async function added(log: DebateLog, make: (state: DebateState) => Draft): Promise<Entry>;
async function added(log: DebateLog, make: (state: DebateState) => Draft | undefined): Promise<Entry | undefined>;
async function added(log: DebateLog, make: (state: DebateState) => Draft | undefined): Promise<Entry | undefined> {
  const [entry] = await log.append(({ state }) => {
    const draft = make(state);
    return draft === undefined ? undefined : [draft, ...unheard(draft, state)];
  });
  return entry;
}
