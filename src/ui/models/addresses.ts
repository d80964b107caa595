import * as l10n from '@vscode/l10n';
import { BaseUrlError, checkedBaseUrl, type BaseUrl, type KeyOwner } from '../../models/keys';
import { PlanError } from '../../session/plan';
import type { SettingName } from '../settingTable';

/** The settings that say where requests go. */
export type AddressSettings = (name: 'anthropic.baseUrl' | 'openaiCompatible.baseUrl') => string;

const fixed = { brave: 'https://api.search.brave.com', tavily: 'https://api.tavily.com' } as const;

/**
 * Where the requests of this owner go, and so what its key is bound to.
 *
 * @throws PlanError `base_url`, naming the setting.
 */
export function addressOf(owner: KeyOwner, setting: AddressSettings): BaseUrl {
  switch (owner) {
    case 'brave':
    case 'tavily':
      return checkedBaseUrl(fixed[owner]);
    case 'anthropic':
      return checkedSetting('anthropic.baseUrl', setting('anthropic.baseUrl'));
    case 'openai-compatible':
      return checkedSetting('openaiCompatible.baseUrl', setting('openaiCompatible.baseUrl'));
  }
}

function checkedSetting(name: SettingName, text: string): BaseUrl {
  try {
    return checkedBaseUrl(text);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    throw new PlanError('base_url', l10n.t('The setting rostrum.{0} cannot be used. {1}', name, error.message));
  }
}

/** As people know them. */
export function ownerWords(owner: KeyOwner): string {
  const words: Record<KeyOwner, string> = {
    anthropic: 'Anthropic',
    'openai-compatible': l10n.t('OpenAI-compatible server'),
    brave: 'Brave Search',
    tavily: 'Tavily',
  };
  return words[owner];
}
