import { Deadline } from '../async/deadline';

/** A request's signal: aborted by its caller's, or when nothing was heard for too long. */
export class IdleWatch extends Deadline {
  #isLast = false;

  /** Milliseconds; the first sign may take longer than the next ones. */
  constructor(
    private readonly stallMs: number,
    signal: AbortSignal,
    firstMs = stallMs,
  ) {
    super({ ms: firstMs, signal });
  }

  /** Something was heard. */
  touch(): void {
    if (!this.#isLast) this.restart();
  }

  /** The answer itself has begun. */
  begin(): void {
    if (!this.#isLast) this.restart(this.stallMs);
  }

  /** What was waited for has come; whatever is heard from now on, it is over after `ms`. */
  finish(ms: number): void {
    if (this.#isLast) return;
    this.#isLast = true;
    this.restart(Math.min(this.stallMs, ms));
  }
}
