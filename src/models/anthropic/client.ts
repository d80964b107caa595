import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { bareClient, guarded, longestErrorBody, type OutgoingRequest, type Wire } from '../wire';

/** The version of the API that the types of the installed SDK describe; a test holds it equal to what that SDK sends. */
export const apiVersion = '2026-10-21';

/**
 * The SDK in isolation: no environment variables, no profile files, no retries, no log, no traces. A client costs
 * nothing and serves one request, so that the key is requested each time and nobody holds it.
 */
export const openClient = (wire: Wire): BaseAnthropic =>
  new BaseAnthropic({
    ...bareClient,
    // "…/v1" is how addresses of other APIs end; here it is part of the paths.
    baseURL: wire.baseUrl.url.replace(/\/v1$/, ''),
    // Without these it looks for credentials in the environment and on disk.
    authToken: null,
    webhookKey: null,
    openTelemetry: false,
    fetch: guardedFetch(wire),
  });

export const guardedFetch = (wire: Wire): typeof fetch =>
  guarded(wire, { accept: 'application/json', 'anthropic-version': apiVersion }, async (request) =>
    watched(await sent(request), wire),
  );

const sent = ({ url, body, signal, ...rest }: OutgoingRequest): Promise<Response> =>
  fetch(url, { ...rest, body: body ?? null, signal: signal ?? null, redirect: 'manual' });

/** The connection broke while an answer was being read. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The SDK drops pings silently, so signs of life are taken from the wire. */
function watched(response: Response, wire: Wire): Response {
  wire.onBytes?.();
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  const limit = response.ok ? Infinity : longestErrorBody;
  return new Response(watchedBody(response.body, limit, wire), { status, statusText, headers });
}

function watchedBody(body: ReadableStream<Uint8Array>, limit: number, wire: Wire): ReadableStream<Uint8Array> {
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

/** By its name: the SDK ends a stream quietly on an abort. */
const isAbort = (error: unknown): error is Error => error instanceof Error && error.name === 'AbortError';
