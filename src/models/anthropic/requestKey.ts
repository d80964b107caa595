import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../baseUrl';
import { ModelError } from '../modelError';

/**
 * The key to send, undefined where none is: over plain http beyond this machine it would be read on the way, and a server on
 * this machine may need none.
 *
 * @throws ModelError `key_missing`, `key_rejected`
 */
export async function requestKey(
  baseUrl: BaseUrl,
  key: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (baseUrl.isExposed) return undefined;
  const value = (await key().catch((cause: unknown) => unread(baseUrl, cause)))?.trim() ?? '';
  if (value === '') {
    if (baseUrl.url.startsWith('https:'))
      throw new ModelError('key_missing', keyMissing(baseUrl), { provider: 'anthropic' });
    return undefined;
  }
  // A header takes nothing else, and the error would show it.
  if (!/^[\x21-\x7e]+$/.test(value)) throw new ModelError('key_rejected', keyUnfit(baseUrl), { provider: 'anthropic' });
  return value;
}

function unread(baseUrl: BaseUrl, cause: unknown): never {
  throw new ModelError('key_missing', keyMissing(baseUrl), { provider: 'anthropic' }, { cause });
}

/** Also for a server that wants a key where none was sent. */
export function keyMissing({ origin, isExposed }: BaseUrl): string {
  if (isExposed)
    return l10n.t(
      '{0} asks for an API key, but none is sent there, because over plain http it could be read on the way. Set a base URL that begins with https://.',
      origin,
    );
  return l10n.t(
    'There is no API key for {0}. Set one: “Set API Key” in the editor, ANTHROPIC_API_KEY for the command line.',
    origin,
  );
}

const keyUnfit = ({ origin }: BaseUrl): string =>
  l10n.t(
    'The API key for {0} holds characters that no key has. Set it again with the command “Set API Key”, or in the environment variable ANTHROPIC_API_KEY for the command line.',
    origin,
  );
