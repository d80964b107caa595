import type { Disposable } from './emitter';

/** What comes within this time is taken together. */
const settleMs = 250;
/** Of a long record what is done may take long: it has at most this part of the time. */
const share = 5;
const longestMs = 5_000;

/** Does something once, a while after it was first due: 250 ms, and longer where the last time took long, or `tookMs` before the first. */
export class Settling implements Disposable {
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;
  #tookMs: number;

  constructor(
    private readonly done: () => unknown,
    tookMs = 0,
  ) {
    this.#tookMs = tookMs;
  }

  begin(): void {
    if (this.#isDisposed) return;
    const delayMs = Math.min(longestMs, Math.max(settleMs, share * this.#tookMs));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const started = performance.now();
      this.done();
      this.#tookMs = performance.now() - started;
    }, delayMs).unref();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }
}
