import type * as vscode from 'vscode';
import type { Limits } from '../../debate/entryData';
import { mergeLimits, type ConfiguredLimits } from '../../session/configFiles';
import { checkedLimits } from '../../session/plan';
import type { Settings } from '../settings';
import { formatOffered, isShort, type StartFormat } from './choices';

/** What the user set, of what a debate is limited by. */
export function explicitLimits(settings: Settings, scope: vscode.Uri | undefined): Partial<Limits> {
  const said = {
    min_rounds: settings.explicit('rounds.minimum', scope),
    max_rounds: settings.explicit('rounds.maximum', scope),
    time_budget_minutes: settings.explicit('timeBudgetMinutes', scope),
    budget_usd: settings.explicit('budgetUsd', scope),
    audience_minutes: settings.explicit('limits.audienceMinutes', scope),
    task_minutes: settings.explicit('limits.taskMinutes', scope),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/**
 * What was set explicitly, over the ancestors' files, over the defaults. A short one takes its rounds from nowhere
 * else, and other formats from their options. @throws PlanError where the settings contradict each other.
 */
export function debateLimits(
  format: StartFormat,
  explicit: Partial<Limits>,
  config: ConfiguredLimits,
  options: Record<string, unknown> = {},
  provider?: string,
): Limits {
  const offered = formatOffered(format);
  if (!offered.takesLimits) {
    const others = Object.fromEntries(
      Object.entries(explicit).filter(([name]) => name !== 'min_rounds' && name !== 'max_rounds'),
    );
    return {
      ...checkedLimits(mergeLimits(others, { time_budget_minutes: config.time_budget_minutes })),
      ...offered.limits(options),
    };
  }
  const rounds = isShort(format) ? { min_rounds: 1, max_rounds: 2 } : {};
  return checkedLimits(mergeLimits({ ...explicit, ...rounds }, config), provider);
}
