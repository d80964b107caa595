import { unlessAborted } from '../async/deadline';
import type { FetchRefusal } from './fetch/fetchedPage';
import { parsedUrl } from './parsedUrl';

/** So long is a host left alone that did not answer. Milliseconds. */
const leftAloneMs = 5 * 60_000;

/** What says something of the host rather than of the page, and takes its time. */
const ofHost: ReadonlySet<string> = new Set(['no_host', 'timeout']);

/**
 * Hosts that do not answer cost their limit once: as long as nobody has heard of a host, one asks and the others wait for what comes of it;
 * after a failure all pages of that host fail alike for some minutes.
 */
export class HostTrouble {
  readonly #failed = new Map<string, { until: number; refusal: FetchRefusal }>();
  readonly #asking = new Map<string, Promise<unknown>>();
  readonly #heardOf = new Set<string>();

  constructor(private readonly clock: () => number = () => performance.now()) {}

  async ask<T extends { outcome: string }>(
    { url, isAgain }: { url: string; isAgain: boolean },
    signal: AbortSignal,
    work: () => Promise<T | FetchRefusal>,
  ): Promise<T | FetchRefusal> {
    const host = hostOf(url);
    if (isAgain) return this.#noted(host, await work());
    for (;;) {
      const known = this.#failed.get(host);
      if (known !== undefined && this.clock() < known.until) return { ...known.refusal, url, finalUrl: url };
      const asking = this.#heardOf.has(host) ? undefined : this.#asking.get(host);
      if (asking === undefined) return await this.#first(host, work);
      await unlessAborted(asking, signal);
    }
  }

  async #first<T extends { outcome: string }>(
    host: string,
    work: () => Promise<T | FetchRefusal>,
  ): Promise<T | FetchRefusal> {
    const working = work();
    const settled = working.catch(() => undefined); // Aborted: the next in line asks.
    const answered = settled.then((answer) => {
      if (answer !== undefined) this.#noted(host, answer);
      if (this.#asking.get(host) === answered) this.#asking.delete(host);
    });
    this.#asking.set(host, answered);
    return await working;
  }

  #noted<T extends { outcome: string }>(host: string, answer: T | FetchRefusal): T | FetchRefusal {
    if (isRefusal(answer) && ofHost.has(answer.outcome) && hostOf(answer.finalUrl) === host) {
      this.#heardOf.delete(host);
      this.#failed.set(host, { until: this.clock() + leftAloneMs, refusal: answer });
    } else {
      this.#heardOf.add(host);
      this.#failed.delete(host);
    }
    return answer;
  }
}

const isRefusal = (answer: { outcome: string }): answer is FetchRefusal => 'reason' in answer;

const hostOf = (url: string): string => parsedUrl(url)?.host ?? url;
