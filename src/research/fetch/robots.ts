import type { IncomingMessage } from 'node:http';
import { readBody } from './body';
import { FetchFailure } from './fetchedPage';
import { Journey, RedirectsTooOften, type Way } from './journey';
import { SharedWork } from './sharedWork';
import { noRules, siteRules, type SiteRules } from './siteRules';
import { refuseStatus } from './statusWords';

/** As RFC 9309 has them: the least that must be read of a file, the redirects that are followed, how long rules hold. */
const limits = { bodyBytes: 500 * 1024, redirects: 5, totalMs: 10_000 };
const lifetimeMs = 24 * 60 * 60 * 1_000;

/** What is kept, in all. */
const kept = { origins: 1_000, characters: 8 * 1024 * 1024 };

interface KnownRules {
  rules: SiteRules;
  characters: number;
  until: number;
}

/** The rules of sites, each asked for once a day, over the same way as pages. */
export class Robots {
  readonly #known = new Map<string, KnownRules>();
  readonly #running = new SharedWork<{ known: KnownRules; tookMs: number }>();

  constructor(private readonly way: Way) {}

  /**
   * `tookMs`: what asking the site took, waiting for a free place aside; 0 when its rules were known.
   *
   * @throws FetchFailure when the site itself cannot be reached or fails: then nobody knows what it asks for
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
    try {
      const text = await journey.run(signal);
      return {
        known: { rules: siteRules(origin, text), characters: text.length, until },
        tookMs: totalMs - journey.leftMs,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchFailure)) throw error;
      const failure = unlessWithoutRules(error, journey.at === url ? undefined : journey.at);
      if (failure !== undefined) throw failure;
      // Who is asked too often has not said what it asks for.
      const isOverrun = error.details.status === 429;
      return {
        known: { rules: noRules, characters: 0, until: isOverrun ? 0 : until },
        tookMs: totalMs - journey.leftMs,
      };
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
 * A site that answers without such a file asks for nothing; one that fails, or is not there, is to be left alone
 * (RFC 9309, 2.3.1). `movedTo` is where the file was sought in the end.
 */
function unlessWithoutRules(failure: FetchFailure, movedTo: string | undefined): FetchFailure | undefined {
  const { outcome, reason, details } = failure;
  if (details.status !== undefined && details.status < 500) return undefined;
  if (failure instanceof RedirectsTooOften || (movedTo !== undefined && outcome === 'refused')) return undefined;
  const isOfHost =
    outcome === 'no_host' ||
    outcome === 'refused' ||
    outcome === 'tls' ||
    outcome === 'failed' ||
    outcome === 'blocked';
  if (isOfHost && movedTo === undefined) return failure;
  const place = movedTo === undefined ? '' : `, which it keeps at ${movedTo.slice(0, 300)},`;
  // What is missing elsewhere says nothing on the host of the page.
  const named = outcome === 'server' || outcome === 'timeout' || outcome === 'tls' ? outcome : 'failed';
  return new FetchFailure(
    named,
    `the site's robots.txt${place} could not be read, and so the page was not asked for: ${reason}`,
    { cause: failure },
  );
}
