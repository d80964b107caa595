import { Deadline } from '../../async/deadline';

export interface Waits {
  /** For the first token, in milliseconds. */
  firstMs: number;
  /** For whatever comes next. */
  stallMs: number;
}

/** What comes after the end was told is usage alone: worth no longer wait than this. */
const graceMs = 5_000;

/** A request's signal: aborted by its caller's, or when nothing was heard for too long. */
export class StreamWatch extends Deadline {
  readonly #stallMs: number;

  constructor({ firstMs, stallMs }: Waits, signal: AbortSignal) {
    super({ ms: firstMs, signal });
    this.#stallMs = stallMs;
  }

  /** For how long nothing was heard, where that was too long and nobody else had aborted. */
  get firedAfterMs(): number | undefined {
    return this.isLate ? this.ms : undefined;
  }

  /** Something was heard. */
  touch(): void {
    this.restart();
  }

  /** The model speaks, or has said its last word. */
  hear(what: 'begun' | 'finished'): void {
    this.restart(what === 'begun' ? this.#stallMs : Math.min(this.#stallMs, graceMs));
  }
}
