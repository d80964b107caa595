import { type Attempt, causes, failed, ProtocolError, statedFailure } from '../attempt';
import type { BaseUrl } from '../wire';
import * as l10n from '@vscode/l10n';
import { isModelError, type ModelError, type ModelErrorCode } from '../modelError';
import { errorCode, jsonOf } from '../../debate/objects';
import { APIConnectionError, APIError, APIUserAbortError } from 'openai/error';
import * as z from 'zod';

/** Anything that a request can throw, as our error. `models`: known ids. */
export function chatFailure(error: unknown, attempt: Attempt, models: readonly string[] = []): ModelError {
  if (isModelError(error)) return error;
  const refused = refusedIn(error);
  return refused === undefined ? wireFailure(error, attempt) : refusalFailure(refused, attempt, models);
}

function refusalFailure(refused: RefusedRequest, attempt: Attempt, models: readonly string[]): ModelError {
  const { status, headers, message } = refused;
  const stated = codeOfRefusal(refused);
  const code = stated === 'key_rejected' && attempt.key === undefined ? 'key_missing' : stated;
  const requestId = headers?.get('x-request-id') ?? undefined;
  if (attempt.baseUrl.url.startsWith('http:') && wantsHttps.test(message))
    return failed('unreachable', attempt, { text: secureText(attempt.baseUrl) });
  const location = locationOf(refused, attempt.baseUrl);
  return failed(code, { ...attempt, requestId }, { says: message, status, headers, location, models });
}

/** Without its query, which may hold anything. */
function locationOf({ status = 0, headers }: RefusedRequest, baseUrl: BaseUrl): string | undefined {
  const location = headers?.get('location');
  if (status < 300 || status > 399 || location == null || !URL.canParse(location, baseUrl.url)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl.url);
  return origin + pathname.replace(/\/chat\/completions$/, '');
}

function wireFailure(error: unknown, attempt: Attempt): ModelError {
  const stated = statedFailure(error, attempt) ?? encryptedAnswer(error, attempt);
  if (stated !== undefined) return stated;
  const chain = causes(error);
  // Of the system alone: the server's text could repeat the key.
  const cause = chain.find((link) => errorCode(link) !== undefined);
  const isNonsense = chain.some(
    (link) =>
      link instanceof ProtocolError || link instanceof SyntaxError || errorCode(link)?.startsWith('HPE_') === true,
  );
  if (isNonsense) return failed('malformed', attempt, { cause });
  if (chain.some((link) => broken.has(errorCode(link) ?? ''))) return failed('interrupted', attempt, { cause });
  return failed('unreachable', attempt, { cause, system: errorCode(cause) });
}

/** A server that speaks https alone answers a plain request with an alert of TLS. */
function encryptedAnswer(error: unknown, attempt: Attempt): ModelError | undefined {
  const isAlert = causes(error).some(
    (link) => link instanceof Error && 'rawPacket' in link && isTlsAlert(link.rawPacket),
  );
  if (!isAlert || !attempt.baseUrl.url.startsWith('http:')) return undefined;
  return failed('unreachable', attempt, { text: secureText(attempt.baseUrl) });
}

const isTlsAlert = (packet: unknown): boolean =>
  packet instanceof Uint8Array && (packet[0] === 0x15 || packet[0] === 0x16) && packet[1] === 3;

/** So web servers and Go's answer a plain request at their port for https. */
const wantsHttps = /plain HTTP request (?:was )?sent to (?:an? )?(?:HTTPS|TLS|SSL)|HTTP request to an HTTPS server/i;

const secureText = ({ origin }: BaseUrl): string =>
  l10n.t('{0} speaks https only. Begin the base URL with https://.', origin);

const broken = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** What a server said instead of an answer, or within a stream. */
export interface RefusedRequest extends ErrorBody {
  status: number | undefined;
  headers: Headers | undefined;
  /** An answer had begun: the request itself was taken. */
  isMidStream: boolean;
}

/** Undefined if no server spoke. */
export function refusedIn(error: unknown): RefusedRequest | undefined {
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return undefined;
  const {
    status,
    headers,
    error: sent,
  } = error as { status: number | undefined; headers: Headers | undefined; error: unknown };
  const body = errorBody(JSON.stringify({ error: sent }));
  // In a stream llama.cpp and OpenRouter write the status into the code.
  const stated = typeof body.code === 'number' && body.code >= 400 && body.code <= 599 ? body.code : undefined;
  return { ...body, status: status ?? stated, headers, isMidStream: status === undefined };
}

const tooLarge = new RegExp(
  [
    'context[ _](?:length|window|size|overflow)',
    'maximum context',
    "(?:the|available|model'?s?) context\\b.{0,40}(?:exceed|overflow)",
    'prompt (?:is|was) too long',
    'too many tokens',
    'exceed\\w*.{0,40}\\bcontext',
  ].join('|'),
  'i',
);
const noModel =
  /\bmodel\b.{0,120}(?:not found|does ?n[o']t exist|not exist|is not available)|(?:unknown|invalid|no such) model|no endpoints found for/i;
const noMoney =
  /exceeded your current quota|insufficient[ _](?:quota|balance|credits?|funds)|billing[ _]hard[ _]limit/i;

export const isTooLarge = ({ status, code, message }: RefusedRequest): boolean =>
  status === 413 || code === 'context_length_exceeded' || (status !== 429 && tooLarge.test(message));

export const isNoModel = ({ status, code, message }: RefusedRequest): boolean =>
  code === 'model_not_found' || ((status === 400 || status === 404 || status === undefined) && noModel.test(message));

/** `key_rejected` also if there was no key. */
function codeOfRefusal(refused: RefusedRequest): ModelErrorCode {
  const { status, code = '', type = '', message } = refused;
  if (status === 401) return 'key_rejected';
  if (isTooLarge(refused)) return 'too_large';
  if (status === 402 || noMoney.test(`${code} ${type} ${message}`)) return 'spend_limit';
  if (isNoModel(refused)) return 'no_model';
  if (status === 503 && /\bloading\b.{0,20}\bmodel|\bmodel\b.{0,20}\bloading/i.test(message)) return 'loading';
  return status === undefined ? codeOfWords(`${code} ${type} ${message}`) : codeOfStatus(status);
}

function codeOfStatus(status: number): ModelErrorCode {
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 || status === 408 ? 'server' : 'bad_request';
}

function codeOfWords(words: string): ModelErrorCode {
  if (/rate.?limit/i.test(words)) return 'rate_limited';
  if (/overload|unavailable|capacity/i.test(words)) return 'overloaded';
  return /invalid.?request/i.test(words) ? 'bad_request' : 'server';
}

/** In the shape that the SDK reads. */
interface ErrorBody {
  message: string;
  code?: string | number | undefined;
  type?: string | undefined;
  param?: string | undefined;
}

const code = z.union([z.string(), z.number()]).nullish().catch(undefined);
const text = z.string().nullish().catch(undefined);

/** OpenAI and most; a plain string from Ollama's own endpoints and some proxies; no `error` from vLLM of old. */
const shapes = [
  z.object({ error: z.object({ message: z.string(), code, type: text, param: text }) }).transform(({ error }) => error),
  z
    .object({ error: z.string(), code, type: text, param: text })
    .transform(({ error, ...rest }) => ({ message: error, ...rest })),
  z.object({ message: z.string(), code, type: text, param: text }),
];

/** Whatever its shape: other JSON (FastAPI's `detail`) stays text. */
export function errorBody(sent: string): ErrorBody {
  const value = jsonOf(sent);
  for (const shape of shapes) {
    const result = shape.safeParse(value);
    if (!result.success) continue;
    const { message, code, type, param } = result.data;
    return { message, code: code ?? undefined, type: type ?? undefined, param: param ?? undefined };
  }
  // A page's markup says nothing here, but for its title.
  return {
    message: /^\s*</.test(sent) ? (/<title>([^<]{1,200})<\/title>/i.exec(sent)?.[1]?.trim() ?? '') : sent.trim(),
  };
}
