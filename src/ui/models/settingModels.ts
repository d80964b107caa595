import * as l10n from '@vscode/l10n';
import { type ModelProviderName, formatModelRef, parseModelRef, type ModelRef } from '../../models/provider';
import { descriptorOf, isServer, type KeyOwner, providers, serverNames } from '../../models/providers';
import { planModels, roleNames, type ModelPlan, seatRef } from '../../session/plan/modelPlan';
import { PlanError } from '../../session/plan/planError';
import type { DraftDebater } from '../../shared/protocol';
import { causeOf } from '../run/causes';
import type { RunEnding } from '../run/runManager';
import type { Services } from '../services';
import type { SettingName, SettingValue } from '../kit/settingTable';

export interface ModelSettings {
  get<K extends ModelSetting>(name: K): SettingValue<K>;
  explicit<K extends ModelSetting>(name: K): SettingValue<K> | undefined;
}

type ChosenSetting<S> = S extends { model: infer M } ? M | (S extends { chair: infer C } ? C : never) : never;
type ModelSetting = Extract<SettingName, 'models' | ChosenSetting<(typeof providers)[ModelProviderName]['settings']>>;

export interface ChosenProvider {
  provider: StartProvider;
  /** The provider's id of the model; empty: as the settings say. */
  model: string;
  /** From a file of a trusted workspace: chooses among the provider's own models where the user has set none. */
  config?: Readonly<Record<string, string>> | undefined;
  /** The format's; a panel's where they are not said. */
  roles?: readonly string[];
}

/** Who performs for whom, as references. @throws PlanError `model_missing`; `model`, naming the setting */
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

/** A model's bare name is one of a provider that an offline debate does not have. */
const wholeReferences = (models: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(models).filter(([, text]) => parseModelRef(text) !== undefined));

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim();

/** Names of roles are taken in any case, as people write them in settings. */
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

/** In full; a model without a provider is one of this debate's. Undefined when it can be nobody's. */
export function referenceIn(text: string, provider: StartProvider): string | undefined {
  const ref = seatRef(text, provider === 'offline' ? undefined : provider);
  return ref === undefined || !isPlayable(ref) ? undefined : formatModelRef(ref);
}

/** Scripts are for the command line. */
const isPlayable = (ref: ModelRef): boolean =>
  ref.kind === 'model' ? (descriptorOf(ref.provider).id?.test(ref.model) ?? true) : ref.kind !== 'scripted';

/**
 * What a debater of a lineup runs on: what the lineup says, else what the settings say for the name, else what all run on. An offline debate
 * takes no bare name of a model: lineups of other programs hold some.
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

/** Each once. */
export function providersIn(references: readonly string[]): ModelProviderName[] {
  const refs = references.map((text) => parseModelRef(text));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === 'model' ? [ref.provider] : [])))];
}

const isAboutKey: ReadonlySet<string> = new Set(['key_missing', 'key_rejected']);

/**
 * Whose key a debate most likely lacks: of the seat that it is paused for, where it is paused for a key; else of all its seats.
 *
 * @param models the references of the seats, by role or debater
 */
export function concernedOwners(models: ReadonlyMap<string, string>, end: RunEnding['end'] | undefined): KeyOwner[] {
  const all = ownersIn([...models.values()]);
  if (!isAboutKey.has(causeOf(end) ?? '')) return all;
  const agent = end?.status === 'paused' ? end.agent : undefined;
  // The Chair's decision may have a model of its own, and is still the Chair's task.
  const seats = agent === 'chair' ? ['chair', 'conclusion'] : agent === undefined ? [] : [agent];
  const concerned = ownersIn(seats.flatMap((seat) => models.get(seat) ?? []));
  return concerned.length === 0 ? all : concerned;
}

const ownersIn = (references: readonly string[]): KeyOwner[] => providersIn(references).filter(isServer);

export const requestEffort = ({ settings }: Pick<Services, 'settings'>) => ({
  effort: settings.get('effort') ?? undefined,
  efforts: unlessEmpty(settings.get('efforts')),
  prices: unlessEmpty(settings.get('prices')),
});

const unlessEmpty = <T extends object>(table: T): T | undefined =>
  Object.keys(table).length === 0 ? undefined : table;

/** Origins, by provider. One that cannot be used stands in nobody's way until it is needed. */
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
