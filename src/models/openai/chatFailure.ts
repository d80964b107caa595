import { failed, ProtocolError, type Attempt } from '../attempt';
import type { BaseUrl } from '../baseUrl';
import { isModelError, type ModelError } from '../modelError';
import { codeOfRefusal, refusedIn, type Refused } from './refused';

/** Whatever a request can throw, as an error of ours. `models`: ids that exist, where they are known. */
export function chatFailure(error: unknown, attempt: Attempt, models: readonly string[] = []): ModelError {
  if (isModelError(error)) return error;
  const refused = refusedIn(error);
  return refused === undefined ? wireFailure(error, attempt) : refusalFailure(refused, attempt, models);
}

function refusalFailure(refused: Refused, attempt: Attempt, models: readonly string[]): ModelError {
  const { status, headers, message } = refused;
  const told = codeOfRefusal(refused);
  const code = told === 'key_rejected' && attempt.key === undefined ? 'key_missing' : told;
  const requestId = headers?.get('x-request-id') ?? undefined;
  const location = locationOf(refused, attempt.baseUrl);
  return failed(code, { ...attempt, requestId }, { says: message, status, headers, location, models });
}

/** Without its query, which may hold anything. */
function locationOf({ status = 0, headers }: Refused, baseUrl: BaseUrl): string | undefined {
  const location = headers?.get('location');
  if (status < 300 || status > 399 || location == null || !URL.canParse(location, baseUrl.url)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl.url);
  return origin + pathname.replace(/\/chat\/completions$/, '');
}

function wireFailure(error: unknown, attempt: Attempt): ModelError {
  const chain = causes(error);
  // Of the system alone: whatever quotes the server could quote a key that the server repeated.
  const cause = chain.find((link) => codeOf(link) !== '');
  const isNonsense = chain.some(
    (link) => link instanceof ProtocolError || link instanceof SyntaxError || codeOf(link).startsWith('HPE_'),
  );
  if (isNonsense) return failed('malformed', attempt, { cause });
  if (chain.some((link) => broken.has(codeOf(link)))) return failed('interrupted', attempt, { cause });
  return failed('unreachable', attempt, { cause, system: codeOf(cause) || undefined });
}

const broken = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let cause = error;
    cause !== undefined && chain.length < 5;
    cause = cause instanceof Error ? cause.cause : undefined
  )
    chain.push(cause);
  return chain;
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
