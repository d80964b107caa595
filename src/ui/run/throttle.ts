import type { Disposable } from '../emitter';

/** Acts at once, then at most once per interval; what is asked for meanwhile is done at its end, so that the last is never lost. */
export class Throttle implements Disposable {
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(
    private readonly intervalMs: number,
    private readonly act: () => void,
  ) {}

  call(): void {
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#isDue = false;
    this.#timer = setTimeout(() => this.#pass(), this.intervalMs);
    this.act();
  }

  /** What is due was done in another way. */
  forget(): void {
    this.#isDue = false;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
  }

  #pass(): void {
    this.#timer = undefined;
    if (this.#isDue) this.call();
  }
}
