import type * as z from 'zod';
import { withDeadline } from '../../async/deadline';
import { errorCode, jsonOf } from '../../debate/log/objects';
import { parsedUrl } from '../parsedUrl';

interface ServiceRequest<T> {
  service: string;
  url: URL;
  init?: { method?: 'POST'; headers?: Record<string, string>; body?: string };
  /** Whether the request holds the key, which never goes over an unencrypted connection. */
  holdsKey: boolean;
  schema: z.ZodType<T>;
  signal: AbortSignal;
  /** Explains a status; undefined for the usual meaning. */
  explain?: (status: number, answer: string) => SearchError | undefined;
}

const timeoutMs = 20_000;
const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Asks the address that the user set. Redirects are an error, so that a key goes nowhere else. The global fetch obeys
 * the user's proxy in the editor.
 *
 * @throws SearchError, or the signal's reason
 */
export async function askService<T>(request: ServiceRequest<T>): Promise<T> {
  const { service, url, signal, schema } = request;
  if (request.holdsKey && !isPrivateLine(url)) {
    throw new SearchError(
      'not_set_up',
      `${service} is set to ${url.origin}, where its key could be read on the way. Use an address that begins with https://.`,
    );
  }
  const { status, answer } = await sent(request);
  signal.throwIfAborted();
  if (status < 200 || status > 299) throw request.explain?.(status, answer) ?? usualMeaning(service, status);
  const parsed = schema.safeParse(jsonOf(answer));
  if (parsed.success) return parsed.data;
  throw new SearchError(
    'malformed',
    `What ${url.origin} answered is no answer of ${service}. Check the address in the settings.`,
    status,
  );
}

async function sent(request: ServiceRequest<unknown>): Promise<{ status: number; answer: string }> {
  const { service, url, init, signal } = request;
  const late = (): SearchError =>
    new SearchError('timeout', `${service} did not answer within ${timeoutMs / 1000} seconds. Try again.`);
  try {
    const headers = { accept: 'application/json', ...init?.headers };
    return await withDeadline({ signal, ms: timeoutMs, late }, async (inTime) => {
      const response = await fetch(url, { ...init, headers, redirect: 'error', credentials: 'omit', signal: inTime });
      return { status: response.status, answer: await boundedText(response) };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SearchError) throw error;
    // The cause is left out, because errors of fetch may carry the request and with it the key.
    throw new SearchError(
      'unreachable',
      `${service} could not be reached at ${url.origin} (${whyUnreachable(error)}). Check the network and the address in the settings.`,
    );
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maxAnswerBytes)
      throw new SearchError(
        'malformed',
        'The search service sent far more than hits. Check its address in the settings.',
        response.status,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function usualMeaning(service: string, status: number): SearchError {
  if (status === 401 || status === 403) return keyRejected(service, status);
  if (status === 429)
    return new SearchError(
      'rate_limited',
      `${service} says that it is asked too often. Wait a little, or use a larger plan.`,
      status,
    );
  if (status === 402) return quotaUsed(service, status);
  if (status >= 500) return new SearchError('server', `${service} failed (${status}). Try again later.`, status);
  return new SearchError(
    'bad_request',
    `${service} did not accept the search (${status}). Use other words, or fewer.`,
    status,
  );
}

export const keyRejected = (service: string, status: number): SearchError =>
  new SearchError(
    'key_rejected',
    `${service} rejected the key (${status}). Set a valid key for it, of a plan that includes searching.`,
    status,
  );

export const quotaUsed = (service: string, status: number): SearchError =>
  new SearchError(
    'quota',
    `The plan for ${service} is used up (${status}). Raise its limit, or wait until it renews.`,
    status,
  );

function isPrivateLine({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
  );
}

/** Uses only the system's code, because messages of fetch may hold anything. */
function whyUnreachable(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const isRedirect = cause instanceof Error && cause.message === 'unexpected redirect';
  return errorCode(cause) ?? (isRedirect ? 'it redirects elsewhere' : 'no connection');
}

/** A service's hit, perhaps incomplete; services name its text differently. */
type RawHit = Partial<Record<'title' | 'url' | 'content' | 'description', string | null | undefined>>;

/** The first `count` hits that lead to the web, each address once. */
export function usableHits(raw: readonly RawHit[], count: number): SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { title, url, content, description } of raw) {
    if (url == null || !/^https?:\/\//i.test(url) || parsedUrl(url) === undefined || hits.has(url)) continue;
    const name = plainWords(title ?? '');
    hits.set(url, { title: name === '' ? url : name, url, snippet: plainWords(content ?? description ?? '') });
    if (hits.size === count) break;
  }
  return [...hits.values()];
}

const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Removes the marks of searched words, and decodes the remaining HTML. */
function plainWords(text: string): string {
  return text
    .replace(/<\/?(?:strong|b|em|mark)>/gi, '')
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
        const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
      },
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 1_000);
}

/** Shortens a search, because services refuse long ones. */
export function shortened(query: string, { words, characters }: { words: number; characters: number }): string {
  let short = '';
  for (const word of query.trim().split(/\s+/).slice(0, words)) {
    const longer = short === '' ? word : `${short} ${word}`;
    if (longer.length > characters) break;
    short = longer;
  }
  return short === '' ? query.trim().slice(0, characters) : short;
}

/** Joins base and path, with or without a slash at the base's end. */
export const below = (base: string, path: string, query: Record<string, string> = {}): URL => {
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

export interface SearchHit {
  title: string;
  url: string;
  /** A few words of the page or about it; not a quotation. */
  snippet: string;
}

/** Finds pages. A hit has not been read, so it cannot be cited. */
export interface SearchService {
  /** Name for people: `Brave Search`. */
  readonly name: string;
  /**
   * The first `count` hits, or fewer. Tries once.
   *
   * @throws SearchError, or the signal's reason
   */
  search(query: string, options: SearchOptions): Promise<SearchHit[]>;
}

interface SearchOptions {
  count: number;
  signal: AbortSignal;
}

/** Returns the key; called for each search. */
export type GetKey = () => Promise<string | undefined>;

/**
 * Codes of failures:
 * - `key_missing`, `key_rejected`, `quota`, `bad_request`, `not_set_up`: another try changes nothing
 * - `rate_limited`, `server`, `unreachable`, `timeout`: it may work later
 * - `malformed`: the answer is not the service's; its address may be another program's
 */
export type SearchErrorCode =
  | 'key_missing'
  | 'key_rejected'
  | 'quota'
  | 'bad_request'
  | 'not_set_up'
  | 'rate_limited'
  | 'server'
  | 'unreachable'
  | 'timeout'
  | 'malformed';

const passing: ReadonlySet<SearchErrorCode> = new Set(['rate_limited', 'server', 'unreachable', 'timeout']);

/** The message says what happened and what to do next; it never holds a key or the service's own text. */
export class SearchError extends Error {
  override readonly name = 'SearchError';

  constructor(
    readonly code: SearchErrorCode,
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }

  get isRetryable(): boolean {
    return passing.has(this.code);
  }
}
