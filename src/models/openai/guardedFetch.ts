// Without `node:`: the editor puts its proxy and certificates only into modules that are asked for by these names.
import { request as requestPlain, type IncomingMessage } from 'http';
import { request as requestSecure } from 'https';
import type { BaseUrl } from '../baseUrl';
import { errorBody } from './errorBody';
import { eventLines } from './eventLines';
import { ProtocolError } from './protocolError';

/** What a request needs of the world: where to, with which key, and who hears of bytes that come back. */
export interface Wire {
  baseUrl: BaseUrl;
  key: string | undefined;
  isStream: boolean;
  onBytes?(): void;
}

/** More than any honest error says, and more than any list of models. */
const longestErrorBody = 64 * 1024;
const longestBody = 32 * 1024 * 1024;

/**
 * What the SDK sends its requests with. It reads `OPENAI_CUSTOM_HEADERS` whatever it is told, and its headers could
 * replace the key's; so nothing of its headers goes out, only those below. Redirects are not followed: the key is for one origin.
 *
 * Not the global `fetch`: that one gives up when no header came for five minutes, and a local server sends its headers with the
 * first token, after it has loaded the model and read the whole record.
 */
export const guardedFetch =
  (wire: Wire): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== wire.baseUrl.origin)
      throw new Error(`A request for ${wire.baseUrl.origin} was about to go to ${url.origin}.`);
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const message = await exchange(url, {
      wire,
      body,
      method: init?.method ?? 'GET',
      signal: init?.signal ?? undefined,
    });
    wire.onBytes?.();
    return asResponse(message, wire);
  };

interface Outgoing {
  wire: Wire;
  method: string;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

function exchange(url: URL, { wire, method, body, signal }: Outgoing): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: headersOf(wire.key, body),
      ...(signal === undefined ? {} : { signal }),
    });
    // Through the long silence of a model that loads, so that nothing on the way forgets the connection.
    request.setSocketKeepAlive(true, 30_000);
    request.on('response', resolve).on('error', reject).end(body);
  });
}

/** A connection serves one request: one that is kept may be closed by the server just when the next request is written. */
const headersOf = (key: string | undefined, body: string | undefined): Record<string, string | number> => ({
  accept: 'application/json, text/event-stream',
  'user-agent': 'Rostrum',
  connection: 'close',
  ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
});

async function asResponse(message: IncomingMessage, wire: Wire): Promise<Response> {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  if (status < 200 || status > 299) {
    const error = errorBody(await wholeText(message, { wire, limit: longestErrorBody, isCut: true }));
    return Response.json({ error }, { status: canHaveBody(status) ? status : 500, headers: onlyTold(headers) });
  }
  const type = headers.get('content-type') ?? '';
  if (wire.isStream && type.includes('text/html')) {
    message.destroy();
    throw new ProtocolError('A web page came.');
  }
  // A server that cannot stream sends its answer in one piece.
  const isWhole = wire.isStream && type.includes('application/json');
  if (isWhole) return new Response(`data: ${await oneLine(message, wire)}\n\n`, { headers: onlyTold(headers) });
  if (wire.isStream) return new Response(asStream(eventLines(watched(message, wire))), { headers: onlyTold(headers) });
  return new Response(await wholeText(message, { wire, limit: longestBody }), { headers: { 'content-type': type } });
}

const canHaveBody = (status: number): boolean => status >= 300 && status <= 599 && status !== 304;

/** What is read of them; the rest (lengths, encodings) would no longer be true. */
function onlyTold(headers: Headers): Headers {
  const told = ['retry-after', 'retry-after-ms', 'x-request-id', 'location'];
  const kept = new Headers();
  for (const name of told) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

async function* watched(message: IncomingMessage, wire: Wire): AsyncGenerator<Uint8Array, void> {
  for await (const piece of message as AsyncIterable<Uint8Array>) {
    wire.onBytes?.();
    yield piece;
  }
}

async function wholeText(
  message: IncomingMessage,
  { wire, limit, isCut = false }: { wire: Wire; limit: number; isCut?: boolean },
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of watched(message, wire)) {
    pieces.push(piece);
    length += piece.length;
    if (length <= limit) continue;
    if (isCut) break;
    throw new ProtocolError('An answer is too long.');
  }
  return Buffer.concat(pieces).subarray(0, limit).toString('utf8');
}

async function oneLine(message: IncomingMessage, wire: Wire): Promise<string> {
  return (await wholeText(message, { wire, limit: longestBody })).replace(/[\r\n]+/g, ' ');
}

function asStream(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
