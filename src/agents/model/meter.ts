import type { Usage } from '../../debate/entryData';
import { costOf, priceOf } from '../../models/prices';
import type { ModelProviderName, TokenUsage } from '../../models/provider';

/** Adds up what a task used, failed requests included, at the price of its model. */
export class Meter {
  #usage: Usage | undefined;

  constructor(
    private readonly provider: ModelProviderName,
    private readonly model: string,
  ) {}

  /** Undefined while no request was made. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  add(used: TokenUsage, isEstimated = false): void {
    const price = priceOf(this.provider, this.model);
    const before = this.#usage ?? { input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 };
    this.#usage = {
      ...before,
      input: before.input + used.input,
      cache_write: before.cache_write + used.cache_write,
      cache_read: before.cache_read + used.cache_read,
      output: before.output + used.output,
      usd: rounded(before.usd + (price === undefined ? 0 : costOf(used, price))),
      ...(isEstimated ? { estimated: true } : {}),
      ...(price === undefined ? { unpriced: true } : {}),
    };
  }
}

/** A millionth of a cent: without it, sums of binary fractions fill the record with digits. */
const rounded = (usd: number): number => Math.round(usd * 1e8) / 1e8;
