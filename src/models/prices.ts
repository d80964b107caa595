import type { Price } from './descriptor';
import type { ModelProviderName, TokenUsage } from './provider';
import { descriptorOf } from './providers';

/** The month of the copies of the provider's model pages that the prices in `anthropic/descriptor.ts` were read from; nobody has asked the provider since. */
export const pricesDate = '2026-10';

/** Undefined where no price is known: then only tokens are told, and a budget in money cannot hold. */
export const priceOf = (provider: ModelProviderName, model: string): Price | undefined =>
  descriptorOf(provider).price?.(model);

/** US dollars of one request. */
export function costOf(usage: TokenUsage, price: Price): number {
  const { input, cache_write, cache_read, output, searches = 0 } = usage;
  const prompt = input + cache_write + cache_read;
  const factor = price.longPrompt !== undefined && prompt > price.longPrompt.above ? price.longPrompt.factor : 1;
  const tokens =
    input * price.input + cache_write * price.cacheWrite + cache_read * price.cacheRead + output * price.output;
  return (tokens * factor) / 1_000_000 + (searches * price.searches) / 1_000;
}
