import { setMaxListeners } from 'node:events';

export interface DeadlineOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds; Infinity for no limit. */
  ms: number;
  /** Makes the reason with which to stop when the time is up. Default: an Error that names the time. */
  late?: () => Error;
}

/** The longest wait that a timer knows; a longer one ends at once. */
const longestMs = 2 ** 31 - 1;

/**
 * A signal that aborts with another one, or when its time is up. It holds timer and listener itself, because a listener
 * on `AbortSignal.any([AbortSignal.timeout(n), signal])` is never called if the source was garbage collected meanwhile.
 * Always dispose of it, or the outer signal keeps it.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #late: (() => Error) | undefined;
  readonly #pass = (): void => this.#controller.abort(this.#outer?.reason);
  #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor({ signal, ms, late }: DeadlineOptions) {
    this.#outer = signal;
    this.#ms = ms;
    this.#late = late;
    setMaxListeners(0, this.signal);
    if (signal?.aborted === true) {
      this.#pass();
      return;
    }
    // Many listeners on a debate's signal are no leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener('abort', this.#pass, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether its time was up before it was aborted. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Milliseconds from the last start on. */
  get ms(): number {
    return this.#ms;
  }

  /** Starts the time again from now. */
  restart(ms: number = this.#ms): void {
    clearTimeout(this.#timer);
    this.#ms = ms;
    if (this.signal.aborted || ms === Infinity) return;
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, Math.min(ms, longestMs)));
  }

  /**
   * Returns the result of the work. Rejects with the signal's reason if that aborts first, even if the work ignores the
   * signal.
   */
  async first<T>(work: PromiseLike<T>): Promise<T> {
    const { signal } = this;
    let stop: () => void = () => undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      stop = () => reject(reasonOf(signal));
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#pass);
  }

  #expire(): void {
    if (this.signal.aborted) return;
    this.#isLate = true;
    this.#controller.abort(this.#late?.() ?? new Error(`Nothing came for ${Math.round(this.#ms / 100) / 10} seconds.`));
  }
}

/**
 * Returns the result of work within its time; the work may have begun. Rejects like `first` when the time is up or the
 * outer signal aborts; the work gets that signal.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: PromiseLike<T> | ((signal: AbortSignal) => PromiseLike<T>),
): Promise<T> {
  const deadline = new Deadline(options);
  try {
    if (typeof work === 'function') deadline.signal.throwIfAborted();
    return await deadline.first(typeof work === 'function' ? work(deadline.signal) : work);
  } finally {
    deadline.dispose();
  }
}

/**
 * Passes on the parts of a stream, each awaited under the limits; releases the stream at the end or after a failure.
 */
export async function* watchedParts<T>(
  stream: AsyncIterable<T>,
  limits: DeadlineOptions,
): AsyncGenerator<T, undefined> {
  const parts = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withDeadline(limits, parts.next());
      if (next.done === true) return undefined;
      yield next.value;
    }
  } finally {
    // Not awaited, because a stuck stream would block here again.
    Promise.resolve(parts.return?.()).catch(() => undefined);
  }
}

export async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return await withDeadline({ signal, ms: Infinity }, work);
}

/** Divides long synchronous work: between two pieces the process handles signals of the system, timers and streams. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when all earlier turns are over and the event loop has run. Rejects with the signal's reason. */
  async next(signal: AbortSignal): Promise<void> {
    // Immediates that are due run one after another, so each turn is requested in the one before.
    this.#last = this.#last.then(() => new Promise<void>((resolve) => void setImmediate(resolve)));
    await this.#last;
    signal.throwIfAborted();
  }
}

export const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error(String(reason));

export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await unlessAborted(new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds from `now` that a `retry-after` asks for: seconds, or an HTTP date. Undefined if it is neither. */
export function waitAskedFor(header: string, now: number): number | undefined {
  const text = header.trim();
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : ms;
}
