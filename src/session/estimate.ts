import type { Debater, Limits } from '../debate/entryData';
import { costOf, priceOf, pricesDate } from '../models/prices';
import { parseModelRef, type ModelRef } from '../models/modelRef';
import { modelProviderNames, type ModelProviderName, type TokenUsage } from '../models/provider';
import type { ProviderName } from './createDebate';

/**
 * What a debate will use, from its size. The range is that of the rounds. How long answers turn
 * out and how much is researched are the models' affair: the sizes are assumed.
 */

/** Tokens, rounded up by hand; `npm run bench -- model-cost` holds their sum against what its standard debate really uses. */
const sizes = {
  rulesAndBrief: 1_900,
  task: 900,
  turn: 1_150,
  /** What the officials add to the record for each turn, and for each round. */
  officials: 260,
  notes: 700,
  toolResults: 5_000,
  turnAnswer: 1_300,
  review: 120,
  /** Rules, prompt, claim and passage with its surroundings. */
  support: 2_400,
  supportAnswer: 80,
  sourcesPerTurn: 3,
} as const;

/** Tokens of the answers of tasks that read the record once. */
const once = {
  unresolved: { role: 'chair', answer: 400 },
  conclusion: { role: 'chair', answer: 1_500 },
  'audience-conclusion': { role: 'audience', answer: 600 },
  summary: { role: 'reporter', answer: 1_800 },
  'blog-post': { role: 'reporter', answer: 2_000 },
  assessor: { role: 'assessor', answer: 2_200 },
} as const;

export interface EstimateRequest {
  debaters: readonly Pick<Debater, 'name' | 'model'>[];
  limits: Pick<Limits, 'min_rounds' | 'max_rounds'>;
  provider: ProviderName;
  models?: Readonly<Record<string, string>>;
}

export interface Estimate {
  /** At the least number of rounds, and at the most. */
  usd_low: number;
  usd_high: number;
  tokens_low: number;
  tokens_high: number;
  prices_date: string;
  /** Models whose price is not known: their tokens are counted, their cost is not. */
  unpriced: string[];
  /** Of providers that tell no usage: the figures while the debate runs will be estimates too. */
  untold: string[];
  /** What it rests on, in one line each. */
  basis: string[];
}

/** Undefined where no model takes part. */
export function estimateOf(request: EstimateRequest): Estimate | undefined {
  const refs = seatsOf(request);
  const models = [...new Map([...refs.values()].flatMap((ref) => (ref?.kind === 'model' ? [[`${ref.provider}:${ref.model}`, ref]] : [])))];
  if (models.length === 0) return undefined;
  const low = used(request, refs, request.limits.min_rounds);
  const high = used(request, refs, request.limits.max_rounds);
  return {
    ...{ usd_low: low.usd, usd_high: high.usd, tokens_low: low.tokens, tokens_high: high.tokens, prices_date: pricesDate },
    unpriced: models.filter(([, ref]) => priceOf(ref.provider, ref.model) === undefined).map(([name]) => name),
    untold: models.filter(([, ref]) => ref.provider === 'vscode').map(([name]) => name),
    basis: basisOf(request, models.map(([, ref]) => ref)),
  };
}

type Seats = ReadonlyMap<string, ModelRef | undefined>;
type Named = Extract<ModelRef, { kind: 'model' }>;

function seatsOf({ debaters, provider, models = {} }: EstimateRequest): Seats {
  const of = modelProviderNames.find((name) => name === provider);
  const roles = ['chair', 'verifier', 'audience', 'reporter', 'assessor'] as const;
  const named = [...roles.map((role) => [role, models[role] ?? ''] as const), ...debaters.map(({ name, model }) => [name, models[name] ?? model] as const)];
  return new Map(named.map(([seat, text]) => [seat, parseModelRef(text, of)]));
}

interface Sum {
  usd: number;
  tokens: number;
}

function used(request: EstimateRequest, seats: Seats, rounds: number): Sum {
  const sum: Sum = { usd: 0, tokens: 0 };
  const add = (seat: string, usage: TokenUsage): void => {
    const ref = seats.get(seat);
    if (ref?.kind !== 'model') return;
    const price = priceOf(ref.provider, ref.model);
    sum.tokens += usage.input + usage.cache_write + usage.cache_read + usage.output;
    if (price !== undefined) sum.usd += costOf(usage, price);
  };
  const turns = request.debaters.length * (rounds + 2);
  const record = addTurns(request, { rounds, seats, add });
  for (let round = 1; round <= rounds; round += 1) {
    const recent = request.debaters.length * sizes.turn + round * request.debaters.length * 40;
    add('audience', whole(recent, 150));
    add('chair', whole(recent, 100));
  }
  for (const { role, answer } of Object.values(once)) add(role, whole(record, answer));
  for (let turn = 0; turn < turns; turn += 1) {
    add('chair', { ...cached(seats.get('chair'), sizes.rulesAndBrief, turn > 0), input: sizes.turn + sizes.task, output: sizes.review });
    for (let source = 0; source < sizes.sourcesPerTurn; source += 1) add('verifier', { input: sizes.support, cache_write: 0, cache_read: 0, output: sizes.supportAnswer });
  }
  return sum;
}

const whole = (record: number, output: number): TokenUsage => ({
  ...{ input: Math.max(0, sizes.rulesAndBrief + record) + sizes.task, cache_write: 0, cache_read: 0, output },
});

/** Research and composition of every turn, on a prefix that grows; returns how long the record is in the end. */
function addTurns(
  { debaters }: EstimateRequest,
  { rounds, seats, add }: { rounds: number; seats: Seats; add: (seat: string, usage: TokenUsage) => void },
): number {
  const seen = new Map<string, number>();
  let record: number = sizes.rulesAndBrief;
  for (let round = 0; round <= rounds + 1; round += 1) {
    for (const { name } of debaters) {
      for (const pass of round <= rounds ? (['research', 'turn'] as const) : (['turn'] as const)) {
        const ref = seats.get(name);
        const key = `${pass} ${ref?.kind === 'model' ? `${ref.provider}:${ref.model}` : ''}`;
        const known = seen.get(key) ?? 0;
        seen.set(key, record);
        const prefix = isCaching(ref) ? { cache_read: known, cache_write: record - known } : { cache_read: 0, cache_write: 0 };
        const fresh = isCaching(ref) ? 0 : record;
        // The second request of a research pass repeats the first, and what the tools have returned is new.
        const research = { ...prefix, input: fresh * 2 + sizes.task * 2 + sizes.toolResults, output: sizes.notes };
        const repeated = isCaching(ref) ? { ...research, cache_read: research.cache_read + record } : research;
        const composed = { ...prefix, input: fresh + sizes.task + sizes.notes, output: sizes.turnAnswer };
        add(name, pass === 'research' ? repeated : composed);
      }
      record += sizes.turn + sizes.officials;
    }
  }
  return record;
}

const isCaching = (ref: ModelRef | undefined): boolean => ref?.kind === 'model' && ref.provider === 'anthropic';

const cached = (ref: ModelRef | undefined, prefix: number, isKnown: boolean): Pick<TokenUsage, 'cache_read' | 'cache_write'> => {
  if (!isCaching(ref)) return { cache_read: 0, cache_write: 0 };
  return isKnown ? { cache_read: prefix, cache_write: 0 } : { cache_read: 0, cache_write: prefix };
};

function roundWords({ min_rounds: min, max_rounds: max }: EstimateRequest['limits']): string {
  if (min !== max) return `${min} to ${max} rounds`;
  return min === 1 ? 'one round' : `${min} rounds`;
}

function basisOf({ debaters, limits }: EstimateRequest, models: readonly Named[]): string[] {
  const priced = models.flatMap(({ provider, model }) => {
    const price = priceOf(provider, model);
    return price === undefined ? [] : [`${model}: $${price.input} in, $${price.output} out for a million tokens (${pricesDate})`];
  });
  const providers = [...new Set(models.map(({ provider }): ModelProviderName => provider))];
  return [
    `${debaters.length} debaters, ${roundWords(limits)}, an opening and a closing each`,
    `turns of about ${sizes.turnAnswer} tokens with ${sizes.sourcesPerTurn} sources, each source judged`,
    `about ${sizes.toolResults} tokens of research for a turn`,
    ...(providers.includes('anthropic') ? ['the record is read from the provider’s cache where it was written within five minutes'] : []),
    ...priced,
  ];
}
