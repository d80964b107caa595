import type { BaseUrl } from './baseUrl';

/** A request's access to the world: the address, the key, and the receiver of returned bytes. */
export interface Wire {
  baseUrl: BaseUrl;
  key: string | undefined;
  onBytes?(): void;
}

/** All of a request that goes out. */
export interface OutgoingRequest {
  url: URL;
  method: string;
  body: string | undefined;
  headers: Record<string, string>;
  signal: AbortSignal | undefined;
}

/** More than any honest error says; a body without end would hold the request for ever. */
export const longestErrorBody = 64 * 1024;

/** The longest that a timer can wait: requests are watched by us, and the SDKs' own limits end at the headers anyway. */
const never = 2 ** 31 - 1;

/** For the SDKs, which look for a key in the environment unless they get one. The real one is put on by `guarded`. */
export const bareClient = {
  apiKey: 'put-on-by-guarded-fetch',
  maxRetries: 0,
  timeout: never,
  logLevel: 'off',
} as const;

/**
 * Sends an SDK's requests. SDKs read headers from the environment regardless of options, and those could replace the
 * key's; so none of their headers goes out, only `own` and those listed here. Redirects are not followed: the key is
 * for one origin.
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
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const headers = {
      ...own,
      'user-agent': 'Rostrum',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    };
    return await send({ url, method: init?.method ?? 'GET', body, headers, signal: init?.signal ?? undefined });
  };
