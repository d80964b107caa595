interface Waiting {
  host: string;
  enter: () => void;
}

/** How many requests run at once, in all and to one host. Those to a busy host keep nobody else waiting. */
export class HostSlots {
  readonly #limits: { total: number; perHost: number };
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];
  #total = 0;

  constructor(limits: { total: number; perHost: number }) {
    this.#limits = limits;
  }

  /** Runs `work` as soon as there is room. Rejects with the signal's reason while it waits; `work` sees to itself. */
  async hold<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#enter(host, signal);
    try {
      return await work();
    } finally {
      this.#leave(host);
    }
  }

  #enter(host: string, signal: AbortSignal): Promise<void> {
    if (this.#hasRoom(host)) {
      this.#count(host, 1);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        host,
        enter: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #leave(host: string): void {
    this.#count(host, -1);
    // In the order in which they came, but past those whose host is still busy.
    this.#waiting = this.#waiting.filter((waiting) => {
      if (!this.#hasRoom(waiting.host)) return true;
      this.#count(waiting.host, 1);
      waiting.enter();
      return false;
    });
  }

  #hasRoom(host: string): boolean {
    return this.#total < this.#limits.total && (this.#running.get(host) ?? 0) < this.#limits.perHost;
  }

  #count(host: string, change: 1 | -1): void {
    this.#total += change;
    const running = (this.#running.get(host) ?? 0) + change;
    if (running === 0) this.#running.delete(host);
    else this.#running.set(host, running);
  }
}
