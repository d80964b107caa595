import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { waitAskedFor } from '../../async/deadline';
import { parsedUrl } from '../parsedUrl';
import { connect, type Dial, TimeBudget } from './connection';
import { errorCode } from '../../debate/log/objects';
import { exchange, isPassing } from './exchange';
import { FetchFailure } from './fetchedPage';
import type { HostSlots } from './hostSlots';
import { webTarget, type WebTarget, notPublic, withoutNat64 } from './webTarget';

/** Milliseconds; the command "Check Again" must not be blocked for a day. */
const longestMs = 10 * 60_000;

/** Returns undefined if the header is not readable. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const ms = waitAskedFor(header ?? '', now.getTime()) ?? 0;
  return ms <= 0 ? undefined : Math.min(ms, longestMs);
}

/** State that all requests of a program share. */
export interface Way {
  resolve: Resolve;
  dial: Dial;
  authorities: readonly string[];
  now: () => Date;
  allowed: ReadonlySet<string>;
  proxy: { url: URL | undefined; noProxy: readonly string[] } | undefined;
  limits: { totalMs: number; connectMs: number };
  slots: HostSlots;
}

interface Errand<T> {
  url: string;
  /** Milliseconds for all redirects and tries together. */
  totalMs: number;
  redirects: number;
  accept: string;
  /** Headers that only this address gets. */
  conditions?: ((url: URL) => Record<string, string>) | undefined;
  /** Decides whether the target may be requested; an error that it throws ends the request. */
  admit(target: WebTarget, budget: TimeBudget, signal: AbortSignal): Promise<void>;
  /** Reads an answer that is not a redirect. */
  read(response: IncomingMessage): Promise<T>;
}

export class RedirectsTooOften extends FetchFailure {
  constructor(limit: number) {
    super('failed', `it redirects more than ${limit} times`);
  }
}

/** Follows one request across all redirects, with one more try after a failure that may pass. */
export class Journey<T> {
  /** Current address, after redirects. */
  at: string;
  /** Set if a proxy was used. */
  via: 'proxy' | undefined;
  readonly #budget: TimeBudget;
  #triesLeft = 1;

  constructor(
    private readonly way: Way,
    private readonly errand: Errand<T>,
  ) {
    const { totalMs, url } = errand;
    const seconds = Math.round(totalMs / 100) / 10;
    this.#budget = new TimeBudget(
      totalMs,
      () => new FetchFailure('timeout', `it did not come within ${seconds} seconds`),
    );
    this.at = url;
  }

  get leftMs(): number {
    return this.#budget.leftMs;
  }

  /** Runs the request. @throws FetchFailure; the signal's reason */
  async run(signal: AbortSignal): Promise<T> {
    for (let redirects = 0; redirects <= this.errand.redirects; redirects += 1) {
      const target = webTarget(this.at, this.way.allowed);
      this.at = target.url.href;
      await this.errand.admit(target, this.#budget, signal);
      const answer = await this.#tryTwice(target, signal);
      if ('read' in answer) return answer.read;
      this.at = absolute(answer.location, target.url);
    }
    throw new RedirectsTooOften(this.errand.redirects);
  }

  async #tryTwice(target: WebTarget, signal: AbortSignal): Promise<HopResult<T>> {
    try {
      return await this.#try(target, signal);
    } catch (error) {
      signal.throwIfAborted();
      const mayTryAgain =
        error instanceof FetchFailure && error.details.isPassing === true && this.#triesLeft > 0 && this.leftMs > 0;
      if (!mayTryAgain) throw error;
      this.#triesLeft -= 1;
      return await this.#try(target, signal);
    }
  }

  async #try(target: WebTarget, signal: AbortSignal): Promise<HopResult<T>> {
    const { slots } = this.way;
    const patienceMs = this.leftMs;
    // Waits at most once for a paused host, and has less time left for the page.
    this.#budget.charge(Math.min(slots.restMs(target.host), patienceMs));
    try {
      return await slots.hold(target.host, { signal, patienceMs }, () =>
        this.#budget.spend(signal, (inTime) => this.#ask(target, inTime)),
      );
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      const { retryAfterMs: restMs } = failure.details;
      if (restMs !== undefined) slots.rest(target.host, restMs, (leftMs) => stillResting(failure, leftMs));
      throw failure;
    }
  }

  async #ask(target: WebTarget, signal: AbortSignal): Promise<HopResult<T>> {
    const addresses = await this.#addressesOf(target, signal);
    signal.throwIfAborted();
    const { socket, via } = await connect(target, {
      ...this.way,
      addresses,
      limitMs: this.way.limits.connectMs,
      signal,
    });
    if (via !== undefined) this.via = via;
    // An error while the socket is not being read must not become an uncaught one.
    socket.on('error', () => undefined);
    try {
      const { accept, conditions } = this.errand;
      const response = await exchange(socket, target.url, { accept, conditions: conditions?.(target.url), signal });
      const { location } = response.headers;
      if ([301, 302, 303, 307, 308].includes(response.statusCode ?? 0) && location !== undefined) return { location };
      return { read: await this.#read(response) };
    } finally {
      socket.destroy();
    }
  }

  async #addressesOf(target: WebTarget, signal: AbortSignal): Promise<readonly string[]> {
    try {
      return await addressesOf(target, this.way.resolve, signal);
    } catch (error) {
      if (!(error instanceof FetchFailure) || error.outcome !== 'no_host' || this.way.proxy === undefined) throw error;
      // Machines behind a proxy often cannot look up outside names.
      throw new FetchFailure(
        'failed',
        `this machine found no host named ${target.host}, which behind a proxy proves nothing`,
        { cause: error },
      );
    }
  }

  async #read(response: IncomingMessage): Promise<T> {
    try {
      return await this.errand.read(response);
    } catch (error) {
      const { statusCode, headers } = response;
      const restMs =
        statusCode === 429 || statusCode === 503 ? retryAfterMs(headers['retry-after'], this.way.now()) : undefined;
      if (!(error instanceof FetchFailure) || restMs === undefined) throw error;
      throw new FetchFailure(error.outcome, error.reason, { ...error.details, retryAfterMs: restMs });
    }
  }
}

type HopResult<T> = { read: T } | { location: string };

function stillResting({ outcome, reason, details }: FetchFailure, leftMs: number): FetchFailure {
  const seconds = Math.ceil(leftMs / 1_000);
  const words = `${reason}, and asks to be left alone for ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}`;
  return new FetchFailure(outcome, words, { status: details.status });
}

function failureOf(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = errorCode(error);
  return new FetchFailure('failed', `the connection broke${code === undefined ? '' : ` (${code})`}`, {
    cause: error,
    isPassing: isPassing(code),
  });
}

/** Resolves a redirect, which may be relative; the result is checked like any other address. */
function absolute(location: string, base: URL): string {
  // Node.js reads headers as Latin-1, but servers write paths in UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const written = text.includes('\uFFFD') ? location : text;
  const url = parsedUrl(written, base.href);
  if (url === undefined) throw new FetchFailure('failed', 'it redirects to something that is no address');
  return url.href;
}

/** Looks up a name's IP addresses. Rejects with the resolver's code (`ENOTFOUND`, `EAI_AGAIN` …). */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The system's lookup, which knows hosts files and names of the user's own network. */
export const resolveBySystem: Resolve = async (host) => {
  const dns = await import('node:dns/promises');
  const answers = await dns.lookup(host, { all: true });
  return answers.map((answer) => answer.address);
};

/**
 * Looks up and checks addresses. One non-public address refuses them all, because an honest name has none and the
 * choice among them is random.
 *
 * @throws FetchFailure `refused`, `no_host`, `failed`
 */
async function addressesOf(target: WebTarget, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(target.host) !== 0) return [target.host];
  const addresses = await lookUp(target.host, resolve, signal);
  if (addresses.length === 0) throw noHost(target.host);
  for (const address of target.isAllowed ? [] : addresses) {
    const why = notPublic(withoutNat64(address));
    if (why === undefined) continue;
    throw new FetchFailure('refused', `${target.host} leads to ${address}, which is no public address (${why})`);
  }
  return addresses;
}

async function lookUp(host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolve(host, signal);
  } catch (error) {
    signal.throwIfAborted();
    const code = errorCode(error);
    if (code === 'ENOTFOUND' || code === 'ENODATA') throw noHost(host, error);
    const reason = `the name ${host} could not be looked up (${code ?? 'unknown error'}); the network may be down`;
    throw new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
  }
}

const noHost = (host: string, cause?: unknown): FetchFailure =>
  new FetchFailure('no_host', `there is no host named ${host}`, { cause });
