/** Anything that is released by `dispose`: our own objects, and the editor's. */
export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (event: T) => unknown) => Disposable;

/** The editor's event emitter for code that also runs without the editor. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(event: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function may listen twice.
    const own = (event: T): unknown => listener(event);
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  /** A listener that throws is reported and does not stop the others. */
  fire(event: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Objects that a class owns, disposed of together, last first. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #isDisposed = false;

  add<T extends Disposable>(owned: T): T {
    if (this.#isDisposed) owned.dispose();
    else this.#owned.push(owned);
    return owned;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const owned of this.#owned.splice(0).reverse()) {
      try {
        owned.dispose();
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }
}

/** Milliseconds in which changes are handled together. */
const settleMs = 250;
/** One part in `share` of the time is used at most, because work on a long record may take long. */
const share = 20;
const longestMs = 5_000;
/** Share of the time for opening that the work is assumed to take, because it goes through the folded entries. */
const ofOpening = 1 / 4;

/**
 * Does work once, a while after it was first due: after 250 ms, and later if the last time took long, or before the
 * first time, if the record took long to open.
 */
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
