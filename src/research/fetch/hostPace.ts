interface PaceWishes {
  /** On the monotonic clock, like all times here. */
  nextAt: number;
  delayMs: number;
  rest?: { until: number; refuse: (leftMs: number) => Error };
}

/** So many hosts are remembered before those with nothing outstanding are forgotten. */
const remembered = 1_000;

/** How often each host wants to be asked: a least delay between the starts of two requests, and times of rest. */
export class HostPace {
  readonly #delayMs: number;
  readonly #hosts = new Map<string, PaceWishes>();

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** How long the next request has to wait. */
  waitMs(host: string): number {
    return Math.max(0, (this.#hosts.get(host)?.nextAt ?? 0) - performance.now(), this.restMs(host));
  }

  /** How long the host still asked to be left alone. */
  restMs(host: string): number {
    return Math.max(0, (this.#hosts.get(host)?.rest?.until ?? 0) - performance.now());
  }

  /** For those who would have to wait for too long while the host rests. */
  refusal(host: string): Error {
    return this.#hosts.get(host)?.rest?.refuse(this.restMs(host)) ?? new Error(`${host} does not rest`);
  }

  started(host: string): void {
    const wishes = this.#wishesOf(host);
    wishes.nextAt = performance.now() + Math.max(this.#delayMs, wishes.delayMs);
  }

  /** The host wants more time between two requests; 0 takes that back. */
  slow(host: string, delayMs: number): void {
    if (delayMs === 0 && !this.#hosts.has(host)) return;
    const wishes = this.#wishesOf(host);
    // The request before went out while the wish was not known yet.
    if (wishes.nextAt > 0) wishes.nextAt += Math.max(0, delayMs - Math.max(this.#delayMs, wishes.delayMs));
    wishes.delayMs = delayMs;
  }

  /** The host asked not to be asked for so long; `refuse` says so to those who cannot wait. */
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
