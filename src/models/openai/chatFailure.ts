import { type Attempt, causes, failed, ProtocolError, retryAfter, statedFailure } from '../attempt';
import type { BaseUrl } from '../wire';
import * as l10n from '@vscode/l10n';
import { isModelError, type ModelError, type ModelErrorCode } from '../modelError';
import { codeOfKind, type ErrorBody, errorBody, readRefusal, type Refusal } from '../refusals';
import type { RequestSize } from '../refusalSizes';
import { errorCode } from '../../debate/log/objects';
import { APIConnectionError, APIError, APIUserAbortError } from 'openai';

/** Turns anything that a request can throw into our error. `size`: size of the request; `models`: known ids. */
export function chatFailure(error: unknown, attempt: Attempt, { size, models = [] }: FailedChat = {}): ModelError {
  if (isModelError(error)) return error;
  const refused = refusedIn(error);
  return refused === undefined ? wireFailure(error, attempt) : refusalFailure(refused, attempt, { size, models });
}

interface FailedChat {
  size?: RequestSize | undefined;
  models?: readonly string[];
}

function refusalFailure(refused: RefusedRequest, attempt: Attempt, { size, models = [] }: FailedChat): ModelError {
  const { status, headers, message } = refused;
  const stated = codeOfRefusal(refused, size);
  const code = stated === 'key_rejected' && attempt.key === undefined ? 'key_missing' : stated;
  const requestId = headers?.get('x-request-id') ?? undefined;
  if (attempt.baseUrl.url.startsWith('http:') && wantsHttps.test(message))
    return failed('wrong_address', attempt, { text: secureText(attempt.baseUrl) });
  const location = locationOf(refused, attempt.baseUrl);
  return failed(code, { ...attempt, requestId }, { says: message, status, headers, location, models });
}

/** Target of a redirect without its query, which may hold anything. */
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
  // Only the system's error becomes the cause: the server's text could repeat the key.
  const cause = chain.find((link) => errorCode(link) !== undefined);
  const isNonsense = chain.some(
    (link) =>
      link instanceof ProtocolError || link instanceof SyntaxError || errorCode(link)?.startsWith('HPE_') === true,
  );
  if (isNonsense) return failed('malformed', attempt, { cause });
  if (chain.some((link) => broken.has(errorCode(link) ?? ''))) return failed('interrupted', attempt, { cause });
  return failed('unreachable', attempt, { cause, system: errorCode(cause) });
}

/** A server that speaks only https answers a plain request with a TLS alert. */
function encryptedAnswer(error: unknown, attempt: Attempt): ModelError | undefined {
  const isAlert = causes(error).some(
    (link) => link instanceof Error && 'rawPacket' in link && isTlsAlert(link.rawPacket),
  );
  if (!isAlert || !attempt.baseUrl.url.startsWith('http:')) return undefined;
  return failed('wrong_address', attempt, { text: secureText(attempt.baseUrl) });
}

const isTlsAlert = (packet: unknown): boolean =>
  packet instanceof Uint8Array && (packet[0] === 0x15 || packet[0] === 0x16) && packet[1] === 3;

/** Answers of web servers, also Go's, to a plain request at their https port. */
const wantsHttps = /plain HTTP request (?:was )?sent to (?:an? )?(?:HTTPS|TLS|SSL)|HTTP request to an HTTPS server/i;

const secureText = ({ origin }: BaseUrl): string =>
  l10n.t('{0} speaks https only. Begin the base URL with https://.', origin);

const broken = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** A server's refusal, as the response or within a stream. */
export interface RefusedRequest extends Refusal {
  headers: Headers | undefined;
}

/** An answer that is an error although its status says otherwise; `sent` is its unchanged text. */
export class ErrorAnswer extends Error {
  override readonly name = 'ErrorAnswer';
  constructor(readonly body: ErrorBody) {
    super('The server answered with an error.');
  }
}

/** Returns undefined if no server answered. */
export function refusedIn(error: unknown): RefusedRequest | undefined {
  const stated =
    error instanceof ErrorAnswer ? { body: error.body, status: undefined, headers: undefined } : sdkError(error);
  if (stated === undefined) return undefined;
  const { body, headers } = stated;
  const status = stated.status ?? statusIn(body);
  const perMinute = Number(headers?.get('x-ratelimit-limit-tokens') ?? Number.NaN);
  return {
    ...body,
    status,
    headers,
    ...(perMinute > 0 ? { perMinute } : {}),
    asksToWait:
      retryAfter(headers, Date.now()) !== undefined ||
      /retryDelay|(?:retry|try again) in \d/i.test(`${body.message} ${body.more ?? ''}`),
  };
}

function sdkError(
  error: unknown,
): { body: ErrorBody; status: number | undefined; headers: Headers | undefined } | undefined {
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return undefined;
  const {
    status,
    headers,
    error: sent,
  } = error as { status: number | undefined; headers: Headers | undefined; error: unknown };
  return { body: errorBody(JSON.stringify({ error: sent })), status, headers };
}

/** Status of an error in a stream: llama.cpp, OpenRouter and vLLM write it into the code. */
function statusIn({ code }: ErrorBody): number | undefined {
  const status = Number(code);
  return status >= 400 && status <= 599 ? status : undefined;
}

/** Returns `key_rejected` even if no key was sent. */
function codeOfRefusal(refused: RefusedRequest, size: RequestSize | undefined): ModelErrorCode {
  const { kind } = readRefusal(refused, size);
  const stated = codeOfKind[kind];
  if (stated !== undefined) return stated;
  const { status, code = '', type = '', message } = refused;
  return status === undefined ? codeOfWords(`${code} ${type} ${message}`) : codeOfStatus(status);
}

function codeOfStatus(status: number): ModelErrorCode {
  if (status === 403) return 'forbidden';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 || status === 408 ? 'server' : 'bad_request';
}

function codeOfWords(words: string): ModelErrorCode {
  if (/rate.?limit|too many requests/i.test(words)) return 'rate_limited';
  if (/overload|unavailable|capacity/i.test(words)) return 'overloaded';
  const isRefused =
    /invalid|bad.?request|unsupported|not (?:supported|allowed|permitted|found)|unknown|unrecogni[sz]ed|must\b|required/i;
  return isRefused.test(words) ? 'bad_request' : 'server';
}
