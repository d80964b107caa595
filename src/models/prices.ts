import * as z from 'zod';
import type { Price } from './descriptor';
import type { ModelProviderName } from './provider';
import { descriptorOf, priceOf } from './providers';

const dollars = z.number().min(0).max(100_000);

/**
 * US dollars for a million tokens, as the user says; `0` where it costs nothing. Caches cost what input costs unless
 * said: estimates err towards more.
 */
const givenPriceSchema = z.object({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  /** For a thousand searches on the provider's side. */
  searches: dollars.optional(),
});

/** By reference (`openai-compatible:qwen3`) or by the model's name or short name (`sonnet`). */
export const givenPricesSchema = z.record(z.string().min(1), givenPriceSchema);
export type GivenPrices = Readonly<z.infer<typeof givenPricesSchema>>;

interface PricedModel {
  provider: ModelProviderName;
  model: string;
  /** Anybody may serve a model under any name. */
  origin: string | undefined;
}

/** What a price may be given for. */
export function priceNames({ provider, model }: Omit<PricedModel, 'origin'>): string[] {
  const short = Object.entries(descriptorOf(provider).aliases ?? {}).flatMap(([name, of]) =>
    of === model ? [name] : [],
  );
  return [model, ...short].flatMap((name) => [`${provider}:${name}`, name]);
}

/** The user's goes before the table's. Undefined if neither is known. */
export function priceFor({ provider, model, origin }: PricedModel, given: GivenPrices = {}): Price | undefined {
  const key = priceNames({ provider, model }).find((name) => Object.hasOwn(given, name));
  const said = key === undefined ? undefined : given[key];
  if (said === undefined) return priceOf(provider, model, origin);
  const { input, output, cacheRead = input, cacheWrite = input, searches = 0 } = said;
  return { input, output, cacheRead, cacheWrite, searches };
}

/** In a record's setup; what is no price is none. */
export const pricesIn = (setup: Readonly<Record<string, unknown>>): GivenPrices =>
  givenPricesSchema.safeParse(setup['prices']).data ?? {};
