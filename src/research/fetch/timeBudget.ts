/** So much time in all, however many pieces it is spent in; waiting between the pieces costs nothing. */
export class TimeBudget {
  #leftMs: number;
  readonly #spent: () => Error;

  /** `spent` makes the error with which work is stopped when the time is used up. */
  constructor(totalMs: number, spent: () => Error) {
    this.#leftMs = totalMs;
    this.#spent = spent;
  }

  get leftMs(): number {
    return Math.max(0, this.#leftMs);
  }

  /** For time that passed elsewhere and is to count. */
  charge(ms: number): void {
    this.#leftMs -= ms;
  }

  /** Rejects when the time is up or `outer` aborts, even when the work does not heed its signal. */
  async spend<T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    outer.throwIfAborted();
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const onAbort = (): void => controller.abort(outer.reason);
    outer.addEventListener('abort', onAbort, { once: true });
    const started = performance.now();
    const timer = setTimeout(() => controller.abort(this.#spent()), Math.max(0, this.#leftMs));
    try {
      return await Promise.race([work(signal), stopped]);
    } finally {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
      this.#leftMs -= performance.now() - started;
    }
  }
}
