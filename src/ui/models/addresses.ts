import * as l10n from '@vscode/l10n';
import { BaseUrlError, checkedBaseUrl, type BaseUrl } from '../../models/wire';
import { isServer, providers, type KeyOwner, type ServerName } from '../../models/providers';
import { PlanError } from '../../session/planError';
import type { SettingName } from '../settingTable';

/** The settings that say where requests go. */
type AddressSetting = (typeof providers)[ServerName]['settings']['baseUrl'];

const searchUrls = { brave: 'https://api.search.brave.com', tavily: 'https://api.tavily.com' } as const;

/**
 * Where the requests of this owner go, and so what its key is bound to.
 *
 * @throws PlanError `base_url`, naming the setting.
 */
export function addressOf(owner: KeyOwner, setting: (name: AddressSetting) => string): BaseUrl {
  if (!isServer(owner)) return checkedBaseUrl(searchUrls[owner]);
  const name = providers[owner].settings.baseUrl;
  return checkedSetting(name, setting(name));
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
export const ownerWords = (owner: KeyOwner): string =>
  isServer(owner) ? providers[owner].label() : { brave: 'Brave Search', tavily: 'Tavily' }[owner];
