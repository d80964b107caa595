import { waitAskedFor } from '../async/deadline';
import * as l10n from '@vscode/l10n';
import type { BaseUrl } from './wire';
import type { ProviderOptions, ServerDescriptor } from './descriptor';
import { ProxyFailure } from './exchange';
import { runawayText, type RunawayKind } from './runaway';
import { ModelError, type ModelErrorCode, type ModelErrorFacts } from './modelError';
import type { TokenUsage } from './provider';
import type { RequestSize } from './refusalSizes';
import { providers, type ServerName } from './providers';
import { errorCode } from '../debate/log/objects';
import { cutText } from '../matching/text/shortText';

/** A request, as error messages describe it. */
export interface Attempt {
  provider: ServerName;
  baseUrl: BaseUrl;
  /** Empty if the request is not about a model. */
  model: string;
  /** The key sent with the request; no error contains it. */
  key: string | undefined;
  usage?: TokenUsage | undefined;
  requestId?: string | undefined;
  /** Sizes that help to read the numbers of a refusal. */
  size?: RequestSize | undefined;
}

/** The response does not follow the provider's protocol. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** A ProtocolError with words for people. */
export class UnreadableAnswer extends ProtocolError {}

/**
 * Returns the key to send, or undefined for none: over plain http beyond this machine it could be read on the way, and
 * a local server may need none. @throws ModelError `key_missing`, `key_rejected`
 */
export async function requestKey(
  provider: ServerName,
  { baseUrl, key }: Pick<ProviderOptions, 'baseUrl' | 'key'>,
): Promise<string | undefined> {
  if (baseUrl.isExposed) return undefined;
  const attempt: Attempt = { provider, baseUrl, model: '', key: undefined };
  const { isNeeded, variable } = providers[provider].server.key;
  const read = await key().catch((cause: unknown) => {
    throw failed('key_missing', attempt, { cause });
  });
  const value = read?.trim() ?? '';
  if (value === '' && isNeeded && baseUrl.url.startsWith('https:')) throw failed('key_missing', attempt);
  // A header accepts only these characters, and the error would show the key.
  if (/^[\x21-\x7e]*$/.test(value)) return value === '' ? undefined : value;
  const text = l10n.t(
    'The API key for {0} holds characters that no key has. Set it again with the command “Set API Key”, or in the environment variable {1} for the command line.',
    baseUrl.origin,
    variable,
  );
  throw failed('key_rejected', attempt, { text });
}

interface AttemptDetails {
  text?: string;
  /** The server's own words, which may repeat the key. */
  says?: string | undefined;
  /** System's name of the error, for example `ECONNREFUSED`. */
  system?: string | undefined;
  cause?: unknown;
  /** Milliseconds since the last sign of life. */
  silentMs?: number;
  status?: number | undefined;
  headers?: Headers | undefined;
  location?: string | undefined;
  runaway?: RunawayKind;
  /** Ids of the models that exist, if the requested one does not. */
  models?: readonly string[];
}

/** Makes an error of all known facts: what happened, to what, and what to do next. It never holds the key. */
export function failed(code: ModelErrorCode, attempt: Attempt, details: AttemptDetails = {}): ModelError {
  const { provider, model, usage, requestId } = attempt;
  const { status, headers, cause } = details;
  const retryAfterMs = retryAfter(headers, Date.now());
  const models = code === 'no_model' ? (details.models ?? []) : [];
  const facts: ModelErrorFacts = {
    provider,
    ...(model === '' ? {} : { model }),
    status,
    retryAfterMs,
    ...(models.length === 0 ? {} : { models }),
    usage,
    runaway: details.runaway,
    requestId,
  };
  const text = details.text ?? textOf(code, attempt, details);
  // If the key is missing, the server's words add nothing.
  const says = code === 'key_missing' ? '' : cleanText(details.says ?? '', attempt.key);
  const said = says === '' ? text : `${text} ${l10n.t('The provider says: “{0}”', says)}`;
  return new ModelError(code, withModels(said, models), facts, cause === undefined ? undefined : { cause });
}

/** Ids that an error lists at most. */
const mostModels = 20;

/** Adds the ids of the models that can be chosen instead. */
export function withModels(text: string, models: readonly string[]): string {
  if (models.length === 0) return text;
  const listed = models.slice(0, mostModels).join(', ');
  return l10n.t('{0} There are: {1}', text, models.length > mostModels ? `${listed} …` : listed);
}

function textOf(code: ModelErrorCode, attempt: Attempt, details: AttemptDetails): string {
  const { server }: ServerDescriptor = providers[attempt.provider];
  const place = attempt.baseUrl.origin;
  const model = attempt.model === '' ? l10n.t('its models') : attempt.model;
  const { status, silentMs = 0 } = details;
  const seconds = Math.round(silentMs / 1_000);
  switch (code) {
    case 'key_missing':
      return keyMissing(attempt.baseUrl, server.key.variable);
    case 'key_rejected':
      return l10n.t(
        '{0} does not accept the API key. Set another: “Set API Key” in the editor, {1} for the command line.',
        place,
        server.key.variable,
      );
    case 'forbidden':
    case 'no_consent':
      return l10n.t(
        '{0} does not let this API key use {1}. Choose another model, or have the key allowed to use it.',
        place,
        model,
      );
    case 'no_model':
      return l10n.t('{0} has no model “{1}”. Choose another model, or correct the base URL.', place, model);
    case 'spend_limit':
      return l10n.t(
        'The account at {0} has no credit left or has reached a spending limit. Add credit or raise the limit, then go on.',
        place,
      );
    case 'wrong_address':
    case 'bad_request':
      return badRequestText(attempt, details);
    case 'too_large':
      return l10n.t(
        'The request is larger than {1} at {0} takes. Choose a model with a larger context, or raise that of the server.',
        place,
        model,
      );
    case 'bad_sample':
      return l10n.t('{1} at {0} wrote what its own server cannot read.', place, model);
    case 'filtered':
      return l10n.t('A content filter at {0} struck the request or the answer of {1}.', place, model);
    case 'empty':
      return l10n.t('{1} at {0} answered without a word.', place, model);
    case 'runaway':
      return runawayText(details.runaway ?? 'long', place, model);
    case 'rate_limited':
      return l10n.t('{0} takes no more requests for {1} from this account at present.', place, model);
    case 'overloaded':
      return l10n.t('{0} is overloaded.', place);
    case 'loading':
      return l10n.t('{0} is still loading its model.', place);
    case 'server':
      return l10n.t('{0} has a fault of its own{1}.', place, status === undefined ? '' : ` (HTTP ${status})`);
    case 'unreachable':
      return unreachableText(place, details);
    case 'interrupted':
      return l10n.t('The answer of {1} at {0} broke off before its end.', place, model);
    case 'malformed':
      return l10n.t(
        'What {0} sent is no answer of the {1}. If that stays so, check the base URL.',
        place,
        server.protocol,
      );
    case 'stalled':
      return l10n.t('Nothing came from {0} for {1} seconds.', place, seconds);
  }
}

/** OpenSSL's codes for a server that answers in plain http. */
const plainAnswer =
  /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE))$/;
const untrusted = /CERT|^UNABLE_TO_|SELF_SIGNED/;

function unreachableText(place: string, { system = '', silentMs = 0 }: AttemptDetails): string {
  if (silentMs > 0)
    return l10n.t(
      '{0} did not answer within {1} seconds. Check the base URL and the network.',
      place,
      Math.round(silentMs / 1_000),
    );
  if (untrusted.test(system))
    return l10n.t(
      'The certificate of {0} is not trusted ({1}). Have its authority trusted (NODE_EXTRA_CA_CERTS for the command line), or check the base URL.',
      place,
      system,
    );
  return l10n.t(
    '{0} cannot be reached{1}. Check the base URL and the network, and that a server is running there.',
    place,
    system === '' ? '' : ` (${system})`,
  );
}

/** Returns our error for failures with a code and words of their own; undefined for others. */
export function statedFailure(error: unknown, attempt: Attempt): ModelError | undefined {
  const chain = causes(error);
  const proxy = chain.find((link) => link instanceof ProxyFailure);
  if (proxy !== undefined) return failed('unreachable', attempt, { text: proxy.message });
  const system = chain.map(errorCode).find((code) => plainAnswer.test(code ?? ''));
  if (system !== undefined && attempt.baseUrl.url.startsWith('https:'))
    return failed('wrong_address', attempt, { text: plainText(attempt.baseUrl.origin, system) });
  const unreadable = chain.find((link) => link instanceof UnreadableAnswer);
  if (unreadable === undefined) return undefined;
  const text = l10n.t('What {0} sent cannot be read. {1}', attempt.baseUrl.origin, unreadable.message);
  return failed('bad_request', attempt, { text });
}

const plainText = (place: string, system: string): string =>
  l10n.t(
    '{0} answers in plain http, without encryption ({1}). Begin the base URL with http:// if that is your own server.',
    place,
    system,
  );

/** Message for a server that wants a key when none was sent. */
function keyMissing({ origin, isExposed }: BaseUrl, variable: string): string {
  if (isExposed)
    return l10n.t(
      '{0} asks for an API key, but none is sent there, because over plain http it could be read on the way. Set a base URL that begins with https://.',
      origin,
    );
  return l10n.t(
    'There is no API key for {0}. Set one: “Set API Key” in the editor, {1} for the command line.',
    origin,
    variable,
  );
}

function badRequestText({ provider, baseUrl, model }: Attempt, { status = 0, location }: AttemptDetails): string {
  const { server }: ServerDescriptor = providers[provider];
  if (location !== undefined)
    return l10n.t(
      '{0} refers to another address, {1}, to which no key is sent. Set the base URL to it if it is the right one.',
      baseUrl.url,
      location,
    );
  if (status >= 300 && status < 400)
    return l10n.t(
      '{0} refers to another address, to which no key is sent. Set the base URL to the address itself.',
      baseUrl.origin,
    );
  if (model !== '' && status !== 404) return l10n.t('{0} refused the request for {1}.', baseUrl.origin, model);
  const text = l10n.t('{0} refused the request. Check the base URL.', baseUrl.url);
  return server.hint === undefined ? text : `${text} ${server.hint()}`;
}

const longest = 300;

/** Patterns of keys and of headers that carry them. */
const secrets = [/\bsk-[\w-]{6,}/g, /\bbearer\s+\S+/gi, /\b(?:x-api-key|authorization)\b\s*[:=]\s*\S+/gi];

/** Makes text safe to show: one line, cut, without the key or anything like one. */
export function cleanText(text: string, key: string | undefined): string {
  const withoutKey = key === undefined || key === '' ? text : text.replaceAll(key, '…');
  const scrubbed = secrets.reduce((left, secret) => left.replace(secret, '…'), withoutKey);
  // Format characters could reorder the line.
  return cutText(scrubbed.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), longest);
}

/** Returns the error and its causes, five at most. */
export function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let cause = error;
    cause !== undefined && chain.length < 5;
    cause = cause instanceof Error ? cause.cause : undefined
  )
    chain.push(cause);
  return chain;
}

/** Milliseconds; a longer wait is the server's mistake, and more than a date can hold. */
const longestWait = 31 * 24 * 3_600_000;

/** Returns the milliseconds from `now` that a server asks to wait. */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return bounded(exact);
  const asked = waitAskedFor(headers?.get('retry-after') ?? '', now);
  return asked === undefined ? undefined : bounded(asked);
}

const bounded = (ms: number): number => Math.min(longestWait, Math.max(0, Math.ceil(ms)));
