import { unlessAborted } from '../async/deadline';

/** How long a failure is remembered. Milliseconds. */
const rememberedMs = 5 * 60_000;

interface SharedRead<T> {
  work: Promise<T>;
  /** When nobody waits for it. */
  stop: AbortController;
  waiting: number;
}

/** Callers at the same time share one read; failures are remembered for some minutes. */
export class SharedReads<T> {
  readonly #reading = new Map<string, SharedRead<T>>();
  readonly #failed = new Map<string, { until: number; result: T }>();

  constructor(private readonly options: { isFailure: (result: T) => boolean; clock: () => number }) {}

  /** Rejects with the signal's reason; the work goes on while anybody waits for it. */
  async read(
    key: string,
    { signal, isAgain }: { signal: AbortSignal; isAgain: boolean },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const failed = this.#failed.get(key);
    if (!isAgain && failed !== undefined && this.options.clock() < failed.until) return failed.result;
    const reading = this.#reading.get(key) ?? this.#start(key, work);
    reading.waiting += 1;
    try {
      return await unlessAborted(reading.work, signal);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0) {
        reading.stop.abort(signal.reason);
        if (this.#reading.get(key) === reading) this.#reading.delete(key);
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): SharedRead<T> {
    const stop = new AbortController();
    const reading: SharedRead<T> = { work: this.#remembered(key, work(stop.signal)), stop, waiting: 0 };
    this.#reading.set(key, reading);
    return reading;
  }

  async #remembered(key: string, work: Promise<T>): Promise<T> {
    const result = await work;
    if (this.options.isFailure(result)) this.#failed.set(key, { until: this.options.clock() + rememberedMs, result });
    else this.#failed.delete(key);
    return result;
  }
}
