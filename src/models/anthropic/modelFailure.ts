import { AnthropicError, APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk/core/error';
import * as z from 'zod';
import { type Attempt, causes, errnoOf, failed, ProtocolError, retryAfter } from '../attempt';
import { ModelError, type ModelErrorCode } from '../modelError';
import { ConnectionLost } from './client';

/**
 * A failed request under our names. Neither the message nor the cause holds the server's response, except its own short
 * message, cleaned: an echo could hold the key.
 *
 * @throws The error itself if it does not come from a request: a defect stays one.
 */
export function modelFailure(error: unknown, attempt: Attempt): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof ConnectionLost) return failed('interrupted', attempt, { cause: error });
  if (error instanceof APIUserAbortError) return failed('interrupted', attempt);
  if (error instanceof APIConnectionError)
    return failed('unreachable', attempt, { cause: error, system: systemCode(error) });
  if (isApiError(error)) return apiFailure(error, attempt);
  const isNonsense =
    error instanceof SyntaxError ||
    error instanceof z.ZodError ||
    error instanceof ProtocolError ||
    error instanceof AnthropicError;
  if (isNonsense) return failed('malformed', attempt);
  throw error;
}

const isApiError = (error: unknown): error is APIError => error instanceof APIError;

function apiFailure(error: APIError, attempt: Attempt): ModelError {
  const { status, headers, requestID } = error;
  const asksToWait = retryAfter(headers, Date.now()) !== undefined;
  // Strings in the types, whatever a server sends.
  const says = typeof error.apiMessage === 'string' ? error.apiMessage : '';
  const requestId = requestID ?? attempt.requestId;
  return failed(codeOf(error, attempt, { says, asksToWait }), { ...attempt, requestId }, { says, status, headers });
}

/** Error codes of the API, `details.error_code`. Their messages are the fallback, where an older limit has no code. */
const spendCodes: ReadonlySet<string> = new Set([
  'contract_spend_limit_reached',
  'enforced_spend_limit_reached',
  'linked_organization_billing_unavailable',
  'linked_organization_spend_limit_reached',
  'user_profile_billing_not_authorized',
  'user_profile_not_billable',
]);
const aboutMoney = /credit balance|(?:spend|spending|usage|billing) limit|usage threshold|\bbilling\b/i;
const aboutSize = /prompt is too long|context (?:limit|window|length)|too many (?:input )?tokens/i;

/** By the error's own type, then by its status: an error in mid-stream has none. */
function codeOf(
  error: APIError,
  attempt: Attempt,
  { says, asksToWait }: { says: string; asksToWait: boolean },
): ModelErrorCode {
  const { status = 0, type, errorCode } = error;
  if (status === 402 || type === 'billing_error' || spendCodes.has(errorCode ?? '')) return 'spend_limit';
  // A limit of requests per minute comes with the time to wait, the month's money does not.
  if (aboutMoney.test(says) && [400, 403, 429].includes(status) && !asksToWait) return 'spend_limit';
  if (status === 401 || type === 'authentication_error')
    return attempt.key === undefined ? 'key_missing' : 'key_rejected';
  if (status === 413 || (aboutSize.test(says) && (status === 400 || type === 'invalid_request_error')))
    return 'too_large';
  // Without a model in the question it is the address that is not known.
  if (status === 404 && attempt.model === '') return 'bad_request';
  return byType.get(type ?? '') ?? byStatus.get(status) ?? unnamed(status);
}

const byType: ReadonlyMap<string, ModelErrorCode> = new Map([
  ['permission_error', 'forbidden'],
  ['not_found_error', 'no_model'],
  ['rate_limit_error', 'rate_limited'],
  ['overloaded_error', 'overloaded'],
  ['timeout_error', 'server'],
  ['api_error', 'server'],
]);

const byStatus: ReadonlyMap<number, ModelErrorCode> = new Map([
  [403, 'forbidden'],
  [404, 'no_model'],
  [408, 'server'],
  [409, 'server'],
  [429, 'rate_limited'],
  [529, 'overloaded'],
]);

/** Without a status it is an `error` event in mid-stream, of a type that nobody knows. */
function unnamed(status: number): ModelErrorCode {
  if (status === 0) return 'malformed';
  return status >= 500 ? 'server' : 'bad_request';
}

/** `ECONNREFUSED`, from anywhere in the chain of causes, whose messages may hold secrets. */
function systemCode(error: Error): string | undefined {
  return causes(error.cause)
    .map(errnoOf)
    .find((code) => /^[A-Z][A-Z0-9_]{2,60}$/.test(code));
}
