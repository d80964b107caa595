import { ofFormat, standardFormat } from '../debate/formats/formatName';
import { formatNamed, type FormatName } from '../debate/formats/registry';
import { isGivenPrice, priceFor, type GivenPrices } from '../models/prices';
import { descriptorOf, pricesDate } from '../models/providers';
import { parseModelRef, type ModelRef } from '../models/modelRef';
import { modelProvider } from '../models/provider';
import type { Limits } from '../debate/entryData';
import type { ProviderName } from './modelPlan';
import { PlanError } from './planError';
import { Accounts, type SeatRefs, type Sum } from './estimates/accounts';
import { dialecticUse } from './estimates/dialectic';
import type { FormatUse, SizedPlan } from './estimates/formatUse';
import { panelUse } from './estimates/panel';
import { tribunalUse } from './estimates/tribunal';

/**
 * What a debate will use, from its size. The range is that of the rounds. How long answers turn
 * out and how much is researched are the models' affair: the sizes are assumed.
 */

/** By format; of one that is not here nothing is foretold. */
const uses: Readonly<Record<FormatName, FormatUse | undefined>> = {
  panel: panelUse,
  tribunal: tribunalUse,
  dialectic: dialecticUse,
};

export interface EstimateRequest extends SizedPlan {
  provider: ProviderName;
  /** The standard format where it is not said. */
  format?: string;
  models?: Readonly<Record<string, string>>;
  /** What the user says that models cost. */
  prices?: GivenPrices | undefined;
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
  const use = ofFormat(uses, request.format ?? standardFormat, undefined);
  const seats = seatsOf(request);
  const models = [
    ...new Map(
      [...seats.values()].flatMap((ref) => (ref?.kind === 'model' ? [[`${ref.provider}:${ref.model}`, ref]] : [])),
    ),
  ];
  if (models.length === 0 || use === undefined) return undefined;
  const rounds = use.rounds(request);
  const usedIn = (count: number): Sum => used(use, request, { seats, rounds: count });
  const [low, high] = [usedIn(rounds.low), usedIn(rounds.high)];
  return {
    usd_low: low.usd,
    usd_high: high.usd,
    tokens_low: low.tokens,
    tokens_high: high.tokens,
    prices_date: pricesDate,
    unpriced: models.filter(([, ref]) => priceFor(ref, request.prices) === undefined).map(([name]) => name),
    untold: models.filter(([, ref]) => !descriptorOf(ref.provider).tellsUsage).map(([name]) => name),
    basis: [
      ...use.basis(request),
      ...priceWords(
        models.map(([, ref]) => ref),
        request.prices,
      ),
    ],
  };
}

function used(use: FormatUse, plan: EstimateRequest, { seats, rounds }: { seats: SeatRefs; rounds: number }): Sum {
  const accounts = new Accounts(seats, plan.prices);
  use.add(plan, rounds, accounts);
  return accounts.sum;
}

function seatsOf({ debaters, provider, format = standardFormat, models = {} }: EstimateRequest): SeatRefs {
  const of = modelProvider(provider);
  const roles = formatNamed(format)?.roles ?? [];
  const named = [
    ...roles.map((role) => [role, models[role] ?? ''] as const),
    ...debaters.map(({ name, model }) => [name, models[name] ?? model] as const),
  ];
  return new Map(named.map(([seat, text]) => [seat, parseModelRef(text, of)]));
}

function priceWords(models: readonly Extract<ModelRef, { kind: 'model' }>[], given?: GivenPrices): string[] {
  const priced = models.flatMap((ref) => {
    const { model } = ref;
    const price = priceFor(ref, given);
    const source = isGivenPrice(ref, given) ? 'as you set it' : pricesDate;
    return price === undefined
      ? []
      : [`${model}: $${price.input} in, $${price.output} out for a million tokens (${source})`];
  });
  return [
    ...(models.some(({ provider }) => descriptorOf(provider).keepsPrefixes)
      ? ['the record is read from the provider’s cache where it was written within five minutes']
      : []),
    ...priced,
  ];
}

/**
 * A budget in money cannot hold where the price of a model is not known: that is settled before anything is spent.
 *
 * @throws PlanError `unpriced` with the models, and what to do.
 */
export function requirePrices(request: EstimateRequest & { limits: Pick<Limits, 'budget_usd'> }): void {
  const { budget_usd: budget } = request.limits;
  const unpriced = budget === null ? [] : (estimateOf(request)?.unpriced ?? []);
  if (budget === null || unpriced.length === 0) return;
  throw new PlanError(
    'unpriced',
    `The budget of $${budget.toFixed(2)} cannot hold: the price of ${unpriced.join(', ')} is not known. Say what a million tokens cost, in and out (setting rostrum.prices, or --price ${unpriced[0] ?? ''}=0.50/1.50; 0/0 where it costs nothing), or leave the budget out.`,
  );
}
