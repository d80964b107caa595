import { Deadline } from '../../async/deadline';

/** A request's signal: aborted by its caller's, or when nothing was heard for too long. */
export class IdleWatch extends Deadline {
  #isLast = false;

  constructor(ms: number, signal: AbortSignal) {
    super({ ms, signal });
  }

  /** Something was heard. */
  touch(): void {
    if (!this.#isLast) this.restart();
  }

  /** What was waited for has come; whatever is heard from now on, it is over after `ms`. */
  finish(ms: number): void {
    if (this.#isLast) return;
    this.#isLast = true;
    this.restart(ms);
  }
}
