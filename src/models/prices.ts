import type { ModelProviderName, TokenUsage } from './provider';

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Written to the provider's five-minute cache. */
  cacheWrite: number;
  cacheRead: number;
  /** For a thousand searches on the provider's side. */
  searches: number;
  /** Prompts above this many tokens cost so many times as much, output included. */
  longPrompt?: { above: number; factor: number };
}

/** The month of the copies of the provider's model pages that the prices below were read from; nobody has asked the provider since. */
export const pricesDate = '2026-10';

/** A cache write costs 1.25 times the input; a read the given share of it. */
function anthropic(input: number, output: number, readShare: number, longPrompt?: Price['longPrompt']): Price {
  const caching = { cacheWrite: input * 1.25, cacheRead: input * readShare };
  return { input, output, ...caching, searches: 10, ...(longPrompt === undefined ? {} : { longPrompt }) };
}

/** By the model's id; a dated version (`-20261001`) costs what the model costs. */
const anthropicPrices: Readonly<Record<string, Price>> = {
  'claude-opus-5-5': anthropic(4, 20, 0.05),
  'claude-sonnet-5-5': anthropic(2, 10, 0.05),
  'claude-opus-5': anthropic(5, 25, 0.1),
  'claude-haiku-5-5': anthropic(0.1, 0.5, 0.1, { above: 100_000, factor: 5 }),
  'claude-fable-5-1': anthropic(10, 50, 0.025),
};

/** Undefined where no price is known: then only tokens are told, and a budget in money cannot hold. */
export function priceOf(provider: ModelProviderName, model: string): Price | undefined {
  if (provider !== 'anthropic') return undefined;
  return anthropicPrices[model.replace(/-20\d{6}$/, '')];
}

/** US dollars of one request. */
export function costOf(usage: TokenUsage, price: Price): number {
  const { input, cache_write, cache_read, output, searches = 0 } = usage;
  const prompt = input + cache_write + cache_read;
  const factor = price.longPrompt !== undefined && prompt > price.longPrompt.above ? price.longPrompt.factor : 1;
  const tokens =
    input * price.input + cache_write * price.cacheWrite + cache_read * price.cacheRead + output * price.output;
  return (tokens * factor) / 1_000_000 + (searches * price.searches) / 1_000;
}
