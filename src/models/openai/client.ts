import type { IncomingMessage } from 'node:http';
import * as l10n from '@vscode/l10n';
import { OpenAI } from 'openai';
import { jsonOf, listOf } from '../../debate/log/objects';
import { ProtocolError, UnreadableAnswer } from '../attempt';
import { beginningOf, decodedBody } from '../bodyDecoding';
import { exchange } from '../exchange';
import { bareClient, guarded, longestErrorBody, type Wire } from '../wire';
import { eventLines } from './eventLines';
import { errorBody } from '../refusals';

interface ClientWire extends Wire {
  isStream: boolean;
  /** Called when a streamed answer is complete. */
  onDone?(): void;
}

/**
 * The SDK without environment, retries or log. A client serves one request, so the key is asked for each time and never
 * held.
 */
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
          const message = await exchange(request, wire.proxy?.(request.url));
          wire.onBytes?.();
          return asResponse(message, wire);
        }),
      }),
  );

/** Hides `OPENAI_CUSTOM_HEADERS`, which the constructor always reads; it throws if a header's name is invalid. */
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

/** Each request has its own connection, because a kept one may be closed just when the next request is written. */
const ownHeaders = { accept: 'application/json, text/event-stream', connection: 'close' };

/** Bytes; no list of models is longer. */
const longestBody = 32 * 1024 * 1024;

async function asResponse(message: IncomingMessage, wire: ClientWire): Promise<Response> {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  const bytes = decodedBody(message, () => wire.onBytes?.());
  if (status < 200 || status > 299) {
    const error = errorBody(await wholeText(bytes, { limit: longestErrorBody, isCut: true }));
    return Response.json({ error }, { status: canHaveBody(status) ? status : 500, headers: onlyTold(headers) });
  }
  if (wire.isStream)
    return new Response(asStream(eventsIn(bytes, () => wire.onDone?.())), { headers: onlyTold(headers) });
  const text = await wholeText(bytes, { limit: longestBody });
  // The SDK parses JSON only under its exact content type.
  const type = jsonOf(text) === undefined ? (headers.get('content-type') ?? 'text/plain') : 'application/json';
  return new Response(text, { headers: { 'content-type': type } });
}

/**
 * Recognises events, an answer in one piece, or lines of JSON by their content, because content types can be wrong.
 * @throws ProtocolError
 */
async function* eventsIn(
  bytes: AsyncGenerator<Uint8Array, void>,
  onDone: () => void,
): AsyncGenerator<Uint8Array, void> {
  const { head, rest } = await beginningOf(bytes, (begun) => /\S/.test(begun.toString('utf8')));
  const [first] = head.toString('utf8').trimStart();
  if (first === '<') {
    await rest.return();
    throw new ProtocolError('A web page came.');
  }
  if (first !== '{' && first !== '[') {
    yield* eventLines(rest, onDone);
    return;
  }
  const text = await wholeText(rest, { limit: longestBody });
  const value = jsonOf(text);
  if (value !== undefined) onDone();
  const [only] = [...listOf(value), value];
  const pieces = value === undefined ? text.split(/[\r\n]+/) : [JSON.stringify(only)];
  yield* eventLines(asBytes(pieces.map((piece) => `data: ${piece}\n`).join('')));
}

async function* asBytes(text: string): AsyncGenerator<Uint8Array, void> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

const canHaveBody = (status: number): boolean => status >= 300 && status <= 599 && status !== 304;

/** Keeps only these headers; others (lengths, encodings) would no longer be true. */
function onlyTold(headers: Headers): Headers {
  const reported = ['retry-after', 'retry-after-ms', 'x-request-id', 'location', 'x-ratelimit-limit-tokens'];
  const kept = new Headers();
  for (const name of reported) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

async function wholeText(
  bytes: AsyncGenerator<Uint8Array, void>,
  { limit, isCut = false }: { limit: number; isCut?: boolean },
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length <= limit) continue;
    if (isCut) break;
    throw new UnreadableAnswer(l10n.t('It has no end. Check the base URL.'));
  }
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, limit));
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
