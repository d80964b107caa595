import { APIConnectionError, APIError, APIUserAbortError } from 'openai/error';
import type { ModelErrorCode } from '../modelError';
import { errorBody, type ErrorBody } from './errorBody';

/** What a server said instead of an answer: with a status, or within a stream that had begun. */
export interface Refused extends ErrorBody {
  status: number | undefined;
  headers: Headers | undefined;
  /** An answer had begun: the request itself was taken. */
  isMidStream: boolean;
}

/** Undefined where no server spoke. */
export function refusedIn(error: unknown): Refused | undefined {
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return undefined;
  const {
    status,
    headers,
    error: sent,
  } = error as { status: number | undefined; headers: Headers | undefined; error: unknown };
  const body = errorBody(JSON.stringify({ error: sent }));
  // Within a stream there is no status, but llama.cpp and OpenRouter write it into the code.
  const told = typeof body.code === 'number' && body.code >= 400 && body.code <= 599 ? body.code : undefined;
  return { ...body, status: status ?? told, headers, isMidStream: status === undefined };
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

export const isTooLarge = ({ status, code, message }: Refused): boolean =>
  status === 413 || code === 'context_length_exceeded' || (status !== 429 && tooLarge.test(message));

export const isNoModel = ({ status, code, message }: Refused): boolean =>
  code === 'model_not_found' || ((status === 400 || status === 404 || status === undefined) && noModel.test(message));

/** What a refusal means, under a name of ours. `key_rejected` also where there was no key. */
export function codeOfRefusal(refused: Refused): ModelErrorCode {
  const { status, code = '', type = '', message } = refused;
  if (status === 401) return 'key_rejected';
  if (isTooLarge(refused)) return 'too_large';
  if (status === 402 || noMoney.test(`${code} ${type} ${message}`)) return 'spend_limit';
  if (isNoModel(refused)) return 'no_model';
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
