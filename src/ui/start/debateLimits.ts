import type { Limits } from '../../debate/entryData';
import { mergeLimits, type ConfiguredLimits } from '../../session/configFiles';
import { checkedLimits } from '../../session/plan';
import type { PanelFormat } from './choices';

/**
 * What was set explicitly, over the ancestors' files, over the defaults. A short panel takes its rounds from nowhere
 * else. @throws PlanError where the settings contradict each other.
 */
export function debateLimits(format: PanelFormat, explicit: Partial<Limits>, config: ConfiguredLimits): Limits {
  const rounds = format === 'panel-short' ? { min_rounds: 1, max_rounds: 2 } : {};
  return checkedLimits(mergeLimits({ ...explicit, ...rounds }, config));
}
