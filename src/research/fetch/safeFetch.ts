import type { IncomingMessage } from 'node:http';
import { readBody } from './body';
import { decodePage } from './charset';
import { connect, dialDirectly, type Dial } from './connection';
import { exchange } from './exchange';
import { FetchFailure, type FetchedPage, type FetchRefusal, type SafeFetch } from './fetchedPage';
import { HostSlots } from './hostSlots';
import { beginsAsPdf, mayBeRead, pageKind, typeOf, unreadType } from './pageKind';
import { addressesOf, resolveBySystem, type Resolve } from './resolveHost';
import { refuseStatus } from './statusWords';
import { systemCode } from './systemCode';
import { TimeBudget } from './timeBudget';
import { allowedPlaces, webTarget, type WebTarget } from './webTarget';

export interface FetchLimits {
  /** For all redirects together, from the lookup to the last byte; waiting for a free place does not count. */
  totalMs: number;
  /** Of a body, before and after decompression. */
  bodyBytes: number;
  redirects: number;
  /** Requests at once, in all and to one host. */
  concurrent: number;
  concurrentPerHost: number;
}

export const defaultFetchLimits: FetchLimits = {
  totalMs: 20_000,
  bodyBytes: 10 * 1024 * 1024,
  redirects: 5,
  concurrent: 6,
  concurrentPerHost: 2,
};

export interface SafeFetchOptions {
  /** Looks names up; default: the system. */
  resolve?: Resolve;
  /** Opens connections; default: directly. What it opens is compared with the addresses that were checked. */
  dial?: Dial;
  /** `host:port` that the user allowed one by one, whatever they resolve to; without a port, 80 and 443 are meant. */
  allowedHosts?: readonly string[];
  /** Certificates (PEM) to trust besides those that Node.js brings. */
  authorities?: readonly string[];
  now?: () => Date;
  limits?: Partial<FetchLimits>;
}

type Setup = Required<Omit<SafeFetchOptions, 'allowedHosts' | 'limits'>> & { allowed: ReadonlySet<string>; limits: FetchLimits };

/**
 * The way out to the web for addresses that anybody may have written. Never reaches loopback, private, link-local or
 * metadata addresses: spelling, lookup and connection are each checked, again on every redirect. Limits are kept per
 * instance, so a program has one.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const limits = { ...defaultFetchLimits, ...options.limits };
  const { resolve = resolveBySystem, dial = dialDirectly, authorities = [], now = () => new Date() } = options;
  const setup = { resolve, dial, authorities, now, limits, allowed: allowedPlaces(options.allowedHosts ?? []) };
  const slots = new HostSlots({ total: limits.concurrent, perHost: limits.concurrentPerHost });
  return { fetch: (url, signal) => new Journey(setup, slots, url).run(signal) };
}

interface Answer {
  page?: Omit<FetchedPage, 'outcome' | 'url' | 'finalUrl' | 'accessedAt'>;
  /** As the server wrote it. */
  location?: string;
}

/** One fetch, over all its redirects. */
class Journey {
  readonly #budget: TimeBudget;
  #at: string;

  constructor(
    private readonly setup: Setup,
    private readonly slots: HostSlots,
    private readonly url: string,
  ) {
    const { totalMs } = setup.limits;
    const seconds = Math.round(totalMs / 100) / 10;
    this.#budget = new TimeBudget(totalMs, () => new FetchFailure('timeout', `it did not come within ${seconds} seconds`));
    this.#at = url;
  }

  async run(signal: AbortSignal): Promise<FetchedPage | FetchRefusal> {
    signal.throwIfAborted();
    try {
      return await this.#follow(signal);
    } catch (error) {
      signal.throwIfAborted();
      return this.#refusal(error);
    }
  }

  async #follow(signal: AbortSignal): Promise<FetchedPage> {
    for (let redirects = 0; redirects <= this.setup.limits.redirects; redirects += 1) {
      const target = webTarget(this.#at, this.setup.allowed);
      this.#at = target.url.href;
      const { page, location } = await this.slots.hold(target.host, signal, () =>
        this.#budget.spend(signal, (inTime) => this.#ask(target, inTime)),
      );
      if (page !== undefined) {
        return { outcome: 'fetched', url: this.url, finalUrl: this.#at, ...page, accessedAt: this.setup.now() };
      }
      this.#at = absolute(location ?? '', target.url);
    }
    throw new FetchFailure('failed', `it redirects more than ${this.setup.limits.redirects} times`);
  }

  async #ask(target: WebTarget, signal: AbortSignal): Promise<Answer> {
    const { resolve, dial, authorities, limits } = this.setup;
    const addresses = await addressesOf(target, resolve, signal);
    signal.throwIfAborted();
    const socket = await connect(target, { addresses, dial, authorities, signal });
    // A connection that is lost while nobody reads from it must not become an uncaught error.
    socket.on('error', () => undefined);
    try {
      return await answerOf(await exchange(socket, target.url, signal), limits.bodyBytes);
    } finally {
      socket.destroy();
    }
  }

  #refusal(error: unknown): FetchRefusal {
    const { outcome, reason, status } = wordsOf(error);
    const hasMoved = this.#at !== this.url && withoutHash(this.url) !== withoutHash(this.#at);
    const said = hasMoved && outcome === 'refused' ? `it redirects to ${this.#at.slice(0, 300)}: ${reason}` : reason;
    return { outcome, url: this.url, finalUrl: this.#at, ...(status === undefined ? {} : { status }), reason: said };
  }
}

async function answerOf(response: IncomingMessage, limit: number): Promise<Answer> {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) return { location };
  if (status !== 200 && status !== 203) throw refuseStatus(status);
  const [mediaType = '', ...parameters] = (response.headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const named = mediaType.toLowerCase();
  const unread = (type: string): FetchFailure => new FetchFailure('unsupported', unreadType(type.slice(0, 80)), { status });
  // Before the body is read: a film must not cost ten megabytes to be refused.
  if (!mayBeRead(named)) throw unread(named);
  const body = await readBody(response, limit, (start) => {
    if (named !== '' && pageKind(named) === undefined && !beginsAsPdf(start)) throw unread(named);
  });
  const contentType = typeOf(named, body) ?? 'application/octet-stream';
  const kind = pageKind(contentType);
  if (kind === undefined) throw unread(contentType);
  if (kind === 'pdf') return { page: { status, contentType, kind, body, text: '', charset: '' } };
  const decoded = decodePage(body, kind, charsetIn(parameters));
  if (decoded.text.includes('\0')) throw new FetchFailure('unsupported', 'it is called text, but holds binary data', { status });
  return { page: { status, contentType, kind, body, ...decoded } };
}

function charsetIn(parameters: readonly string[]): string | undefined {
  const parameter = parameters.find((each) => /^charset\s*=/i.test(each));
  return parameter?.replace(/^charset\s*=\s*/i, '').replace(/^["']|["']$/g, '');
}

/** Redirects may be relative. What comes of it is judged like any other address. */
function absolute(location: string, base: URL): string {
  // Node.js reads headers as Latin-1; servers write paths in UTF-8.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const written = text.includes('\uFFFD') ? location : text;
  if (!URL.canParse(written, base.href)) throw new FetchFailure('failed', 'it redirects to something that is no address');
  return new URL(written, base.href).href;
}

function wordsOf(error: unknown): { outcome: FetchFailure['outcome']; reason: string; status?: number | undefined } {
  if (error instanceof FetchFailure) return { outcome: error.outcome, reason: error.reason, status: error.details.status };
  const code = systemCode(error);
  return { outcome: 'failed', reason: `the connection broke${code === undefined ? '' : ` (${code})`}` };
}

const withoutHash = (url: string): string => (URL.canParse(url) ? new URL(url).href.replace(/#.*$/, '') : url);
