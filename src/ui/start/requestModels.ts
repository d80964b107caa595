import { modelProviderNames, type Effort } from '../../models/provider';
import { PlanError } from '../../session/plan';
import { roleModels, type RoleModels } from '../models/roleModels';
import type { Services } from '../services';
import type { StartRequest } from './request';

/** Who performs for whom, by what was chosen and by the settings. @throws PlanError */
export function requestModels({ settings }: Pick<Services, 'settings'>, { provider, model }: Pick<StartRequest, 'provider' | 'model'>): RoleModels {
  const own = settings.get('models');
  switch (provider) {
    case 'offline':
      return roleModels({ provider, model, own });
    case 'anthropic':
      return roleModels({ provider, model: model === '' ? settings.get('anthropic.model') : model, chairModel: settings.get('anthropic.chairModel'), own });
    case 'vscode':
      return roleModels({ provider, model: model === '' ? settings.get('vscode.model') : model, own });
    case 'openai-compatible':
      return roleModels({ provider, model: model === '' ? settings.get('openaiCompatible.model') : model, own });
  }
}

export const requestEffort = ({ settings }: Pick<Services, 'settings'>): { effort?: Effort } => {
  const effort = settings.get('effort');
  return effort === null ? {} : { effort };
};

/** The origins that requests would go to as the settings are now. One that cannot be used stands in nobody's way until it is needed. */
export function endpointsNow({ models }: Pick<Services, 'models'>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const provider of modelProviderNames) {
    if (provider === 'vscode') continue;
    try {
      found[provider] = models.addressOf(provider).origin;
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
    }
  }
  return found;
}
