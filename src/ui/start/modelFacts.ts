import { serverNames } from '../../models/providers';
import type { DebatePlan } from '../../session/createDebate';
import { PlanError } from '../../session/planError';
import type { Services } from '../services';

/** How much models think, and what they cost, as the user has set it. */
export const requestEffort = ({
  settings,
}: Pick<Services, 'settings'>): Pick<DebatePlan, 'effort' | 'efforts' | 'prices'> => {
  const effort = settings.get('effort');
  const efforts = settings.get('efforts');
  const prices = settings.get('prices');
  return {
    ...(effort === null ? {} : { effort }),
    ...(Object.keys(efforts).length === 0 ? {} : { efforts }),
    ...(Object.keys(prices).length === 0 ? {} : { prices }),
  };
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
