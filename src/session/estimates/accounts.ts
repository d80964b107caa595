import { priceFor, type GivenPrices } from '../../models/prices';
import { costOf, descriptorOf } from '../../models/providers';
import type { ModelRef } from '../../models/modelRef';
import type { TokenUsage } from '../../models/provider';

/** Who sits where, by role or debater. */
export type SeatRefs = ReadonlyMap<string, ModelRef | undefined>;

/** Tokens that tasks of all formats have in common, rounded up by hand; `npm run bench -- model-cost` holds them against a standard debate. */
export const sizes = {
  rulesAndBrief: 1_900,
  task: 900,
  notes: 700,
  toolResults: 5_000,
  /** Rules, prompt, claim and passage with its surroundings. */
  support: 2_400,
  supportAnswer: 80,
} as const;

export interface Sum {
  usd: number;
  tokens: number;
}

interface ModelPass {
  /** Requests with the same prefix to the same model. */
  lineage: string;
  /** Rules, brief and record: what grows at its end. */
  prefix: number;
  /** What is new to each request of the pass: task, cue, notes. */
  fresh: number;
  answer: number;
  /** What tools return, sent with the second request; without it there is one request. */
  toolResults?: number;
}

/** Adds up what the requests of a debate use, with a prefix cache where the provider keeps one that is told of. */
export class Accounts {
  readonly sum: Sum = { usd: 0, tokens: 0 };
  readonly #known = new Map<string, number>();

  constructor(
    private readonly seats: SeatRefs,
    private readonly prices?: GivenPrices,
  ) {}

  add(seat: string, usage: TokenUsage): void {
    const ref = this.seats.get(seat);
    if (ref?.kind !== 'model') return;
    const price = priceFor(ref, this.prices);
    this.sum.tokens += usage.input + usage.cache_write + usage.cache_read + usage.output;
    if (price !== undefined) this.sum.usd += costOf(usage, price);
  }

  /** A task on a prefix that is read from the cache as far as its lineage has been asked before. */
  pass(seat: string, { lineage, prefix, fresh, answer, toolResults }: ModelPass): void {
    const requests = toolResults === undefined ? 1 : 2;
    const input = fresh * requests + (toolResults ?? 0);
    if (!this.#isCaching(seat)) {
      this.add(seat, { input: prefix * requests + input, cache_write: 0, cache_read: 0, output: answer });
      return;
    }
    const ref = this.seats.get(seat);
    const key = `${lineage} ${ref?.kind === 'model' ? ref.model : ''}`;
    const known = Math.min(prefix, this.#known.get(key) ?? 0);
    this.#known.set(key, prefix);
    this.add(seat, { input, cache_write: prefix - known, cache_read: known + prefix * (requests - 1), output: answer });
  }

  /** A task that is asked once, and written to no cache. */
  once(seat: string, input: number, output: number): void {
    this.add(seat, { input, cache_write: 0, cache_read: 0, output });
  }

  /** Each source whose support a model has to judge. */
  sources(count: number): void {
    for (let source = 0; source < count; source += 1) this.once('verifier', sizes.support, sizes.supportAnswer);
  }

  #isCaching(seat: string): boolean {
    const ref = this.seats.get(seat);
    return ref?.kind === 'model' && descriptorOf(ref.provider).keepsPrefixes;
  }
}
