import type { ModelEntry } from './models';
import { emptyPrefix, extendPrefix, prefixesOf, type Prefix, type Prompt, type PromptBlock } from './prompt';

/** Billing of a prompt's tokens. */
export interface PromptUsage {
  /** Tokens neither read from the cache nor written to it. */
  input: number;
  read: number;
  write5m: number;
  write1h: number;
}

export interface CacheEntry extends Prefix {
  model: string;
  ttl: '5m' | '1h';
  /** Time by the cache's clock, in milliseconds. */
  expires: number;
}

const lifetimes = { '5m': 5 * 60_000, '1h': 60 * 60_000 } as const;

/** Positions that one breakpoint searches, its own being the first. */
const lookback = 20;

const isRun = (block: PromptBlock, next: PromptBlock): boolean =>
  block.type === next.type && (block.type === 'tool_use' || block.type === 'tool_result');

/** One request's use of the cache, from its arrival to its end. */
export interface CacheTicket {
  /** Usage so far; {@link iterate} adds to it. */
  usage(): PromptUsage;
  /** Marks the beginning of the answer: from now on others can read what this request writes. */
  begin(): void;
  /** Bills a server tool's run: the model reads everything again, with its own text and the tool's result. */
  iterate(answered: readonly PromptBlock[]): void;
}

/**
 * Keeps the documented accounts of the prompt cache.
 * - A prefix is written at a breakpoint and nowhere else, if it has the model's minimum; it can be read when the answer
 *   of the request that wrote it has begun.
 * - A breakpoint finds the longest prefix that was written at one of the 20 positions up to itself.
 * - An entry's life is counted from the start of the request that wrote or last read it.
 */
export class PrefixCache {
  readonly #entries = new Map<string, CacheEntry>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Entries that can be read now. */
  entries(): CacheEntry[] {
    return [...this.#entries.values()].filter((entry) => entry.expires > this.now());
  }

  /** Opens a request: its reads are settled now, its writes exist once its answer begins. */
  open(prompt: Prompt): CacheTicket {
    return new Ticket(prompt, {
      start: this.now(),
      find: (hash, start) => this.#find(hash, start),
      write: (entry) => this.#entries.set(entry.hash, entry),
    });
  }

  #find(hash: string, start: number): CacheEntry | undefined {
    const entry = this.#entries.get(hash);
    return entry !== undefined && entry.expires > start ? entry : undefined;
  }
}

interface Store {
  start: number;
  find(hash: string, start: number): CacheEntry | undefined;
  write(entry: CacheEntry): void;
}

interface Breakpoint extends Prefix {
  index: number;
  ttl: '5m' | '1h';
}

class Ticket implements CacheTicket {
  readonly #model: ModelEntry;
  readonly #usage: PromptUsage;
  readonly #breakpoints: readonly Breakpoint[];
  readonly #pending: CacheEntry[] = [];
  #end: Prefix;
  /** Tokens up to which everything was read or written; 0 if this request caches nothing. */
  #cached: number;
  #hasBegun = false;

  constructor(
    prompt: Prompt,
    private readonly store: Store,
  ) {
    const prefixes = prefixesOf(prompt);
    this.#model = prompt.model;
    this.#end = prefixes.at(-1) ?? emptyPrefix(prompt);
    const breakpoints = prompt.blocks.flatMap((block, index): Breakpoint[] => {
      const prefix = prefixes[index];
      return block.mark === undefined || prefix === undefined ? [] : [{ ...prefix, index, ttl: block.mark }];
    });
    const hit = longest(breakpoints.map(({ index }) => this.#lookBack(prompt.blocks, prefixes, index)));
    this.#breakpoints = breakpoints.filter(({ tokens }) => tokens >= this.#model.minCacheTokens);
    this.#usage = this.#bill(hit?.tokens ?? 0);
    this.#cached = this.#end.tokens - this.#usage.input;
    this.#keepAlive(hit);
    for (const { hash, tokens, ttl } of this.#breakpoints) this.#plan({ hash, tokens }, ttl);
  }

  usage(): PromptUsage {
    return { ...this.#usage };
  }

  begin(): void {
    this.#hasBegun = true;
    for (const entry of this.#pending.splice(0)) this.store.write(entry);
  }

  iterate(answered: readonly PromptBlock[]): void {
    this.#end = answered.reduce(extendPrefix, this.#end);
    const fresh = this.#end.tokens - this.#cached;
    this.#usage.read += this.#cached;
    // A request that uses the cache gets a five-minute breakpoint after each result of a server tool.
    if (this.#breakpoints.length === 0) {
      this.#usage.input += fresh;
      return;
    }
    this.#usage.write5m += fresh;
    this.#cached = this.#end.tokens;
    this.#plan(this.#end, '5m');
    if (this.#hasBegun) this.begin();
  }

  #lookBack(blocks: readonly PromptBlock[], prefixes: readonly Prefix[], from: number): CacheEntry | undefined {
    let positions = 0;
    for (let index = from; index >= 0; index--) {
      const [block, next] = [blocks[index], blocks[index + 1]];
      if (index === from || block === undefined || next === undefined || !isRun(block, next)) positions++;
      if (positions > lookback) return undefined;
      const entry = this.store.find(prefixes[index]?.hash ?? '', this.store.start);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /**
   * Bills longer lives first, as in a prompt: tokens up to the last breakpoint of an hour cost the price of an hour.
   */
  #bill(read: number): PromptUsage {
    const endOf = (points: readonly Breakpoint[]): number => Math.max(read, ...points.map(({ tokens }) => tokens));
    const hour = endOf(this.#breakpoints.filter(({ ttl }) => ttl === '1h'));
    const end = endOf(this.#breakpoints);
    return { input: this.#end.tokens - end, read, write1h: hour - read, write5m: end - hour };
  }

  /**
   * Extends the life of used entries: the one that was found, and those at this request's own breakpoints before it.
   */
  #keepAlive(hit: CacheEntry | undefined): void {
    if (hit === undefined) return;
    const own = this.#breakpoints
      .filter(({ tokens }) => tokens <= hit.tokens)
      .map(({ hash }) => this.store.find(hash, this.store.start));
    for (const entry of [hit, ...own])
      if (entry !== undefined) this.store.write({ ...entry, expires: this.store.start + lifetimes[entry.ttl] });
  }

  #plan(prefix: Prefix, ttl: '5m' | '1h'): void {
    if (this.store.find(prefix.hash, this.store.start) !== undefined) return;
    this.#pending.push({ ...prefix, ttl, model: this.#model.id, expires: this.store.start + lifetimes[ttl] });
  }
}

const longest = (found: readonly (CacheEntry | undefined)[]): CacheEntry | undefined =>
  found.reduce((best, entry) => (entry !== undefined && entry.tokens > (best?.tokens ?? 0) ? entry : best), undefined);
