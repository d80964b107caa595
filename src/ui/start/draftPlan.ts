import type * as vscode from 'vscode';
import type { Limits } from '../../debate/log/entryData';
import { formatNamed } from '../../debate/formats/registry';
import { defined } from '../../debate/log/objects';
import { seatedDebaters, withoutModels } from '../../session/plan/formatPlan';
import { plainLineup } from '../../session/plan/plainLineup';
import type { ModelPlan } from '../../session/plan/modelPlan';
import { planTerms, type PlanTerms } from '../../session/plan/planDebate';
import { PlanError } from '../../session/plan/planError';
import type { DraftDebater } from '../../shared/protocol';
import { endpointsNow, modelsBySettings, requestEffort, withModels } from '../models/settingModels';
import type { StartPorts } from './ports';
import type { Settings } from '../kit/settings';
import type { DraftRecord } from './draftRecord';
import { formatOffered } from './choices';

/** What the user chooses, besides debaters and evidence. */
export type ChosenPlan = Pick<
  DraftRecord,
  'topic' | 'format' | 'wishes' | 'provider' | 'model' | 'seats' | 'chosenLimits' | 'config'
>;

type DerivedPlan = PlanTerms &
  Pick<DraftRecord, 'debaterModel' | 'effort' | 'efforts' | 'prices' | 'endpoints' | 'isWebRead' | 'isSearched'>;

/** `explicit`: the limits that the user has set. */
export interface Planning extends Pick<StartPorts, 'settings' | 'models'> {
  explicit: Partial<Limits>;
}

/** Who performs for whom. @throws PlanError as `modelsBySettings` does */
export function modelPlanOf(
  { settings }: Pick<StartPorts, 'settings'>,
  { format, provider, model, config }: Pick<ChosenPlan, 'format' | 'provider' | 'model' | 'config'>,
): ModelPlan {
  const { roles } = formatOffered(format);
  return modelsBySettings(settings, { provider, model, config: config.models ?? undefined, roles });
}

/** As `modelPlanOf`; as long as no model is chosen, nobody performs, and `standard` is empty. */
function modelsChosen(services: Pick<StartPorts, 'settings'>, chosen: Parameters<typeof modelPlanOf>[1]): ModelPlan {
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
  const plan = modelsChosen(planning, chosen);
  return {
    ...planTerms({
      ...chosen,
      // Settings for debates by models do not stand in the way of an offline one.
      wishes: chosen.provider === 'offline' ? withoutModels(chosen.wishes) : chosen.wishes,
      explicit: { ...planning.explicit, ...defined(chosen.chosenLimits) },
      seats: { ...plan.models, ...chosen.seats },
    }),
    debaterModel: plan.standard,
    endpoints: endpointsNow(planning),
    isWebRead: settings.get('research.web'),
    isSearched: settings.get('search.service') !== 'none',
    ...requestEffort(planning),
  };
}

/** Who debates as long as nobody was asked: the seats of the format, or what the topic alone tells. Nothing is sent for it. */
export function debatersUnasked(
  services: Pick<StartPorts, 'settings'>,
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
      : seatedDebaters(format, '');
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
