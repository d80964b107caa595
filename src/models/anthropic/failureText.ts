import * as l10n from '@vscode/l10n';
import type { ModelErrorCode } from '../modelError';
import { keyMissing } from './requestKey';
import type { BaseUrl } from '../baseUrl';

export interface FailureOf {
  baseUrl: BaseUrl;
  /** Empty where the question is about none. */
  model: string;
  /** The provider's own words, cleaned. */
  says?: string;
  /** What the operating system calls it: `ECONNREFUSED`. */
  cause?: string;
  status?: number;
  /** For how long nothing was heard. */
  silentMs?: number;
}

/** What happened, to what, and what to do next. */
export function failureText(code: ModelErrorCode, failure: FailureOf): string {
  const text = textOf(code, failure);
  // Without a key there is nothing to be said about it.
  const { says = '' } = code === 'key_missing' ? {} : failure;
  return says === '' ? text : `${text} ${l10n.t('The provider says: “{0}”', says)}`;
}

function textOf(code: ModelErrorCode, failure: FailureOf): string {
  const { baseUrl } = failure;
  const model = modelName(failure);
  const place = baseUrl.origin;
  switch (code) {
    case 'key_missing':
      return keyMissing(baseUrl);
    case 'key_rejected':
      return l10n.t(
        '{0} does not accept the API key. Set another: “Set API Key” in the editor, ANTHROPIC_API_KEY for the command line.',
        place,
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
    case 'bad_request':
      return badRequestText(failure);
    case 'too_large':
      return l10n.t('The request is larger than {1} at {0} takes.', place, model);
    case 'empty':
      return l10n.t('{1} at {0} answered without a word.', place, model);
    default:
      return passingText(code, failure);
  }
}

/** What may be over when it is tried again. */
function passingText(
  code: 'rate_limited' | 'overloaded' | 'server' | 'unreachable' | 'interrupted' | 'malformed' | 'stalled',
  failure: FailureOf,
): string {
  const { baseUrl, cause, status, silentMs = 0 } = failure;
  const place = baseUrl.origin;
  switch (code) {
    case 'rate_limited':
      return l10n.t('{0} takes no more requests for {1} from this account at present.', place, modelName(failure));
    case 'overloaded':
      return l10n.t('{0} is overloaded.', place);
    case 'server':
      return l10n.t('{0} has a fault of its own{1}.', place, status === undefined ? '' : ` (HTTP ${status})`);
    case 'unreachable':
      if (silentMs > 0)
        return l10n.t(
          '{0} did not answer within {1} seconds. Check the base URL and the network.',
          place,
          Math.round(silentMs / 1_000),
        );
      return l10n.t(
        '{0} cannot be reached{1}. Check the base URL and the network.',
        place,
        cause === undefined ? '' : ` (${cause})`,
      );
    case 'interrupted':
      return l10n.t('The connection to {0} broke in the middle of an answer.', place);
    case 'malformed':
      return l10n.t('What {0} sent is no answer of the Messages API. If that stays so, check the base URL.', place);
    case 'stalled':
      return l10n.t('Nothing came from {0} for {1} seconds.', place, Math.round(silentMs / 1_000));
  }
}

function badRequestText({ baseUrl, model, status = 0 }: FailureOf): string {
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect)
    return l10n.t(
      '{0} refers to another address, which an API key does not follow. Set the base URL to the address itself.',
      baseUrl.origin,
    );
  if (model === '') return l10n.t('{0} refused the request. Check the base URL.', baseUrl.origin);
  return l10n.t('{0} refused the request for {1}.', baseUrl.origin, model);
}

/** More would not be read. */
const mostModels = 20;

/** What can be chosen instead of a model that is not there. */
export function modelsText(text: string, models: readonly string[]): string {
  const listed = models.slice(0, mostModels).join(', ');
  return l10n.t('{0} There are: {1}', text, models.length > mostModels ? `${listed} …` : listed);
}

const modelName = ({ model }: FailureOf): string => (model === '' ? l10n.t('its models') : model);
