import * as z from 'zod';
import { AnthropicError, APIConnectionError, APIError, APIUserAbortError, BaseAnthropic } from '@anthropic-ai/sdk';
import { type Attempt, causes, failed, ProtocolError, retryAfter, statedFailure } from '../attempt';
import { decodedBody } from '../bodyDecoding';
import { exchange } from '../exchange';
import { errorCode } from '../../debate/log/objects';
import { ModelError, type ModelErrorCode } from '../modelError';
import { codeOfKind, readRefusal, type Refusal, type RefusalKind } from '../refusals';
import { bareClient, guarded, longestErrorBody, type OutgoingRequest, type Wire } from '../wire';

/**
 * Turns a failed request into our error. Of the server's response it keeps only the short message, cleaned, because an
 * echo could hold the key. @throws errors that no request caused, since they are defects
 */
export function modelFailure(error: unknown, attempt: Attempt): ModelError {
  if (error instanceof ModelError) return error;
  const stated = statedFailure(error, attempt);
  if (stated !== undefined) return stated;
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

export const isApiError = (error: unknown): error is APIError => error instanceof APIError;

function apiFailure(error: APIError, attempt: Attempt): ModelError {
  const { status, headers, requestID } = error;
  const asksToWait = retryAfter(headers, Date.now()) !== undefined;
  // The SDK types these as strings, but a server may send anything.
  const says = typeof error.apiMessage === 'string' ? error.apiMessage : '';
  const requestId = requestID ?? attempt.requestId;
  return failed(codeOf(error, attempt, { says, asksToWait }), { ...attempt, requestId }, { says, status, headers });
}

/** Values of the API's `details.error_code`. An older limit has no code, so messages are the fallback. */
const spendCodes: ReadonlySet<string> = new Set([
  'contract_spend_limit_reached',
  'enforced_spend_limit_reached',
  'linked_organization_billing_unavailable',
  'linked_organization_spend_limit_reached',
  'user_profile_billing_not_authorized',
  'user_profile_not_billable',
]);
const aboutMoney = /credit balance|(?:spend|spending|usage|billing) limit|usage threshold|\bbilling\b/i;

/** Chooses the code by the error's type, then by its status, which an error in mid-stream lacks. */
function codeOf(
  error: APIError,
  attempt: Attempt,
  { says, asksToWait }: { says: string; asksToWait: boolean },
): ModelErrorCode {
  const { status = 0, type, errorCode } = error;
  if (status === 402 || type === 'billing_error' || spendCodes.has(errorCode ?? '')) return 'spend_limit';
  // A limit per minute comes with a time to wait; a spent budget does not.
  if (aboutMoney.test(says) && [400, 403, 429].includes(status) && !asksToWait) return 'spend_limit';
  if (status === 401 || type === 'authentication_error')
    return attempt.key === undefined ? 'key_missing' : 'key_rejected';
  const { kind } = readRefusal(refusalOf(error, asksToWait), attempt.size);
  if (ofRequest.has(kind)) return codeOfKind[kind] ?? 'bad_request';
  // A request without a model can only have an unknown address.
  if (status === 404 && attempt.model === '') return 'bad_request';
  return byType.get(type ?? '') ?? byStatus.get(status) ?? unnamed(status);
}

/** Refusals that the API's own error types do not distinguish. */
const ofRequest: ReadonlySet<RefusalKind> = new Set([
  'filter',
  'bad_sample',
  'too_large_for_rate',
  'too_much_asked',
  'overflow',
]);

/** The error in the form that the table of refusals reads; an error in mid-stream has no status. */
export function refusalOf(error: APIError, asksToWait = false): Refusal {
  const { status, type, errorCode, headers } = error;
  const perMinute = Number(headers?.get('anthropic-ratelimit-tokens-limit') ?? Number.NaN);
  return {
    status,
    message: typeof error.apiMessage === 'string' ? error.apiMessage : '',
    type: type ?? undefined,
    code: errorCode ?? undefined,
    asksToWait,
    ...(perMinute > 0 ? { perMinute } : {}),
  };
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

/** Code for an unknown type; status 0 is an event in mid-stream. */
function unnamed(status: number): ModelErrorCode {
  if (status === 0) return 'malformed';
  return status >= 500 ? 'server' : 'bad_request';
}

/** System's code, for example `ECONNREFUSED`, from the chain of causes; the causes' messages may hold secrets. */
function systemCode(error: Error): string | undefined {
  return causes(error.cause)
    .map(errorCode)
    .find((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code));
}

/** API version that the installed SDK's types describe; a test compares it with what the SDK sends. */
export const apiVersion = '2026-10-21';

/**
 * The SDK without environment, profile files, retries, log or traces. A client serves one request, so the key is asked
 * for each time and never held.
 */
export const openClient = (wire: Wire): BaseAnthropic =>
  new BaseAnthropic({
    ...bareClient,
    // Addresses of other APIs end in "/v1"; here it is part of the paths.
    baseURL: wire.baseUrl.url.replace(/\/v1$/, ''),
    // Otherwise the SDK looks for credentials in the environment and on disk.
    authToken: null,
    webhookKey: null,
    openTelemetry: false,
    fetch: guardedFetch(wire),
  });

export const guardedFetch = (wire: Wire): typeof fetch =>
  guarded(wire, { accept: 'application/json', 'anthropic-version': apiVersion }, async (request) =>
    watched(await sent(request, wire.proxy?.(request.url)), wire),
  );

async function sent(request: OutgoingRequest, proxy: URL | undefined): Promise<Response> {
  const { url, body, signal, ...rest } = request;
  if (proxy === undefined)
    return await fetch(url, { ...rest, body: body ?? null, signal: signal ?? null, redirect: 'manual' });
  const message = await exchange(request, proxy);
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    if (name !== 'content-encoding' && name !== 'content-length') headers.set(name, String(value));
  const status = message.statusCode ?? 0;
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? ReadableStream.from(decodedBody(message)) : null, { status, headers });
}

class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Reports bytes as signs of life, because the SDK drops pings. */
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

/** Recognises an abort by its name, because the SDK ends a stream quietly on an abort. */
const isAbort = (error: unknown): error is Error => error instanceof Error && error.name === 'AbortError';
