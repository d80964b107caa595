import * as l10n from '@vscode/l10n';
import { cleanText } from '../cleanText';
import { retryAfter } from '../retryAfter';
import type { BaseUrl } from '../baseUrl';
import { isModelError, ModelError, type ModelErrorCode, type ModelErrorFacts } from '../modelError';
import type { TokenUsage } from '../provider';
import { failureText, type FailureContext } from './failureText';
import { ProtocolError } from './protocolError';
import { codeOfRefusal, refusedIn, type Refused } from './refused';

/** What a request was about when it failed. */
export interface Failing {
  baseUrl: BaseUrl;
  model: string;
  key: string | undefined;
  /** Ids that exist, where they are known. */
  models?: readonly string[];
  usage?: TokenUsage | undefined;
}

/** Whatever a request can throw, as an error of ours. */
export function chatFailure(error: unknown, failing: Failing): ModelError {
  if (isModelError(error)) return error;
  const refused = refusedIn(error);
  return refused === undefined ? wireFailure(error, failing) : refusalFailure(refused, failing);
}

function refusalFailure(refused: Refused, failing: Failing): ModelError {
  const { baseUrl, model, key, models = [] } = failing;
  const told = codeOfRefusal(refused);
  const code = told === 'key_rejected' && key === undefined ? 'key_missing' : told;
  const context: FailureContext = {
    origin: baseUrl.origin,
    url: baseUrl.url,
    isExposed: baseUrl.isExposed,
    model,
    models,
    status: refused.status,
    said: cleanText(refused.message, key),
    location: locationOf(refused, baseUrl),
  };
  const retryAfterMs = retryAfter(refused.headers, Date.now());
  const requestId = refused.headers?.get('x-request-id') ?? undefined;
  return new ModelError(code, failureText(code, context), {
    ...factsOf(failing),
    ...(refused.status === undefined ? {} : { status: refused.status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(code === 'no_model' && models.length > 0 ? { models } : {}),
  });
}

/** Without its query, which may hold anything. */
function locationOf({ status = 0, headers }: Refused, baseUrl: BaseUrl): string | undefined {
  const location = headers?.get('location');
  if (status < 300 || status > 399 || location == null || !URL.canParse(location, baseUrl.url)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl.url);
  return origin + pathname.replace(/\/chat\/completions$/, '');
}

function wireFailure(error: unknown, failing: Failing): ModelError {
  const { baseUrl, model } = failing;
  const chain = causes(error);
  // Of the system alone: whatever quotes the server could quote a key that the server repeated.
  const cause = chain.find((link) => codeOf(link) !== '');
  const failed = (code: ModelErrorCode, message: string): ModelError =>
    new ModelError(code, message, factsOf(failing), cause === undefined ? {} : { cause });
  if (
    chain.some(
      (cause) => cause instanceof ProtocolError || cause instanceof SyntaxError || codeOf(cause).startsWith('HPE_'),
    )
  )
    return failed(
      'malformed',
      l10n.t(
        'What {0} sent is no answer of the chat completions protocol. Check the base URL and the server.',
        baseUrl.origin,
      ),
    );
  if (chain.some((cause) => broken.has(codeOf(cause))))
    return failed(
      'interrupted',
      l10n.t('The connection to {0} broke before the answer of {1} was complete.', baseUrl.origin, model),
    );
  const reason = chain.map(codeOf).find((code) => code !== '') ?? '';
  const text = l10n.t('Cannot reach {0}. Is the server running there?', baseUrl.origin);
  return failed('unreachable', reason === '' ? text : `${text} (${reason})`);
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

/** The facts that every failure has. */
export const factsOf = ({ model, usage }: Pick<Failing, 'model' | 'usage'>): ModelErrorFacts => ({
  provider: 'openai-compatible',
  ...(model === '' ? {} : { model }),
  ...(usage === undefined ? {} : { usage }),
});
