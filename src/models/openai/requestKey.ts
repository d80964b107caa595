import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../baseUrl';
import { ModelError } from '../modelError';

/**
 * The key to send, undefined where none is: over plain http beyond this machine it would be read on the way, and many
 * servers need none.
 *
 * @throws ModelError `key_rejected`
 */
export async function requestKey(
  baseUrl: BaseUrl,
  key: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (baseUrl.isExposed) return undefined;
  const value = (await key())?.trim() ?? '';
  if (value === '') return undefined;
  // A header takes nothing else, and the error would show it.
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  const message = l10n.t(
    'The API key for {0} holds characters that no key has. Set it again with the command “Set API Key”, or in the environment variable OPENAI_API_KEY for the command line.',
    baseUrl.origin,
  );
  throw new ModelError('key_rejected', message, { provider: 'openai-compatible' });
}
