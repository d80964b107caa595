/**
 * A request's signal: aborted by its caller's, or when nothing was heard for too long. Always `stop` it, or the caller's signal,
 * which lives as long as the debate, keeps it.
 */
export class IdleWatch {
  readonly #controller = new AbortController();
  readonly #forward = (): void => this.#controller.abort();
  readonly #outer: AbortSignal;
  #timer: NodeJS.Timeout;
  readonly #ms: number;
  #isLast = false;
  #hasFired = false;

  constructor(ms: number, outer: AbortSignal) {
    this.#ms = ms;
    this.#outer = outer;
    this.#timer = this.#start(ms);
    if (outer.aborted) this.#forward();
    else outer.addEventListener('abort', this.#forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The wait was too long, and nobody else had aborted. */
  get hasFired(): boolean {
    return this.#hasFired;
  }

  /** Something was heard. */
  touch(): void {
    if (!this.#isLast) this.#restart(this.#ms);
  }

  /** What was waited for has come; whatever is heard from now on, it is over after `ms`. */
  finish(ms: number): void {
    if (this.#isLast) return;
    this.#isLast = true;
    this.#restart(ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#forward);
  }

  #restart(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#controller.signal.aborted) this.#timer = this.#start(ms);
  }

  #start(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#controller.signal.aborted) return;
      this.#hasFired = true;
      this.#controller.abort();
    }, ms);
  }
}
