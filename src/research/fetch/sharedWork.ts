interface Running<T> {
  promise: Promise<T>;
  waiting: number;
  controller: AbortController;
}

/** Work that several ask for at the same time is done once, and stopped when nobody waits for it any more. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /** Rejects with the reason of `signal`, or as the work does. */
  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiting += 1;
    let onAbort = (): void => undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([running.promise, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      running.waiting -= 1;
      if (running.waiting === 0) this.#stop(key, running);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const running = { promise: work(controller.signal), waiting: 0, controller };
    this.#running.set(key, running);
    // Nobody may be left to hear of it.
    running.promise
      .catch(() => undefined)
      .finally(() => this.#forget(key, running))
      .catch(() => undefined);
    return running;
  }

  #stop(key: string, running: Running<T>): void {
    // Whoever asks from now on starts it anew.
    this.#forget(key, running);
    running.controller.abort(new Error('nobody waits for it any more'));
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
