import { setMaxListeners } from 'node:events';
import { type Dial, dialDirectly, type TimeBudget } from './connection';
import {
  type FetchedPage,
  FetchFailure,
  type FetchRefusal,
  type PageValidators,
  type SafeFetch,
  refuseStatus,
} from './fetchedPage';
import { HostSlots } from './hostSlots';
import { Journey, type Way, type Resolve, resolveBySystem } from './journey';
import { type ProxyChoice, proxyUrl } from './proxyChoice';
import { Robots } from './robots';
import { allowedPlaces, type WebTarget } from './webTarget';
import { parsedUrl } from '../parsedUrl';
import type { IncomingMessage } from 'node:http';
import { readBody } from './body';
import { decodePage, beginsAsPdf, mayBeRead, pageKind, typeOf, unreadType } from './pageKind';
import { errorText } from '../../debate/log/objects';

/** Accepted types, best first. */
const acceptedTypes =
  'text/html, application/xhtml+xml, application/pdf;q=0.9, text/markdown;q=0.9, text/plain;q=0.9, application/json;q=0.8, application/xml;q=0.8, text/xml;q=0.8';

/** Bytes that are read of a page that says the requested one is missing. */
const missingPageBytes = 512 * 1024;

type PageAnswer = Pick<FetchedPage, 'status' | 'contentType' | 'kind' | 'charset' | 'body' | 'text' | 'validators'>;

/**
 * Reads the page of an answer.
 *
 * @throws FetchFailure
 */
async function readPageAnswer(response: IncomingMessage, limit: number): Promise<PageAnswer> {
  const status = response.statusCode ?? 0;
  if (status !== 200 && status !== 203) {
    const { outcome, reason, details } = refuseStatus(status);
    const page = outcome === 'dead' ? await missingPage(response) : undefined;
    throw new FetchFailure(outcome, reason, { ...details, page });
  }
  const { mediaType: named, charset } = contentTypeOf(response);
  const unread = (type: string): FetchFailure =>
    new FetchFailure('unsupported', unreadType(type.slice(0, 80)), { status });
  // Checked before the body is read: refusing a film must not cost ten megabytes.
  if (!mayBeRead(named)) throw unread(named);
  const check = (start: Uint8Array): void => {
    if (named !== '' && pageKind(named) === undefined && !beginsAsPdf(start)) throw unread(named);
  };
  const body = await readBody(response, { limit, check });
  const contentType = typeOf(named, body) ?? 'application/octet-stream';
  const kind = pageKind(contentType);
  if (kind === undefined) throw unread(contentType);
  const marks = validatorsOf(response);
  if (kind === 'pdf') return { status, contentType, kind, body, text: '', charset: '', ...marks };
  const decoded = decodePage(body, kind, charset);
  if (decoded.text.includes('\0'))
    throw new FetchFailure('unsupported', 'it is called text, but holds binary data', { status });
  return { status, contentType, kind, body, ...decoded, ...marks };
}

const longestValidator = 500;

function validatorsOf({ headers }: IncomingMessage): Pick<PageAnswer, 'validators'> {
  const { etag, 'last-modified': lastModified } = headers;
  const isGiven = (mark: string | undefined): mark is string => mark !== undefined && mark.length <= longestValidator;
  if (!isGiven(etag) && !isGiven(lastModified)) return {};
  return {
    validators: { url: '', ...(isGiven(etag) ? { etag } : {}), ...(isGiven(lastModified) ? { lastModified } : {}) },
  };
}

/** Returns undefined if readers would see no page. */
async function missingPage(response: IncomingMessage): Promise<FetchRefusal['page']> {
  const { mediaType, charset } = contentTypeOf(response);
  if (pageKind(mediaType) !== 'html') return undefined;
  try {
    const body = await readBody(response, { limit: missingPageBytes, isCut: true });
    return { kind: 'html', body, text: decodePage(body, 'html', charset).text };
  } catch {
    return undefined; // The status alone suffices.
  }
}

/** `mediaType` is in lower case. */
function contentTypeOf({ headers }: IncomingMessage): { mediaType: string; charset: string | undefined } {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const charset = parameters.find((each) => /^charset\s*=/i.test(each));
  return {
    mediaType: mediaType.toLowerCase(),
    charset: charset?.replace(/^charset\s*=\s*/i, '').replace(/^["']|["']$/g, ''),
  };
}

export interface FetchLimits {
  /**
   * Milliseconds for all redirects, the second try and robots.txt together, from the lookup to the last byte; waiting
   * for a slot does not count.
   */
  totalMs: number;
  /** The part of `totalMs` for making one connection. */
  connectMs: number;
  /** Bytes of a body, before and after decompression. */
  bodyBytes: number;
  redirects: number;
  /** Simultaneous requests, in all and to one host. */
  concurrent: number;
  concurrentPerHost: number;
}

const defaultFetchLimits: FetchLimits = {
  totalMs: 20_000,
  connectMs: 8_000,
  bodyBytes: 10 * 1024 * 1024,
  redirects: 5,
  concurrent: 6,
  concurrentPerHost: 2,
};

const defaultDelayMs = 200;

export interface SafeFetchOptions {
  /** Looks names up; default: the system. */
  resolve?: Resolve;
  /** Opens connections; default: directly. Their ends are compared with the checked addresses. */
  dial?: Dial;
  /** Proxy for all targets except its own exceptions, after the same checks. */
  proxy?: ProxyChoice | undefined;
  /** Hosts that are allowed whatever their addresses, as `host:port`; without a port, 80 and 443. */
  allowedHosts?: readonly string[];
  /** Certificates (PEM) to trust in addition to those of Node.js. */
  authorities?: readonly string[];
  /** `ignored` for programs' interfaces, because robots.txt addresses crawlers. Default `heeded`. */
  robots?: 'heeded' | 'ignored';
  /** Milliseconds between the starts of two requests to one host; default 200. */
  delayMs?: number;
  now?: () => Date;
  limits?: Partial<FetchLimits>;
}

/**
 * Access to the web for addresses from any source. It never reaches loopback, private, link-local or metadata
 * addresses: spelling, lookup and connection are each checked, on every redirect. It obeys robots.txt. Limits and facts
 * about hosts are per instance, so a program has one.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const limits = { ...defaultFetchLimits, ...options.limits };
  const {
    resolve = resolveBySystem,
    dial = dialDirectly,
    authorities = [],
    delayMs = defaultDelayMs,
    now = () => new Date(),
    proxy,
  } = options;
  const way: Way = {
    resolve,
    dial,
    authorities,
    now,
    limits,
    proxy: proxy === undefined ? undefined : { url: proxyUrl(proxy.proxy), noProxy: proxy.noProxy },
    allowed: allowedPlaces(options.allowedHosts ?? []),
    slots: new HostSlots({ total: limits.concurrent, perHost: limits.concurrentPerHost, delayMs }),
  };
  const robots = options.robots === 'ignored' ? undefined : new Robots(way);
  return {
    fetch: async (url, signal) => knownAnswer(await fetchPage(url, { way, robots, limits, signal })),
    fetchIfChanged: (url, known, signal) => fetchPage(url, { way, robots, limits, signal, known }),
  };
}

interface FetchSetup {
  way: Way;
  robots: Robots | undefined;
  limits: FetchLimits;
  signal: AbortSignal;
  known?: PageValidators;
}

type ConditionalAnswer = FetchedPage | FetchRefusal | { outcome: 'unchanged' };

/** A server that was asked without a condition cannot answer that nothing has changed. */
function knownAnswer(answer: ConditionalAnswer): FetchedPage | FetchRefusal {
  if (answer.outcome === 'unchanged') throw new Error('An unconditional request has no unchanged answer.');
  return answer;
}

async function fetchPage(url: string, { way, robots, limits, signal, known }: FetchSetup): Promise<ConditionalAnswer> {
  signal.throwIfAborted();
  // A whole debate uses one signal, so many listeners are no leak.
  setMaxListeners(0, signal);
  const journey = new Journey<PageAnswer | 'unchanged'>(way, {
    url,
    totalMs: limits.totalMs,
    redirects: limits.redirects,
    accept: acceptedTypes,
    conditions: known === undefined ? undefined : (at) => conditionsOf(known, at),
    read: async (response) =>
      known !== undefined && response.statusCode === 304 ? 'unchanged' : readPageAnswer(response, limits.bodyBytes),
    admit: (target, budget, inTime) =>
      robots === undefined ? Promise.resolve() : heed(target, { way, robots, budget, signal: inTime }),
  });
  try {
    const page = await journey.run(signal);
    if (page === 'unchanged') return { outcome: 'unchanged' };
    const { at: finalUrl, via } = journey;
    const { validators, ...answer } = page;
    const marks = validators === undefined ? {} : { validators: { ...validators, url: finalUrl } };
    return { outcome: 'fetched', url, finalUrl, ...answer, via, ...marks };
  } catch (error) {
    signal.throwIfAborted();
    return refusal(error, url, journey);
  }
}

/** Only the address that gave the marks understands them. */
function conditionsOf({ url, etag, lastModified }: PageValidators, at: URL): Record<string, string> {
  if (withoutHash(url) !== withoutHash(at.href)) return {};
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Checks robots.txt before each request, on every redirect too. */
async function heed(
  target: WebTarget,
  { way, robots, budget, signal }: { way: Way; robots: Robots; budget: TimeBudget; signal: AbortSignal },
): Promise<void> {
  const { rules, tookMs } = await robots.rulesOf(target.url.origin, signal);
  budget.charge(tookMs);
  way.slots.slow(target.host, rules.delayMs);
  if (rules.allows(target.url)) return;
  throw new FetchFailure(
    'robots',
    `${target.host} asks programs not to read this page (robots.txt); open it in a browser`,
  );
}

function refusal(
  error: unknown,
  url: string,
  { at: finalUrl, via }: Pick<Journey<PageAnswer>, 'at' | 'via'>,
): FetchRefusal {
  const unforeseen = `something unforeseen went wrong (${errorText(error)})`;
  const { outcome, reason, details } = error instanceof FetchFailure ? error : new FetchFailure('failed', unforeseen);
  const hasMoved = withoutHash(url) !== withoutHash(finalUrl);
  const isNamed = hasMoved && (outcome === 'refused' || outcome === 'robots' || outcome === 'no_host');
  const said = isNamed ? `it redirects to ${finalUrl.slice(0, 300)}: ${reason}` : reason;
  // A page that is missing on another host is not proven missing.
  const named = hasMoved && outcome === 'no_host' ? 'failed' : outcome;
  return { outcome: named, url, finalUrl, status: details.status, page: details.page, via, reason: said };
}

const withoutHash = (url: string): string => parsedUrl(url)?.href.replace(/#.*/s, '') ?? url;
