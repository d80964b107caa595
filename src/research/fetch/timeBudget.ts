import { withDeadline } from '../../async/deadline';

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
    const started = performance.now();
    try {
      return await withDeadline({ signal: outer, ms: this.leftMs, late: this.#spent }, work);
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }
}
