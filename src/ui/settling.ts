import type { Disposable } from './emitter';

/** What comes within this time is taken together. */
const settleMs = 250;
/** Of a long record what is done may take long: it has at most this part of the time. */
const share = 20;
const longestMs = 5_000;
/** What is done goes through what was folded, which takes a part of what it took to read it. */
const ofOpening = 1 / 4;

/** Does something once, a while after it was first due: 250 ms, and longer where the last time took long; before the first, where the record took long to open. */
export class Settling implements Disposable {
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;
  #tookMs: number;

  constructor(
    private readonly done: () => void | Promise<void>,
    openedInMs = 0,
  ) {
    this.#tookMs = openedInMs * ofOpening;
  }

  begin(): void {
    if (this.#isDisposed) return;
    const delayMs = Math.min(longestMs, Math.max(settleMs, share * this.#tookMs));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const started = performance.now();
      const took = (): void => {
        this.#tookMs = performance.now() - started;
      };
      const done = this.done();
      if (done === undefined) took();
      else void done.then(took);
    }, delayMs).unref();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }
}
