import * as l10n from '@vscode/l10n';
import { type ModelProviderName, formatModelRef, parseModelRef, type ModelRef } from '../../models/provider';
import { descriptorOf, isServer, type KeyOwner, providers, serverNames } from '../../models/providers';
import { planModels, roleNames, type ModelPlan, seatRef } from '../../session/plan/modelPlan';
import { PlanError } from '../../session/plan/planError';
import type { DraftDebater } from '../../shared/protocol';
import { causeOf } from '../run/causes';
import type { RunEnding } from '../run/runManager';
import type { ModelPorts } from './ports';
import type { SettingName, SettingValue } from '../kit/settingTable';

export interface ModelSettings {
  get<K extends ModelSetting>(name: K): SettingValue<K>;
  explicit<K extends ModelSetting>(name: K): SettingValue<K> | undefined;
}

type ChosenSetting<S> = S extends { model: infer M } ? M | (S extends { chair: infer C } ? C : never) : never;
type ModelSetting = Extract<SettingName, 'models' | ChosenSetting<(typeof providers)[ModelProviderName]['settings']>>;

export interface ChosenProvider {
  provider: StartProvider;
  /** The provider's id of the model; if empty, the settings decide. */
  model: string;
  /**
   * Values from a file of a trusted workspace, which choose among the provider's own models if the user has set none.
   */
  config?: Readonly<Record<string, string>> | undefined;
  /** Roles of the format; by default a panel's. */
  roles?: readonly string[];
}

/** Models of the seats, as references. @throws PlanError `model_missing`; `model`, naming the setting */
export function modelsBySettings(
  settings: ModelSettings,
  { provider, model: chosen, config, roles }: ChosenProvider,
): ModelPlan {
  const own = ownModels(settings.get('models'));
  const wishes = { provider, models: own, ...(roles === undefined ? {} : { roles }) };
  if (provider === 'offline') return planned({ ...wishes, models: wholeReferences(own) });
  const names = providers[provider].settings;
  const model = filled(chosen) ?? filled(settings.explicit(names.model));
  if (!('chair' in names)) return planned({ ...wishes, model });
  const chair =
    filled(settings.explicit(names.chair)) ?? (model === undefined ? undefined : filled(settings.get(names.chair)));
  const decider = roles?.includes('judge') === true ? 'judge' : 'chair';
  return planned({
    ...wishes,
    model,
    config,
    models: { ...(chair === undefined ? {} : { [decider]: chair }), ...own },
  });
}

/** Drops bare names of models, since they belong to a provider that an offline debate does not have. */
const wholeReferences = (models: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(models).filter(([, text]) => parseModelRef(text) !== undefined));

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim();

/** Models by role; settings may spell roles in upper or lower case. */
function ownModels(models: Readonly<Record<string, string>>): Record<string, string> {
  const roleOf = (name: string): string => roleNames.find((role) => role === name.trim().toLowerCase()) ?? name.trim();
  return Object.fromEntries(Object.entries(models).map(([name, text]) => [roleOf(name), text]));
}

function planned(wishes: Parameters<typeof planModels>[0]): ModelPlan {
  try {
    return planModels(wishes);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const message =
      error.code === 'model_missing'
        ? l10n.t('No model is chosen. Choose one on the page of the debate, or name one in the settings of Rostrum.')
        : l10n.t('The setting rostrum.models cannot be used. {0}', error.message);
    throw new PlanError(error.code, message);
  }
}

export type StartProvider = 'offline' | ModelProviderName;

const named: ReadonlySet<string> = new Set(roleNames);

/** Full reference; a model without a provider belongs to this debate's. Undefined if no provider can have it. */
export function referenceIn(text: string, provider: StartProvider): string | undefined {
  const ref = seatRef(text, provider === 'offline' ? undefined : provider);
  return ref === undefined || !isPlayable(ref) ? undefined : formatModelRef(ref);
}

/** Whether the seat works in the editor; scripts are for the command line. */
const isPlayable = (ref: ModelRef): boolean =>
  ref.kind === 'model' ? (descriptorOf(ref.provider).id?.test(ref.model) ?? true) : ref.kind !== 'scripted';

/**
 * Model of a debater: the lineup's, else the settings' for that name, else the standard. An offline debate ignores bare
 * names of models, which lineups of other programs may hold.
 */
export function debaterModel(
  debater: { name: string; model?: string | undefined },
  { models, standard }: ModelPlan,
  provider: StartProvider,
): string {
  const said = debater.model?.trim() ?? '';
  const own = said === '' ? undefined : referenceIn(said, provider);
  const name = debater.name.trim().toLowerCase();
  const ofName = Object.entries(models).find(
    ([agent]) => !named.has(agent) && agent.trim().toLowerCase() === name,
  )?.[1];
  return own ?? ofName ?? standard;
}

export const withModels = (
  debaters: readonly DraftDebater[],
  plan: ModelPlan,
  provider: StartProvider,
): DraftDebater[] => debaters.map((debater) => ({ ...debater, model: debaterModel(debater, plan, provider) }));

/** Providers of the references, each once. */
export function providersIn(references: readonly string[]): ModelProviderName[] {
  const refs = references.map((text) => parseModelRef(text));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === 'model' ? [ref.provider] : [])))];
}

const isAboutKey: ReadonlySet<string> = new Set(['key_missing', 'key_rejected']);

/**
 * Owners whose key the debate most likely lacks: the owner for the seat that it is paused for, if it is paused for a
 * key; else those of all its seats.
 *
 * @param models the references of the seats, by role or debater
 */
export function concernedOwners(models: ReadonlyMap<string, string>, end: RunEnding['end'] | undefined): KeyOwner[] {
  const all = ownersIn([...models.values()]);
  if (!isAboutKey.has(causeOf(end) ?? '')) return all;
  const agent = end?.status === 'paused' ? end.agent : undefined;
  // The Chair's decision may have a model of its own, but its task belongs to the Chair.
  const seats = agent === 'chair' ? ['chair', 'conclusion'] : agent === undefined ? [] : [agent];
  const concerned = ownersIn(seats.flatMap((seat) => models.get(seat) ?? []));
  return concerned.length === 0 ? all : concerned;
}

const ownersIn = (references: readonly string[]): KeyOwner[] => providersIn(references).filter(isServer);

export const requestEffort = ({ settings }: Pick<ModelPorts, 'settings'>) => ({
  effort: settings.get('effort') ?? undefined,
  efforts: unlessEmpty(settings.get('efforts')),
  prices: unlessEmpty(settings.get('prices')),
});

const unlessEmpty = <T extends object>(table: T): T | undefined =>
  Object.keys(table).length === 0 ? undefined : table;

/** Origins by provider. An unusable address is left out, since it matters only when it is needed. */
export function endpointsNow({ models }: Pick<ModelPorts, 'models'>): Record<string, string> {
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
