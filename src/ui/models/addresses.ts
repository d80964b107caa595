import * as l10n from '@vscode/l10n';
import { BaseUrlError, checkedBaseUrl, type BaseUrl } from '../../models/wire';
import { isServer, providers, type KeyOwner, type ServerName } from '../../models/providers';
import { PlanError } from '../../session/plan/planError';
import type { SearchChoice } from '../../session/plan/webAccess';
import type { SettingName, SettingValue } from '../kit/settingTable';

type AddressSetting = (typeof providers)[ServerName]['settings']['baseUrl'];

const searchUrls = { brave: 'https://api.search.brave.com', tavily: 'https://api.tavily.com' } as const;

/**
 * Address for this owner's requests, to which its key is bound.
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

interface SearchSettings {
  service: SettingValue<'search.service'>;
  /** Base URL of a SearXNG server; empty if there is none. */
  baseUrl: string;
}

/**
 * The search service by the settings. `automatic`: one that is set up; models that search by themselves need none.
 *
 * @throws PlanError `base_url` if the address of a SearXNG server is missing or invalid.
 */
export async function searchBy(
  { service, baseUrl }: SearchSettings,
  hasKey: (owner: 'brave' | 'tavily') => Promise<boolean>,
): Promise<SearchChoice> {
  switch (service) {
    case 'none':
    case 'brave':
    case 'tavily':
      return { service };
    case 'searxng':
      return { service, url: searxngUrl(baseUrl) };
    case 'automatic':
      if (baseUrl.trim() !== '') return { service: 'searxng', url: searxngUrl(baseUrl) };
      if (await hasKey('brave')) return { service: 'brave' };
      return { service: (await hasKey('tavily')) ? 'tavily' : 'none' };
  }
}

function searxngUrl(text: string): string {
  if (text.trim() === '')
    throw new PlanError(
      'base_url',
      l10n.t(
        'The setting rostrum.search.baseUrl is empty. Set the address of your SearXNG server, or choose another service in rostrum.search.service.',
      ),
    );
  return checkedSetting('search.baseUrl', text).url;
}

export const ownerWords = (owner: KeyOwner): string =>
  isServer(owner) ? providers[owner].label() : { brave: 'Brave Search', tavily: 'Tavily' }[owner];
