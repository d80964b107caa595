import type { IncomingMessage } from 'node:http';
import { unlessAborted } from '../../async/deadline';
import { readBody } from './body';
import { FetchFailure, refuseStatus } from './fetchedPage';
import { Journey, RedirectsTooOften, type Way } from './journey';
import robotsParser from 'robots-parser';

interface Running<T> {
  promise: Promise<T>;
  waiting: number;
  controller: AbortController;
}

/** Runs work once for simultaneous callers, and stops it when the last caller has stopped waiting. */
class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /** Rejects with the reason of `signal`, or as the work does. */
  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.waiting += 1;
    try {
      return await unlessAborted(running.promise, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) this.#stop(key, running);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const running = { promise: work(controller.signal), waiting: 0, controller };
    this.#running.set(key, running);
    // All callers may have left, so the rejection is handled here.
    running.promise
      .catch(() => undefined)
      .finally(() => this.#forget(key, running))
      .catch(() => undefined);
    return running;
  }

  #stop(key: string, running: Running<T>): void {
    // The next caller starts the work again.
    this.#forget(key, running);
    running.controller.abort(new Error('nobody waits for it any more'));
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}

/** A site's robots.txt rules for programs like ours. */
interface SiteRules {
  allows(url: URL): boolean;
  /** Milliseconds between two requests. */
  delayMs: number;
}

/** Rules of a site that has none. */
const noRules: SiteRules = { allows: () => true, delayMs: 0 };

/** Our name in sites' rules. */
const agent = 'Rostrum';

/** Milliseconds; a debate cannot wait for minutes between two pages. */
const longestDelayMs = 5_000;

/** `origin`: the requested origin; its rules apply even after redirects. */
export function siteRules(origin: string, text: string): SiteRules {
  const rules = robotsParser(`${origin}/robots.txt`, unreservedDecoded(withoutCostlyRules(text)));
  const delayMs = (rules.getCrawlDelay(agent) ?? 0) * 1_000;
  return {
    // The file itself may always be read (RFC 9309, 2.2.2).
    allows: (url) => url.pathname === '/robots.txt' || rules.isAllowed(shortened(url), agent) !== false,
    delayMs: Math.min(Math.max(0, delayMs), longestDelayMs),
  };
}

/** Limit on the cost of rules with `*`, which may take their length times the address's; a site chooses both. */
const wildcardCharacters = 50_000;
const pathCharacters = 4_000;

/**
 * Simplifies costly rules of the groups that apply to us. Beyond the limit, a forbidding rule is widened to its
 * beginning and an allowing rule is dropped, so that a doubtful page is not requested.
 */
function withoutCostlyRules(text: string): string {
  let left = wildcardCharacters;
  let [isOurs, isHead] = [false, false];
  const cheap = (line: string): string => {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    if (/^user-agent$/i.test(name)) {
      isOurs = (isHead && isOurs) || value.trim() === '*' || value.trim().toLowerCase().startsWith(agent.toLowerCase());
      isHead = true;
      return line;
    }
    if (!/^(?:dis)?allow$/i.test(name)) return line;
    isHead = false;
    if (!isOurs || !value.includes('*') || (left -= value.length) >= 0) return line;
    return /^dis/i.test(name) ? `${name}: ${value.replace(/\*.*/s, '') || '/'}` : '';
  };
  return text
    .split(/\r\n|\r|\n/)
    .map(cheap)
    .join('\n');
}

const shortened = ({ origin, pathname, search }: URL): string =>
  origin + unreservedDecoded(pathname + search).slice(0, pathCharacters);

/**
 * Decodes unreserved characters: letters, digits, `-`, `.`, `_` and `~` are the same, encoded or not (RFC 9309, 2.2.2).
 */
const unreservedDecoded = (text: string): string =>
  text.replace(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi, (code) => decodeURIComponent(code));

/** Limits of RFC 9309: the minimum size to read, the redirects to follow, how long rules hold. */
const limits = { bodyBytes: 500 * 1024, redirects: 5, totalMs: 10_000 };
const lifetimeMs = 24 * 60 * 60 * 1_000;

/** Rules kept in memory, in total. */
const kept = { origins: 1_000, characters: 8 * 1024 * 1024 };

interface KnownRules {
  rules: SiteRules;
  characters: number;
  until: number;
}

/** Sites' rules, requested once a day in the same way as pages. */
export class Robots {
  readonly #known = new Map<string, KnownRules>();
  readonly #running = new SharedWork<{ known: KnownRules; tookMs: number }>();

  constructor(private readonly way: Way) {}

  /**
   * `tookMs`: time for requesting the rules, without waiting for a slot; 0 if they are known.
   *
   * @throws FetchFailure if the site cannot be reached or fails, so that its rules are unknown
   */
  async rulesOf(origin: string, signal: AbortSignal): Promise<{ rules: SiteRules; tookMs: number }> {
    const known = this.#known.get(origin);
    if (known !== undefined && known.until > this.way.now().getTime()) return { rules: known.rules, tookMs: 0 };
    const read = await this.#running.join(origin, signal, async (shared) => {
      const result = await this.#read(origin, shared);
      this.#keep(origin, result.known);
      return result;
    });
    return { rules: read.known.rules, tookMs: read.tookMs };
  }

  async #read(origin: string, signal: AbortSignal): Promise<{ known: KnownRules; tookMs: number }> {
    const totalMs = Math.min(limits.totalMs, this.way.limits.totalMs);
    const url = `${origin}/robots.txt`;
    const journey = new Journey(this.way, {
      url,
      totalMs,
      redirects: limits.redirects,
      accept: 'text/plain, */*;q=0.5',
      read: readText,
      admit: () => Promise.resolve(),
    });
    const until = this.way.now().getTime() + lifetimeMs;
    const read = (known: KnownRules) => ({ known, tookMs: totalMs - journey.leftMs });
    try {
      const text = await journey.run(signal);
      return read({ rules: siteRules(origin, text), characters: text.length, until });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchFailure)) throw error;
      const failure = unlessWithoutRules(error, journey.at === url ? undefined : journey.at);
      if (failure !== undefined) throw failure;
      // A site that limits our requests has not given its rules.
      return read({ rules: noRules, characters: 0, until: error.details.status === 429 ? 0 : until });
    }
  }

  #keep(origin: string, known: KnownRules): void {
    this.#known.delete(origin);
    this.#known.set(origin, known);
    let characters = [...this.#known.values()].reduce((sum, each) => sum + each.characters, 0);
    for (const [oldest, each] of this.#known) {
      if (this.#known.size <= kept.origins && characters <= kept.characters) return;
      this.#known.delete(oldest);
      characters -= each.characters;
    }
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) throw refuseStatus(status);
  const body = await readBody(response, { limit: limits.bodyBytes, isCut: true });
  return new TextDecoder().decode(body);
}

/**
 * Undefined for a site that answers without such a file, which has no rules. A site that fails or cannot be reached
 * must be left alone (RFC 9309, 2.3.1). `movedTo` is the file's last address.
 */
function unlessWithoutRules(failure: FetchFailure, movedTo: string | undefined): FetchFailure | undefined {
  const { outcome, reason, details } = failure;
  if (details.status !== undefined && details.status < 500) return undefined;
  if (failure instanceof RedirectsTooOften || (movedTo !== undefined && outcome === 'refused')) return undefined;
  const isOfHost = /^(?:no_host|refused|tls|failed|blocked)$/.test(outcome);
  if (isOfHost && movedTo === undefined) return failure;
  const place = movedTo === undefined ? '' : `, which it keeps at ${movedTo.slice(0, 300)},`;
  // A file that is missing elsewhere says nothing about the page's host.
  const named = outcome === 'server' || outcome === 'timeout' || outcome === 'tls' ? outcome : 'failed';
  return new FetchFailure(
    named,
    `the site's robots.txt${place} could not be read, and so the page was not asked for: ${reason}`,
    { cause: failure },
  );
}
