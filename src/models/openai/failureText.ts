import * as l10n from '@vscode/l10n';
import type { ModelErrorCode } from '../modelError';
import type { Ability } from './abilities';

export interface FailureContext {
  /** Of the server. */
  origin: string;
  url: string;
  model: string;
  /** The server's own words, cleaned; empty where it said nothing. */
  said: string;
  status: number | undefined;
  /** Ids that exist, as far as they are known. */
  models: readonly string[];
  /** The address to which a redirect points. */
  location: string | undefined;
  isExposed: boolean;
}

/** What happened, to what, and what to do next. */
export function failureText(code: ModelErrorCode, context: FailureContext): string {
  const { said } = context;
  const text = sentence(code, context);
  return said === '' || code === 'key_missing' || code === 'key_rejected'
    ? text
    : l10n.t('{0} The server says: {1}', text, said);
}

function sentence(code: ModelErrorCode, context: FailureContext): string {
  const { origin, model, status = 0 } = context;
  switch (code) {
    case 'key_missing':
      return keyMissingText(context);
    case 'key_rejected':
      return l10n.t(
        '{0} does not accept the API key. Set another: “Set API Key” in the editor, OPENAI_API_KEY for the command line.',
        origin,
      );
    case 'forbidden':
      return l10n.t(
        '{0} does not allow this key to use the model {1}. Choose another model, or a key that may.',
        origin,
        model,
      );
    case 'no_model':
      return noModelText(context);
    case 'spend_limit':
      return l10n.t(
        'The account at {0} has no credit left, or has reached its limit. Raise it there, then resume.',
        origin,
      );
    case 'bad_request':
      return badRequestText(context);
    case 'rate_limited':
      return l10n.t('{0} takes no more requests for now.', origin);
    case 'overloaded':
      return l10n.t('{0} is busy, or still loads the model {1}.', origin, model);
    case 'too_large':
      return l10n.t(
        'The request is larger than the model {0} takes. Choose a model with a larger context, or raise the context length of the server.',
        model,
      );
    default:
      return l10n.t('{0} failed with status {1}.', origin, status);
  }
}

function keyMissingText({ origin, isExposed }: FailureContext): string {
  if (isExposed)
    return l10n.t(
      '{0} asks for an API key, but none is sent there, because over plain http it could be read on the way. Set a base URL that begins with https://.',
      origin,
    );
  return l10n.t(
    '{0} asks for an API key. Set one: “Set API Key” in the editor, OPENAI_API_KEY for the command line.',
    origin,
  );
}

/** More would not be read. */
const mostModels = 20;

function noModelText({ origin, model, models }: FailureContext): string {
  if (models.length === 0) return l10n.t('{0} has no model {1}. Choose another one.', origin, model);
  const listed = models.slice(0, mostModels).join(', ');
  return l10n.t(
    '{0} has no model {1}. Choose another one. It has: {2}',
    origin,
    model,
    models.length > mostModels ? `${listed} …` : listed,
  );
}

function badRequestText({ url, origin, model, status, location }: FailureContext): string {
  if (location !== undefined)
    return l10n.t(
      '{0} sends requests on to {1}, where no key is sent. Set that address as the base URL if it is the right one.',
      url,
      location,
    );
  if (status === 404)
    return l10n.t('There is no chat at {0}/chat/completions. Check the base URL; most end in /v1.', url);
  return l10n.t('{0} does not accept the request to the model {1}.', origin, model);
}

/** What a server lacks that refused a field. */
export function lackText(
  ability: Exclude<Ability, 'usage'>,
  { origin, model, said }: Pick<FailureContext, 'origin' | 'model' | 'said'>,
): string {
  const text =
    ability === 'tools'
      ? l10n.t(
          'The model {0} at {1} lacks tool calls. From the next attempt on it is asked in plain text: resume.',
          model,
          origin,
        )
      : l10n.t(
          'The model {0} at {1} lacks answers by JSON Schema. From the next attempt on it is asked in plain text: resume.',
          model,
          origin,
        );
  return said === '' ? text : l10n.t('{0} The server says: {1}', text, said);
}
