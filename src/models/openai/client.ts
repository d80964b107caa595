// Without `node:`: only modules of these names get the editor's proxy and certificates.
import { type IncomingMessage, request as requestPlain } from 'http';
import { request as requestSecure } from 'https';
import { OpenAI } from 'openai/client';
import { ProtocolError } from '../attempt';
import { bareClient, guarded, longestErrorBody, type OutgoingRequest, type Wire } from '../wire';
import { jsonOf } from '../../debate/objects';
import { errorBody } from '../refusals';

interface ClientWire extends Wire {
  isStream: boolean;
}

/** The SDK without environment, retries or log. A client serves one request, so that the key is asked for each time and never held. */
export const openClient = (wire: ClientWire): OpenAI =>
  withoutCustomHeaders(
    () =>
      new OpenAI({
        ...bareClient,
        baseURL: wire.baseUrl.url,
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        fetch: guarded(wire, ownHeaders, async (request) => {
          const message = await exchange(request);
          wire.onBytes?.();
          return asResponse(message, wire);
        }),
      }),
  );

/** The constructor always reads this one, and throws if a header in it has no fitting name. */
function withoutCustomHeaders<T>(make: () => T): T {
  const kept = process.env['OPENAI_CUSTOM_HEADERS'];
  if (kept === undefined) return make();
  delete process.env['OPENAI_CUSTOM_HEADERS'];
  try {
    return make();
  } finally {
    process.env['OPENAI_CUSTOM_HEADERS'] = kept;
  }
}

/** One request per connection: a kept one may be closed just when the next request is written. */
const ownHeaders = { accept: 'application/json, text/event-stream', connection: 'close' };

/** More than any list of models. */
const longestBody = 32 * 1024 * 1024;

/**
 * Not the global `fetch`, which gives up after five minutes without a header: a local server sends its headers with the
 * first token, after it has loaded the model and read the record.
 */
function exchange({ url, method, body, headers, signal }: OutgoingRequest): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { ...headers, ...length },
      signal,
    });
    // So that nothing on the way forgets the connection while a model loads.
    request.setSocketKeepAlive(true, 30_000);
    request.on('response', resolve).on('error', reject).end(body);
  });
}

async function asResponse(message: IncomingMessage, wire: ClientWire): Promise<Response> {
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
  // From a server that cannot stream.
  const isWhole = wire.isStream && type.includes('application/json');
  if (isWhole) return new Response(`data: ${await oneLine(message, wire)}\n\n`, { headers: onlyTold(headers) });
  if (wire.isStream) return new Response(asStream(eventLines(watched(message, wire))), { headers: onlyTold(headers) });
  return new Response(await wholeText(message, { wire, limit: longestBody }), { headers: { 'content-type': type } });
}

const canHaveBody = (status: number): boolean => status >= 300 && status <= 599 && status !== 304;

/** The rest (lengths, encodings) would no longer be true. */
function onlyTold(headers: Headers): Headers {
  const reported = ['retry-after', 'retry-after-ms', 'x-request-id', 'location', 'x-ratelimit-limit-tokens'];
  const kept = new Headers();
  for (const name of reported) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

async function* watched(message: IncomingMessage, wire: ClientWire): AsyncGenerator<Uint8Array, void> {
  for await (const piece of message as AsyncIterable<Uint8Array>) {
    wire.onBytes?.();
    yield piece;
  }
}

async function wholeText(
  message: IncomingMessage,
  { wire, limit, isCut = false }: { wire: ClientWire; limit: number; isCut?: boolean },
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

async function oneLine(message: IncomingMessage, wire: ClientWire): Promise<string> {
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

/** A line without end would fill the memory. */
const longestLine = 8 * 1024 * 1024;

/**
 * Adapts events to the SDK, which writes to the console about `thread.…`, waits for an empty line that some servers
 * leave out, and does not know llama.cpp's field `error:`. Only data passes, one line an event; a last line without its
 * end is none.
 */
export async function* eventLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new ProtocolError('An event is too long.');
    const events = lines.map(dataOf).filter((data) => data !== undefined);
    if (events.length > 0) yield encoder.encode(events.map((data) => `data: ${data}\n\n`).join(''));
  }
}

function dataOf(line: string): string | undefined {
  if (line.startsWith('data:')) return line.slice('data:'.length).trim() || undefined;
  if (line.startsWith('error:')) return asErrorEvent(line.slice('error:'.length).trim());
  return undefined;
}

function asErrorEvent(text: string): string {
  const error = jsonOf(text);
  return JSON.stringify({ error: error === undefined ? { message: text } : error });
}
