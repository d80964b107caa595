import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { keyOwners, type KeyOwner, type KeyStore } from '../../models/providers';

export interface KeptKey {
  owner: KeyOwner;
  origin: string;
}

const prefix = 'rostrum.key:';

/**
 * Keys in the editor's SecretStorage, each bound to its owner and origin: a key of one origin is never found for
 * another.
 */
export class SecretKeyStore implements KeyStore {
  constructor(private readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete' | 'keys'>) {}

  async get(owner: KeyOwner, origin: string): Promise<string | undefined> {
    const key = await this.secrets.get(nameOf({ owner, origin }));
    return key === undefined || key === '' ? undefined : key;
  }

  /** Keeps a key, without white space that was copied along with it. */
  async set(kept: KeptKey, key: string): Promise<void> {
    const trimmed = key.trim();
    if (trimmed === '') throw new TypeError(`An empty key for ${kept.owner} cannot be kept.`);
    await this.secrets.store(nameOf(kept), trimmed);
  }

  async delete(kept: KeptKey): Promise<void> {
    await this.secrets.delete(nameOf(kept));
  }

  /** Lists the kept keys without reading their values. */
  async kept(): Promise<KeptKey[]> {
    return (await this.secrets.keys()).flatMap((name) => keptIn(name) ?? []);
  }
}

const nameOf = ({ owner, origin }: KeptKey): string => `${prefix}${owner}:${origin}`;

function keptIn(name: string): KeptKey | undefined {
  const owner = keyOwners.find((known) => name.startsWith(`${prefix}${known}:`));
  return owner === undefined ? undefined : { owner, origin: name.slice(prefix.length + owner.length + 1) };
}

/** Describes a problem of the key without repeating its text. */
export function keyProblem(text: string): string | undefined {
  const key = text.trim();
  if (key === '') return l10n.t('Paste the key.');
  // A header accepts only these characters.
  if (!/^[\x21-\x7e]+$/.test(key)) return l10n.t('A key is one line of letters, digits and signs, without spaces.');
  return undefined;
}
