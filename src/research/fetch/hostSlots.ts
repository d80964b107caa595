interface PaceWishes {
  /** Earliest time of the next request, on the monotonic clock like all times here. */
  nextAt: number;
  delayMs: number;
  rest?: { until: number; refuse: (leftMs: number) => Error };
}

/** Number of hosts remembered before idle ones are forgotten. */
const remembered = 1_000;

/** Keeps a minimum delay between the starts of two requests to a host, and pauses that hosts ask for. */
class HostPace {
  readonly #hosts = new Map<string, PaceWishes>();

  constructor(private readonly delayMs: number) {}

  /** Milliseconds that the next request to the host has to wait. */
  waitMs(host: string): number {
    return Math.max(0, (this.#hosts.get(host)?.nextAt ?? 0) - performance.now(), this.restMs(host));
  }

  /** Milliseconds left of the host's pause. */
  restMs(host: string): number {
    return Math.max(0, (this.#hosts.get(host)?.rest?.until ?? 0) - performance.now());
  }

  /** Error for callers that would have to wait too long for a paused host. */
  refusal(host: string): Error {
    return this.#hosts.get(host)?.rest?.refuse(this.restMs(host)) ?? new Error(`${host} does not rest`);
  }

  started(host: string): void {
    const wishes = this.#wishesOf(host);
    wishes.nextAt = performance.now() + Math.max(this.delayMs, wishes.delayMs);
  }

  /** Sets the delay that the host asks for between two requests; 0 removes it. */
  slow(host: string, delayMs: number): void {
    if (delayMs === 0 && !this.#hosts.has(host)) return;
    const wishes = this.#wishesOf(host);
    // The last request went out before this delay was known.
    if (wishes.nextAt > 0) wishes.nextAt += Math.max(0, delayMs - Math.max(this.delayMs, wishes.delayMs));
    wishes.delayMs = delayMs;
  }

  /** Pauses the host as it asked; `refuse` makes the error for callers that cannot wait. */
  rest(host: string, ms: number, refuse: (leftMs: number) => Error): void {
    this.#wishesOf(host).rest = { until: performance.now() + ms, refuse };
  }

  #wishesOf(host: string): PaceWishes {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    if (this.#hosts.size >= remembered) this.#forget();
    const wishes = { nextAt: 0, delayMs: 0 };
    this.#hosts.set(host, wishes);
    return wishes;
  }

  #forget(): void {
    for (const host of [...this.#hosts.keys()]) if (this.waitMs(host) === 0) this.#hosts.delete(host);
  }
}

interface WaitingRequest {
  host: string;
  patienceMs: number;
  enter: () => void;
  refuse: (error: Error) => void;
}

interface SlotLimits {
  /** Simultaneous requests, in all and to one host. */
  total: number;
  perHost: number;
  /** Milliseconds between the starts of two requests to one host. */
  delayMs: number;
}

interface SlotWish {
  signal: AbortSignal;
  /** Milliseconds that a caller waits for a paused host; a longer wait is refused at once. */
  patienceMs: number;
}

/** Limits simultaneous requests. A busy or paused host delays no other host. */
export class HostSlots extends HostPace {
  readonly #running = new Map<string, number>();
  #waiting: WaitingRequest[] = [];
  #total = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly limits: SlotLimits) {
    super(limits.delayMs);
  }

  /**
   * Runs `work`, which handles its own signal, as soon as a slot is free. Until then it rejects with the signal's
   * reason, or with the error of `rest` if the host is paused too long.
   */
  async hold<T>(host: string, wish: SlotWish, work: () => Promise<T>): Promise<T> {
    wish.signal.throwIfAborted();
    await this.#enter(host, wish);
    try {
      return await work();
    } finally {
      this.#count(host, -1);
      this.#admit();
    }
  }

  override rest(host: string, ms: number, refuse: (leftMs: number) => Error): void {
    super.rest(host, ms, refuse);
    this.#admit();
  }

  #enter(host: string, { signal, patienceMs }: SlotWish): Promise<void> {
    let settled = (): void => undefined;
    return new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
        this.#admit();
      };
      const waiting: WaitingRequest = { host, patienceMs, enter: resolve, refuse: reject };
      signal.addEventListener('abort', onAbort, { once: true });
      settled = () => signal.removeEventListener('abort', onAbort);
      this.#waiting.push(waiting);
      this.#admit();
    }).finally(() => settled());
  }

  /** Admits waiting requests in order, but skips those whose host is busy or wants more time. */
  #admit(): void {
    clearTimeout(this.#timer);
    let soonest = Infinity;
    this.#waiting = this.#waiting.filter((waiting) => {
      const { host, patienceMs } = waiting;
      if (this.restMs(host) > patienceMs) {
        waiting.refuse(this.refusal(host));
        return false;
      }
      if (!this.#hasRoom(host)) return true;
      const waitMs = this.waitMs(host);
      if (waitMs > 0) {
        soonest = Math.min(soonest, waitMs);
        return true;
      }
      this.#count(host, 1);
      this.started(host);
      waiting.enter();
      return false;
    });
    if (soonest < Infinity) this.#timer = setTimeout(() => this.#admit(), Math.ceil(soonest));
  }

  #hasRoom(host: string): boolean {
    return this.#total < this.limits.total && (this.#running.get(host) ?? 0) < this.limits.perHost;
  }

  #count(host: string, change: 1 | -1): void {
    this.#total += change;
    const running = (this.#running.get(host) ?? 0) + change;
    if (running === 0) this.#running.delete(host);
    else this.#running.set(host, running);
  }
}
