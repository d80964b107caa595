export interface Waits {
  /** For the first token, in milliseconds. */
  firstMs: number;
  /** For whatever comes next. */
  stallMs: number;
}

/** What comes after the end was told is usage alone: worth no longer wait than this. */
const graceMs = 5_000;

/**
 * A request's signal: aborted by its caller's, or when nothing was heard for too long. Always `stop` it, or the caller's signal,
 * which lives as long as the debate, keeps it.
 */
export class StreamWatch {
  readonly #controller = new AbortController();
  readonly #forward = (): void => this.#controller.abort();
  readonly #outer: AbortSignal;
  readonly #waits: Waits;
  #timer: NodeJS.Timeout;
  #ms: number;
  #hasFired = false;

  constructor(waits: Waits, outer: AbortSignal) {
    this.#waits = waits;
    this.#ms = waits.firstMs;
    this.#outer = outer;
    this.#timer = this.#start();
    if (outer.aborted) this.#forward();
    else outer.addEventListener('abort', this.#forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** For how long nothing was heard, where that was too long and nobody else had aborted. */
  get firedAfterMs(): number | undefined {
    return this.#hasFired ? this.#ms : undefined;
  }

  /** Something was heard. */
  touch(): void {
    clearTimeout(this.#timer);
    if (!this.#controller.signal.aborted) this.#timer = this.#start();
  }

  /** The model speaks, or has said its last word. */
  hear(what: 'begun' | 'finished'): void {
    const { stallMs } = this.#waits;
    this.#ms = what === 'begun' ? stallMs : Math.min(stallMs, graceMs);
    this.touch();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#forward);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => {
      if (this.#controller.signal.aborted) return;
      this.#hasFired = true;
      this.#controller.abort();
    }, this.#ms);
  }
}
