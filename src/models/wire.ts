import { Deadline } from '../async/deadline';

export interface Wire {
  baseUrl: BaseUrl;
  key: string | undefined;
  /** Finds the proxy for an address; undefined sends the request directly. */
  proxy?: ProxyFor | undefined;
  onBytes?(): void;
}

/** The user's proxy for requests to models. */
export type ProxyFor = (url: URL) => URL | undefined;

export interface OutgoingRequest {
  url: URL;
  method: string;
  body: string | undefined;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
}

/** Bytes; a body without end would hold the request. */
export const longestErrorBody = 64 * 1024;

/** A timer's maximum: we watch requests ourselves, and the SDKs' limits end at the headers anyway. */
const never = 2 ** 31 - 1;

/** A placeholder key, because otherwise the SDKs look for one in the environment; `guarded` sets the real key. */
export const bareClient = {
  apiKey: 'put-on-by-guarded-fetch',
  maxRetries: 0,
  timeout: never,
  logLevel: 'off',
} as const;

/**
 * Sends an SDK's requests. SDKs read headers from the environment, which could replace the key, so only `own` and those
 * listed here are sent. Redirects are not followed: the key is for one origin.
 */
export const guarded =
  (
    { baseUrl, key }: Wire,
    own: Readonly<Record<string, string>>,
    send: (request: OutgoingRequest) => Promise<Response>,
  ): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== baseUrl.origin)
      throw new Error(`A request for ${baseUrl.origin} was about to go to ${url.origin}.`);
    const body = typeof init?.body === 'string' ? withoutHalves(init.body) : undefined;
    const headers = {
      ...own,
      'user-agent': 'Rostrum',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    return await send({ url, method: init?.method ?? 'GET', body, headers, signal: init?.signal ?? undefined });
  };

/**
 * Replaces halves of surrogate pairs, which texts that were cut can hold. `JSON.stringify` writes them as escapes,
 * strict servers refuse them, and every later request would repeat them.
 */
const withoutHalves = (json: string): string =>
  json.replace(/\\(?:u(d[89a-f][\da-f]{2})|.)/g, (escape, half: string | undefined) =>
    half === undefined ? escape : '\uFFFD',
  );

/** Ends a request when its caller aborts, or after a long silence. */
export class IdleWatch extends Deadline {
  #isLast = false;

  /** Limits in milliseconds; the first sign may take longer. */
  constructor(
    private readonly stallMs: number,
    signal: AbortSignal,
    firstMs = stallMs,
  ) {
    super({ ms: firstMs, signal });
  }

  touch(): void {
    if (!this.#isLast) this.restart();
  }

  /** Marks that the answer itself has begun. */
  begin(): void {
    if (!this.#isLast) this.restart(this.stallMs);
  }

  /** Ends after `ms` milliseconds in any case. */
  finish(ms: number): void {
    if (this.#isLast) return;
    this.#isLast = true;
    this.restart(Math.min(this.stallMs, ms));
  }
}

export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError';
}

export interface BaseUrl {
  /** URL without a slash at its end. */
  url: string;
  /** Origin to which the key is bound. */
  origin: string;
  /** Whether it is plain http beyond this machine, where a key could be read on the way; none is sent. */
  isExposed: boolean;
}

/** Corrects pasted addresses: quotation marks, a missing scheme, the address of one request. @throws BaseUrlError */
export function checkedBaseUrl(text: string): BaseUrl {
  let url: URL;
  try {
    url = new URL(withScheme(unquoted(text)));
  } catch (error) {
    throw new BaseUrlError(`"${text}" is no address. A base URL looks like http://localhost:11434/v1.`, {
      cause: error,
    });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new BaseUrlError(`${text}: a base URL begins with https:// or http://.`);
  if (url.username !== '' || url.password !== '')
    throw new BaseUrlError('A base URL holds no user name and no password.');
  if (url.search !== '' || url.hash !== '') throw new BaseUrlError(`${text}: a base URL ends before "?" and "#".`);
  const isExposed = url.protocol === 'http:' && !isLoopback(url.hostname);
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '').replace(endpoint, '');
  return { url: url.href.replace(/(?<!\/)\/+$/, ''), origin: url.origin, isExposed };
}

/** Removes white space, quotation marks and brackets around pasted addresses. */
function unquoted(text: string): string {
  const address = text.trim();
  const [, inner] = /^["'`<](.*)["'`>]$/s.exec(address) ?? [];
  return inner === undefined ? address : inner.trim();
}

/** Paths of single requests. Some servers have a base that ends in `/models`, without a version before it. */
const endpoint = /\/chat\/completions$|(?<=\/v\d\w{0,8})\/(?:completions|responses|embeddings|models|messages)$/;

/** Adds a missing scheme: http for this machine, https elsewhere, where plain http is unlikely. */
function withScheme(text: string): string {
  if (/^https?\/\//i.test(text)) return text.replace(/^https?/i, (scheme) => `${scheme}:`);
  const [, host] = /^(\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?(?:\/|$)/i.exec(text) ?? [];
  if (host === undefined || !(isLoopback(host.toLowerCase()) || host.includes('.'))) return text;
  return `${isLoopback(host.toLowerCase()) ? 'http' : 'https'}://${text}`;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
