import type * as vscode from 'vscode';
import type { Limits } from '../../debate/log/entryData';
import { formatNamed } from '../../debate/formats/registry';
import { defined } from '../../debate/log/objects';
import { mergeLimits, type ConfiguredLimits } from '../../session/plan/configFiles';
import { optionsFor, seatedDebaters } from '../../session/plan/formatPlan';
import { plainLineup } from '../../session/plan/plainLineup';
import { rolesOf, type ModelPlan } from '../../session/plan/modelPlan';
import { checkedLimits } from '../../session/plan/plan';
import { PlanError } from '../../session/plan/planError';
import type { DraftDebater } from '../../shared/protocol';
import { endpointsNow, modelsBySettings, requestEffort, withModels } from '../models/settingModels';
import type { Services } from '../services';
import type { Settings } from '../kit/settings';
import type { DraftRecord } from './draftRecord';
import { formatOffered, isShort, type StartFormat } from './choices';

/** What the user chooses, besides debaters and evidence. */
export type ChosenPlan = Pick<
  DraftRecord,
  'topic' | 'format' | 'wishes' | 'provider' | 'model' | 'seats' | 'chosenLimits' | 'config'
>;

type DerivedPlan = Pick<
  DraftRecord,
  | 'options'
  | 'limits'
  | 'models'
  | 'debaterModel'
  | 'effort'
  | 'efforts'
  | 'prices'
  | 'endpoints'
  | 'isWebRead'
  | 'isSearched'
>;

/** `explicit`: the limits that the user has set. */
export interface Planning extends Pick<Services, 'settings' | 'models'> {
  explicit: Partial<Limits>;
}

/** Who performs for whom. @throws PlanError as `modelsBySettings` does */
export function modelPlanOf(
  { settings }: Pick<Services, 'settings'>,
  { format, provider, model, config }: Pick<ChosenPlan, 'format' | 'provider' | 'model' | 'config'>,
): ModelPlan {
  const { roles } = formatOffered(format);
  return modelsBySettings(settings, { provider, model, config: config.models ?? undefined, roles });
}

/** As `modelPlanOf`; as long as no model is chosen, nobody performs, and `standard` is empty. */
function modelsChosen(services: Pick<Services, 'settings'>, chosen: Parameters<typeof modelPlanOf>[1]): ModelPlan {
  try {
    return modelPlanOf(services, chosen);
  } catch (error) {
    if (error instanceof PlanError && error.code === 'model_missing') return { standard: '', models: {} };
    throw error;
  }
}

/** @throws PlanError where what was chosen does not fit, or the settings contradict it. */
export function derivedPlan(planning: Planning, chosen: ChosenPlan): DerivedPlan {
  const { settings } = planning;
  const { topic, provider, wishes, config, seats } = chosen;
  const format = formatOffered(chosen.format);
  const isOffline = provider === 'offline';
  // What is for debates by models stands in nobody's way offline.
  const byModels = isOffline ? { crux: false, openings: undefined } : {};
  const options = optionsFor(format, topic, { ...wishes, ...byModels, isOffline });
  const explicit = { ...planning.explicit, ...defined(chosen.chosenLimits) };
  const limits = debateLimits(chosen.format, explicit, config, options, provider);
  const plan = modelsChosen(planning, chosen);
  const roles = rolesOf(format);
  // Settings may name seats of other formats, and debaters, who stand in the lineup.
  const seated = Object.entries({ ...plan.models, ...seats }).filter(([role]) => roles.includes(role));
  return {
    options,
    limits,
    models: Object.fromEntries(seated),
    debaterModel: plan.standard,
    endpoints: endpointsNow(planning),
    isWebRead: settings.get('research.web'),
    isSearched: settings.get('search.service') !== 'none',
    ...requestEffort(planning),
  };
}

/** Who debates as long as nobody was asked: the seats of the format, or what the topic alone tells. Nothing is sent for it. */
export function debatersUnasked(
  services: Pick<Services, 'settings'>,
  chosen: Pick<ChosenPlan, 'topic' | 'format' | 'provider' | 'model' | 'config'>,
): DraftDebater[] {
  const plan = modelsChosen(services, chosen);
  const format = formatOffered(chosen.format);
  const debaters =
    format.seats === undefined
      ? // Offline the documents are known once the evidence is read.
        chosen.provider === 'offline'
        ? []
        : plainLineup(chosen.topic)
      : seatedDebaters(format, plan.standard).map((debater) => ({ ...debater, model: '' }));
  return withModels(debaters, plan, chosen.provider);
}

/** Formats without seats of their own share a lineup. */
export const lineupKey = (format: string): string => (formatNamed(format)?.seats === undefined ? '' : format);

export const explicitLimits = (settings: Settings, scope: vscode.Uri | undefined): Partial<Limits> =>
  defined({
    min_rounds: settings.explicit('rounds.minimum', scope),
    max_rounds: settings.explicit('rounds.maximum', scope),
    time_budget_minutes: settings.explicit('timeBudgetMinutes', scope),
    budget_usd: settings.explicit('budgetUsd', scope),
    audience_minutes: settings.explicit('limits.audienceMinutes', scope),
    task_minutes: settings.explicit('limits.taskMinutes', scope),
  });

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
    const others = defined({ ...explicit, min_rounds: undefined, max_rounds: undefined });
    return {
      ...checkedLimits(mergeLimits(others, { time_budget_minutes: config.time_budget_minutes })),
      ...offered.limits(options),
    };
  }
  const rounds = isShort(format) ? { min_rounds: 1, max_rounds: 2 } : {};
  return checkedLimits(mergeLimits({ ...explicit, ...rounds }, config), provider);
}
