import type { Limits } from '../../debate/entryData';
import { mergeLimits, type ConfiguredLimits } from '../../session/configFiles';
import { checkedLimits } from '../../session/plan';
import { formatIn, isPanel, type StartFormat } from './formatChoices';

/**
 * What was set explicitly, over the ancestors' files, over the defaults. A short panel takes its rounds from nowhere
 * else, and other formats from their options. @throws PlanError where the settings contradict each other.
 */
export function debateLimits(format: StartFormat, explicit: Partial<Limits>, config: ConfiguredLimits, options: Record<string, unknown> = {}, provider?: string): Limits {
  if (!isPanel(format)) {
    const others = Object.fromEntries(Object.entries(explicit).filter(([name]) => name !== 'min_rounds' && name !== 'max_rounds'));
    return { ...checkedLimits(mergeLimits(others, { time_budget_minutes: config.time_budget_minutes })), ...formatIn(format).limits(options) };
  }
  const rounds = format === 'panel-short' ? { min_rounds: 1, max_rounds: 2 } : {};
  return checkedLimits(mergeLimits({ ...explicit, ...rounds }, config), provider);
}
