import { Deadline } from '../async/deadline';

/** A request's signal: aborted by its caller's, or after a long silence. */
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

  /** The awaited part has come; it is over after `ms`, whatever follows. */
  finish(ms: number): void {
    if (this.#isLast) return;
    this.#isLast = true;
    this.restart(Math.min(this.stallMs, ms));
  }
}
