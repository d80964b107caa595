import type { BaseUrl } from '../baseUrl';

/** The version of the API that the types of the installed SDK describe; a test holds it equal to what that SDK sends. */
export const apiVersion = '2026-10-21';

/** What a request needs of the world: where to, with which key, and who hears of bytes that come back. */
export interface Wire {
  baseUrl: BaseUrl;
  key: string | undefined;
  onBytes?(): void;
}

/** The connection broke while an answer was being read. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** More than any honest error says; a body without end would hold the request for ever. */
const longestErrorBody = 64 * 1024;

/**
 * What the SDK sends its requests with. It reads `ANTHROPIC_CUSTOM_HEADERS` whatever it is told, and its headers could
 * replace the key's; so nothing of its headers goes out, only these. Redirects are not followed: the key is for one origin.
 */
export const guardedFetch =
  (wire: Wire): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== wire.baseUrl.origin)
      throw new Error(`A request for ${wire.baseUrl.origin} was about to go to ${url.origin}.`);
    const body = init?.body ?? null;
    const { method = 'GET', signal = null } = init ?? {};
    const response = await fetch(url, {
      method,
      body,
      signal,
      headers: headersOf(wire, body !== null),
      redirect: 'manual',
    });
    wire.onBytes?.();
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const limit = response.ok ? Infinity : longestErrorBody;
    return new Response(watched(response.body, limit, wire), { status, statusText, headers });
  };

function headersOf({ key }: Wire, hasBody: boolean): Headers {
  const headers = new Headers({ accept: 'application/json', 'anthropic-version': apiVersion, 'user-agent': 'Rostrum' });
  if (hasBody) headers.set('content-type', 'application/json');
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  return headers;
}

/** The SDK drops pings before anybody sees them, so signs of life are taken from the wire. */
function watched(body: ReadableStream<Uint8Array>, limit: number, wire: Wire): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let length = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = await reader.read().catch((error: unknown) => {
        throw isAbort(error) ? error : new ConnectionLost('The connection broke.', { cause: error });
      });
      if (read.done) {
        controller.close();
        return;
      }
      wire.onBytes?.();
      length += read.value.byteLength;
      controller.enqueue(read.value);
      if (length < limit) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** By its name: the SDK ends a stream quietly on it, because it asked for it. */
const isAbort = (error: unknown): error is Error => error instanceof Error && error.name === 'AbortError';
