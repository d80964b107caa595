import type { Effort } from '../../models/provider';
import { serverNames } from '../../models/providers';
import { PlanError } from '../../session/planError';
import type { Services } from '../services';

export const requestEffort = ({ settings }: Pick<Services, 'settings'>): { effort?: Effort } => {
  const effort = settings.get('effort');
  return effort === null ? {} : { effort };
};

/** The origins that requests would go to as the settings are now. One that cannot be used stands in nobody's way until it is needed. */
export function endpointsNow({ models }: Pick<Services, 'models'>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const provider of serverNames) {
    try {
      found[provider] = models.addressOf(provider).origin;
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
    }
  }
  return found;
}
