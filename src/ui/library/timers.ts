import type { Disposable } from '../emitter';

/** Work that is put off a little: who asks for the same again while it waits is served with it. */
export class Timers implements Disposable {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #isDisposed = false;

  later(what: string, delayMs: number, work: () => void): void {
    if (this.#isDisposed || this.#waiting.has(what)) return;
    const run = (): void => {
      this.#waiting.delete(what);
      work();
    };
    this.#waiting.set(what, setTimeout(run, delayMs));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}
