import { formatIn, ofFormat } from '../../debate/formats/formatName';
import { formatNamed, type FormatName } from '../../debate/formats/registry';
import type { Limits } from '../../debate/log/entryData';
import { judgesIn } from '../../debate/flow/judges';
import { hasPerson } from '../../debate/flow/seats';
import { dollars } from '../../matching/text/shortText';
import type { DebateState } from '../../debate/fold/state';
import { modelProvider, type Effort, formatModelRef, parseModelRef } from '../../models/provider';
import type { Price } from '../../models/descriptor';
import { priceFor, type GivenPrices } from '../../models/prices';
import { costOf, descriptorOf, standardOrigin } from '../../models/providers';
import { mechanicalSeats, type ProviderName } from './modelPlan';
import { PlanError } from './planError';
import { Accounts, type AskedTask, type SeatModel } from './estimates/accounts';
import { type EffortWishes, type MeasuredThinking, thinkingOf } from '../../agents/model/thinking';
import {
  assumedAt,
  researchAt,
  type End,
  type Spread,
  roundedTokens,
  type FormatUse,
  type SizedPlan,
} from './estimates/assumed';
import { dialecticUse } from './estimates/dialectic';
import { panelUse } from './estimates/panel';
import { tribunalUse } from './estimates/tribunal';
import { own } from '../../debate/log/objects';
import { fitsWindow } from '../../agents/model/wholeEvidence';

/**
 * What a debate will use, as a range. What nobody can know before (rounds, thinking, research, length of answers) is assumed at its least
 * and at its most.
 */

/** Uses of the formats of this version; others have no estimate. */
const uses: Readonly<Record<FormatName, FormatUse | undefined>> = {
  panel: panelUse,
  tribunal: tribunalUse,
  dialectic: dialecticUse,
};

const useIn = (request: EstimateRequest): FormatUse | undefined => ofFormat(uses, formatIn(request), undefined);

export interface EstimateRequest extends SizedPlan {
  provider: ProviderName;
  /** A name of the registry; default: the standard format. */
  format?: string;
  /**
   * Models by role (`conclusion` for the Chair's decision alone): a reference to a model, `offline` or `human`; else
   * the provider's.
   */
  models?: Readonly<Record<string, string>>;
  /** Effort for everybody; `efforts` by role or debater wins. */
  effort?: Effort | undefined;
  efforts?: Readonly<Record<string, Effort>> | undefined;
  /** Given prices, which replace those of the table. */
  prices?: GivenPrices | undefined;
  /** The origins that requests go to: no address is ever taken from a record. */
  endpoints?: Readonly<Record<string, string>>;
  files?: number | undefined;
  /** What decides whether it is told whole, in place of being searched. */
  evidenceUse?: { bytes: number; isWebAllowed: boolean } | undefined;
  /** Whether models search on their provider's side, where it does that. */
  isSearching?: boolean | undefined;
  /** When the lineup was proposed. */
  measured?: MeasuredThinking | undefined;
}

export interface Estimate {
  /** Low and high are at most `widest` apart. */
  usd_low: number;
  usd_high: number;
  tokens_low: number;
  tokens_high: number;
  /** The oldest price in it that the user did not say. */
  prices_date?: string | undefined;
  /** Their tokens are counted, their cost is not. */
  unpriced: string[];
  /** Providers tell no usage of them: the figures while the debate runs are estimates too. */
  untold: string[];
  basis: string[];
}

/** More are not counted: a user or a log may name any number. */
export const mostRounds = 200;

const widest = 2.5;

/** Undefined where no model takes part. */
export function estimateOf(request: EstimateRequest): Estimate | undefined {
  const least = tasksAt('low', request);
  const most = tasksAt('high', request);
  if (least === undefined || most === undefined) return undefined;
  const models = modelsIn(request);
  if (models.length === 0) return undefined;
  const [low, high] = [sumOf(least, request), sumOf(most, request)];
  const usd = narrowed({ low: low.usd, high: high.usd });
  const tokens = narrowed({ low: low.tokens, high: high.tokens });
  const dates = models.flatMap((ref) => priceIn(request, ref)?.date ?? []).sort();
  const untold = models.filter(({ provider }) => !descriptorOf(provider).reportsUsage);
  return {
    usd_low: usd.low,
    usd_high: usd.high,
    tokens_low: Math.round(tokens.low),
    tokens_high: Math.round(tokens.high),
    prices_date: dates[0],
    unpriced: unpricedIn(request),
    untold: untold.map(formatModelRef),
    basis: basisOf(request, models, { low: low.usd, high: high.usd }),
  };
}

export interface CheaperSeats {
  models: Record<string, string>;
  /** US dollars. */
  saves: Spread;
}

/** Seats that the small model of their provider can take; undefined where nothing is known to be saved. */
export function cheaperSeats(request: EstimateRequest): CheaperSeats | undefined {
  const seats = seatsOf(request);
  const smaller = mechanicalSeats.flatMap((role) => {
    const ref = parseModelRef(seats.get(role) ?? '', modelProvider(request.provider));
    const model = ref?.kind === 'model' ? descriptorOf(ref.provider).mechanical : undefined;
    const isSmaller = ref?.kind === 'model' && model !== undefined && model !== ref.model;
    return isSmaller ? [[role, formatModelRef({ ...ref, model })] as const] : [];
  });
  const models = Object.fromEntries(smaller);
  const now = estimateOf(request);
  const then = estimateOf({ ...request, models: { ...request.models, ...models } });
  if (now === undefined || then === undefined || then.unpriced.length > now.unpriced.length) return undefined;
  const saves = { low: now.usd_low - then.usd_low, high: now.usd_high - then.usd_high };
  return Math.min(saves.low, saves.high) < leastSaved ? undefined : { models, saves };
}

/** US dollars: less is not worth a line. */
const leastSaved = 0.01;

export function narrowed({ low, high }: Spread): Spread {
  if (high <= low * widest) return { low, high };
  const middle = Math.sqrt(Math.max(low, high / 100) * high);
  const reach = Math.sqrt(widest);
  return { low: middle / reach, high: middle * reach };
}

/** Undefined of a format of which nothing is foretold. */
export function tasksAt(end: End, request: EstimateRequest, rounds?: Spread): readonly AskedTask[] | undefined {
  const use = useIn(request);
  if (use === undefined) return undefined;
  const { debaters, files = 0, evidenceUse, measured, isSearching = false, provider } = request;
  const standard = modelProvider(provider);
  const accounts = new Accounts({
    debaters,
    files,
    evidence: toldWhole(evidenceUse),
    seats: seatsOf(request),
    modelOf: (named) => parseModelRef(named, standard),
    efforts: effortsOf(request),
    isCached: (ref) => isCached(end, request, ref),
    assumed: assumedAt(end, { rounds: rounds ?? countedRounds(use, request), measured, isSearching }),
  });
  use.add(request, accounts.assumed.rounds, accounts);
  return accounts.asked;
}

/** Tokens of evidence that is told whole; undefined where it is searched. */
function toldWhole(evidence: EstimateRequest['evidenceUse']): { tokens: number; isAll: boolean } | undefined {
  const tokens = evidence === undefined ? 0 : Math.ceil(evidence.bytes / bytesPerToken);
  if (evidence === undefined || tokens === 0 || !fitsWindow({ tokens }, undefined)) return undefined;
  return { tokens, isAll: !evidence.isWebAllowed };
}

/** Bytes per token of evidence, line numbers included. */
const bytesPerToken = 3.2;

/**
 * Whether prompts are cached: on request, or, at the least, by the provider itself, where reading the cache costs less.
 */
function isCached(end: End, request: EstimateRequest, ref: SeatModel): boolean {
  const price = priceIn(request, ref);
  const isCheaper = price !== undefined && price.cacheRead < price.input;
  return descriptorOf(ref.provider).keepsPrefixes || (end === 'low' && isCheaper);
}

export function roundsIn(request: EstimateRequest): Spread | undefined {
  const use = useIn(request);
  return use === undefined ? undefined : countedRounds(use, request);
}

function countedRounds(use: FormatUse, request: EstimateRequest): Spread {
  const { low, high } = use.rounds(request);
  return { low: Math.min(low, mostRounds), high: Math.min(high, mostRounds) };
}

/** The rounds that are left until the end. */
export const roundsLeft = (request: EstimateRequest, state: DebateState): Spread | undefined =>
  useIn(request)?.roundsOf(state);

type Priced = Pick<EstimateRequest, 'prices' | 'endpoints'>;

const priceIn = ({ prices, endpoints }: Priced, { provider, model }: SeatModel): Price | undefined =>
  priceFor({ provider, model, origin: endpoints?.[provider] ?? standardOrigin(provider) }, prices);

export function sumOf(tasks: readonly AskedTask[], priced: Priced): { usd: number; tokens: number } {
  const sum = { usd: 0, tokens: 0 };
  for (const { ref, usage } of tasks) {
    const price = priceIn(priced, ref);
    sum.tokens += usage.input + usage.cache_write + usage.cache_read + usage.output;
    if (price !== undefined) sum.usd += costOf(usage, price);
  }
  return sum;
}

function seatsOf(request: EstimateRequest): Map<string, string> {
  const { debaters, models = {} } = request;
  const roles = (formatNamed(formatIn(request))?.roles ?? []).map((role) => [role, models[role] ?? ''] as const);
  const seats = debaters.map(({ name, model }) => [name, own(models, name) ?? model] as const);
  const { conclusion } = models;
  // Each by a name of its own, also the one that is the Judge.
  const judges = judgesIn({ options: request.options }).map(({ agent, model }) => [agent, model] as const);
  const decider = conclusion === undefined ? [] : [['conclusion', conclusion] as const];
  return new Map([...judges, ...roles, ...decider, ...seats]);
}

export function modelsIn(request: EstimateRequest): SeatModel[] {
  const refs = [...seatsOf(request).values()].map((named) => parseModelRef(named, modelProvider(request.provider)));
  return [
    ...new Map(refs.flatMap((ref) => (ref?.kind === 'model' ? [[formatModelRef(ref), ref] as const] : []))).values(),
  ];
}

const effortsOf = ({ effort, efforts }: EstimateRequest): EffortWishes => ({ all: effort, byRole: efforts });

function basisOf(request: EstimateRequest, models: readonly SeatModel[], possible: Spread): string[] {
  const use = useIn(request);
  return [
    ...(use?.basis(request) ?? []),
    ...(use !== undefined && use.rounds(request).high > mostRounds
      ? [`no more than ${mostRounds} rounds are counted`]
      : []),
    researchWords(request, models),
    ...thinkingWords(request, models),
    ...possibleWords(possible),
    ...priceWords(models, request),
  ];
}

function researchWords(request: EstimateRequest, models: readonly SeatModel[]): string {
  const { isSearching = false, evidenceUse } = request;
  const { low, high } = researchAt;
  const whole = toldWhole(evidenceUse);
  if (whole?.isAll === true)
    return `no research: the evidence, about ${roundedTokens(whole.tokens)} tokens, is in each request of those who argue and judge it`;
  const reading = `${roundedTokens(low.results)} to ${roundedTokens(high.results)} tokens of passages in ${low.requests} to ${high.requests} requests for each pass of research`;
  const isCharged = isSearching && models.some((ref) => (priceIn(request, ref)?.searches ?? 0) > 0);
  return isCharged ? `${reading}, and up to 2 searches of the provider’s, which cost extra` : reading;
}

function thinkingWords({ effort, measured }: EstimateRequest, models: readonly SeatModel[]): string[] {
  return models.map((ref) => {
    const { low, high } = thinkingOf(ref, effort, measured);
    if (high === 0) return `${ref.model}: no thinking`;
    const isMeasured = measured?.[formatModelRef(ref)] !== undefined;
    const source = isMeasured
      ? ', by what it thought of the lineup'
      : effort === undefined
        ? ''
        : `, at effort ${effort}`;
    const range = low === 0 ? `up to ${roundedTokens(high)}` : `${roundedTokens(low)} to ${roundedTokens(high)}`;
    return `${ref.model}: ${range} tokens of thinking in a request${source}; less for checks and reviews`;
  });
}

const possibleWords = ({ low, high }: Spread): string[] =>
  high > low * widest
    ? [`with all of that at its least ${dollars(low)}, at its most ${dollars(high)}; what is said is the middle`]
    : [];

function priceWords(models: readonly SeatModel[], request: EstimateRequest): string[] {
  const priced = models.flatMap((ref) => {
    const price = priceIn(request, ref);
    if (price === undefined) return [];
    const source = price.date === undefined ? 'as you set it' : `prices of ${price.date}`;
    return [`${ref.model}: $${price.input} in, $${price.output} out for a million tokens (${source})`];
  });
  const isAlwaysCached = models.some((ref) => isCached('high', request, ref));
  const isPerhapsCached = models.some((ref) => isCached('low', request, ref) && !isCached('high', request, ref));
  return [
    ...(isAlwaysCached
      ? [`the record is read from the provider’s cache where it was written within ${keptFor(request)}`]
      : []),
    ...(isPerhapsCached ? ['at its least the record is read from a cache that the provider keeps by itself'] : []),
    ...priced,
  ];
}

const keptFor = (request: EstimateRequest): string =>
  hasPerson({ models: seatsOf(request) }) ? 'an hour' : 'five minutes';

export const unpricedIn = (request: EstimateRequest): string[] =>
  modelsIn(request)
    .filter((ref) => priceIn(request, ref) === undefined)
    .map(formatModelRef);

/** Before anything is spent. @throws PlanError `unpriced` with the models, and what to do. */
export const requirePrices = (request: EstimateRequest & { limits: Pick<Limits, 'budget_usd'> }): void =>
  refuseBudget(request.limits, unpricedIn(request));

/** @throws PlanError `unpriced` where there is a budget in money. */
export function refuseBudget({ budget_usd: budget }: Pick<Limits, 'budget_usd'>, unpriced: readonly string[]): void {
  if (budget === null || unpriced.length === 0) return;
  throw new PlanError('unpriced', unpricedWords(budget, unpriced));
}

export const unpricedWords = (budget: number, models: readonly string[]): string =>
  `The budget of ${dollars(budget)} cannot hold: the price of ${models.join(', ')} is not known. Say what a million tokens cost, in and out (setting rostrum.prices, or --price ${models[0] ?? ''}=0.50/1.50; 0/0 where it costs nothing), or leave the budget out (of a debate under way: resume --budget-usd none).`;
