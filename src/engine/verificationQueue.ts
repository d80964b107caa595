import type { WaitingCheck } from '../debate/verificationPriority';

/** Checks that may run at once. Hosts have places of their own, so that none of them sees more than it bears. */
const defaultAtOnce = 4;

interface QueueOptions<T extends WaitingCheck> {
  atOnce?: number | undefined;
  /** Those that wait in the order in which they are wanted now; what is left out is wanted no more. */
  order: (waiting: readonly T[]) => readonly T[];
  /** Called before the next one is chosen: what others wrote meanwhile may have made another more urgent. */
  refresh?: () => Promise<unknown>;
}

interface QueuedCheck {
  start: () => Promise<void>;
  drop: () => void;
}

/** Runs checks beside each other, so many at once, and always the most urgent of those that wait. */
export class VerificationQueue<T extends WaitingCheck> {
  readonly #waiting = new Map<T, QueuedCheck>();
  #running = 0;
  #isChoosing = false;
  #isHeld = false;

  constructor(private readonly options: QueueOptions<T>) {}

  /** Resolves with what the work gives, or with undefined when it was not wanted any more before its turn came. */
  run<R>(check: T, work: () => Promise<R>): Promise<R | undefined> {
    if (this.#isHeld) return Promise.resolve(undefined);
    return new Promise<R | undefined>((resolve, reject) => {
      this.#waiting.set(check, { start: () => work().then(resolve, reject), drop: () => resolve(undefined) });
      void this.#choose();
    });
  }

  /** While it is held nothing is begun: what waits is dropped, what runs comes to its end. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) this.#keep(new Set());
  }

  async #choose(): Promise<void> {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    // What cannot be read just now is no reason to stop checking: the next write reports it.
    await this.options.refresh?.().catch(() => undefined);
    this.#isChoosing = false;
    const ordered = this.options.order([...this.#waiting.keys()]);
    this.#keep(new Set(ordered));
    for (const check of ordered.slice(0, Math.max(0, (this.options.atOnce ?? defaultAtOnce) - this.#running)))
      this.#start(check);
  }

  #keep(wanted: ReadonlySet<T>): void {
    for (const [check, { drop }] of this.#waiting) {
      if (wanted.has(check)) continue;
      this.#waiting.delete(check);
      drop();
    }
  }

  #start(check: T): void {
    const waiting = this.#waiting.get(check);
    if (waiting === undefined) return;
    this.#waiting.delete(check);
    this.#running += 1;
    void waiting.start().then(() => {
      this.#running -= 1;
      return this.#choose();
    });
  }
}
