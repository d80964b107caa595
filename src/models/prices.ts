import * as z from 'zod';
import type { Price } from './descriptor';
import type { ModelProviderName } from './provider';
import { descriptorOf, priceOf } from './providers';

const dollars = z.number().min(0).max(100_000);

/**
 * Prices that the user states, in US dollars per million tokens; `0` for a free model. Unstated cache prices equal the
 * input's, so estimates rather err high.
 */
const givenPriceSchema = z.object({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  /** Price of a thousand searches by the provider. */
  searches: dollars.optional(),
});

/** Prices by reference (`openai-compatible:qwen3`), or by the model's name or short name (`sonnet`). */
export const givenPricesSchema = z.record(z.string().min(1), givenPriceSchema);
export type GivenPrices = Readonly<z.infer<typeof givenPricesSchema>>;

interface PricedModel {
  provider: ModelProviderName;
  model: string;
  /** Origin of the requests, because any server may use any model's name. */
  origin: string | undefined;
}

/** Names under which a model's price may be given. */
export function priceNames({ provider, model }: Omit<PricedModel, 'origin'>): string[] {
  const short = Object.entries(descriptorOf(provider).aliases ?? {}).flatMap(([name, of]) =>
    of === model ? [name] : [],
  );
  return [model, ...short].flatMap((name) => [`${provider}:${name}`, name]);
}

/** The user's price comes before the table's. Undefined if neither is known. */
export function priceFor({ provider, model, origin }: PricedModel, given: GivenPrices = {}): Price | undefined {
  const key = priceNames({ provider, model }).find((name) => Object.hasOwn(given, name));
  const said = key === undefined ? undefined : given[key];
  if (said === undefined) return priceOf(provider, model, origin);
  const { input, output, cacheRead = input, cacheWrite = input, searches = 0 } = said;
  return { input, output, cacheRead, cacheWrite, searches };
}

/** Prices in a record's setup; an invalid value counts as none. */
export const pricesIn = (setup: Readonly<Record<string, unknown>>): GivenPrices =>
  givenPricesSchema.safeParse(setup['prices']).data ?? {};
