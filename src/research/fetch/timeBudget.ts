import { withDeadline } from '../../async/deadline';

/** A total time for work in several pieces; waiting between them is free. */
export class TimeBudget {
  #leftMs: number;
  readonly #spent: () => Error;

  /** `spent` makes the error that stops the work when the time is used up. */
  constructor(totalMs: number, spent: () => Error) {
    this.#leftMs = totalMs;
    this.#spent = spent;
  }

  get leftMs(): number {
    return Math.max(0, this.#leftMs);
  }

  /** For time spent elsewhere that counts. */
  charge(ms: number): void {
    this.#leftMs -= ms;
  }

  /** Rejects when the time is up or `outer` aborts, even if the work ignores its signal. */
  async spend<T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await withDeadline({ signal: outer, ms: this.leftMs, late: this.#spent }, work);
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }
}
