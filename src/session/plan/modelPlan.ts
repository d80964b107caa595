import { modelProviderNames } from '../../debate/flow/seats';
import {
  modelProvider,
  type ModelProviderName,
  formatModelRef,
  parseModelRef,
  type ModelRef,
} from '../../models/provider';
import { descriptorOf } from '../../models/providers';
import type { Format } from '../../debate/flow/step';
import type { GivenDebater } from './configFiles';
import { PlanError } from './planError';

export const providerNames = ['offline', 'scripted', 'host', ...modelProviderNames] as const;
export type ProviderName = (typeof providerNames)[number];

/** No debater's, of all formats. `conclusion`: the Chair's last decision alone, which a person may take. */
export const roleNames = ['chair', 'verifier', 'audience', 'reporter', 'assessor', 'judge', 'conclusion'] as const;

export const rolesOf = ({ roles }: Pick<Format, 'roles'>): readonly string[] =>
  roles.includes('chair') ? [...roles, 'conclusion'] : roles;

/** They judge short passages, or nobody who decides hears them: a small model does. */
export const mechanicalSeats: readonly string[] = ['verifier', 'audience'];

/** Who decides how a debate ends has the strongest model. */
const deciders = ['chair', 'judge'];

const panelRoles: readonly string[] = ['chair', 'verifier', 'audience', 'reporter', 'assessor'];

interface ModelWishes {
  provider: ProviderName;
  model?: string | undefined;
  models?: Readonly<Record<string, string>>;
  /** From a file of a trusted workspace: may choose among the provider's models, never another provider. */
  config?: Readonly<Record<string, string>> | undefined;
  roles?: readonly string[];
}

export interface ModelPlan {
  /** Models by role, and by debater where one was named. */
  models: Record<string, string>;
  /** The model of debaters for whom none was named. */
  standard: string;
}

export const proposerIn = ({ models, standard }: ModelPlan): ModelRef | undefined =>
  parseModelRef(models['chair'] ?? standard);

/**
 * References are whole: `anthropic:claude-sonnet-5-5`, `human`, `offline`. @throws PlanError `model_missing`; `model` where a reference
 * names none.
 */
export function planModels({ provider, model, models = {}, config = {}, roles = panelRoles }: ModelWishes): ModelPlan {
  const of = modelProvider(provider);
  const fallback = of === undefined ? undefined : descriptorOf(of).standard;
  const configured = of === undefined ? {} : configuredModels(config, of);
  const standard =
    of === undefined ? provider : reference(model ?? configured['reporter'] ?? fallback?.standard ?? missing(of), of);
  const chair = model === undefined ? (configured['chair'] ?? fallback?.chair) : undefined;
  const planned: Record<string, string> = {};
  for (const role of deciders) {
    if (chair !== undefined && of !== undefined && roles.includes(role)) planned[role] = reference(chair, of);
  }
  for (const role of roles.filter((name) => !deciders.includes(name) && name !== 'reporter')) {
    const named = model === undefined ? configured[role] : undefined;
    if (named !== undefined && of !== undefined) planned[role] = reference(named, of);
  }
  const given = Object.entries(models).map(([name, text]) => [name, reference(text, of)] as const);
  const everybody = of === undefined ? [] : roles.map((role) => [role, standard] as const);
  return { standard, models: { ...Object.fromEntries(everybody), ...planned, ...Object.fromEntries(given) } };
}

function configuredModels(
  config: Readonly<Record<string, string>>,
  provider: ModelProviderName,
): Record<string, string> {
  const own = Object.entries(config).flatMap(([role, text]) => {
    const ref = seatRef(text, provider);
    return ref?.kind === 'model' && ref.provider === provider ? [[role, ref.model] as const] : [];
  });
  return Object.fromEntries(own);
}

/** Debaters of a workspace's files, which choose among the provider's models, and never who is paid. */
export function configuredDebaters(
  debaters: readonly GivenDebater[] | null | undefined,
  provider: ProviderName,
): GivenDebater[] | undefined {
  const of = modelProvider(provider);
  return debaters?.map(({ model = '', ...debater }) => {
    const own = of === undefined ? undefined : configuredModels({ own: model }, of)['own'];
    return own === undefined ? debater : { ...debater, model: own };
  });
}

/** Before a provider is chosen: a model that names one, or a seat's kind, is left out; a bare one will be the chosen provider's. */
export function withoutProviders(debaters: readonly GivenDebater[]): GivenDebater[] {
  return debaters.map(({ model = '', ...debater }) =>
    parseModelRef(model) === undefined && model.trim() !== '' ? { ...debater, model } : debater,
  );
}

/**
 * What a flag, a setting, a lineup or a configuration file means: `sonnet`, `claude-sonnet-5-5`, `vscode:copilot/gpt-5.2`, `human`. A
 * model without a provider is one of `standard`'s. Undefined where it names nobody.
 */
export function seatRef(text: string, standard: ModelProviderName | undefined): ModelRef | undefined {
  const ref = parseModelRef(text, standard);
  if (ref?.kind !== 'model') return ref;
  const { aliases = {} } = descriptorOf(ref.provider);
  return Object.hasOwn(aliases, ref.model) ? { ...ref, model: aliases[ref.model] ?? ref.model } : ref;
}

/** As it stands in a record; scripts are nobody's choice. */
export function seatReference(text: string, standard: ModelProviderName | undefined): string | undefined {
  const ref = seatRef(text, standard);
  return ref === undefined || ref.kind === 'scripted' ? undefined : formatModelRef(ref);
}

function reference(text: string, provider: ModelProviderName | undefined): string {
  const found = seatReference(text, provider);
  if (found !== undefined) return found;
  throw new PlanError(
    'model',
    `"${text}" names no model. A model is named like anthropic:claude-sonnet-5-5; a seat can also be "human" or "offline".`,
  );
}

const missing = (provider: ModelProviderName): never => {
  throw new PlanError('model_missing', `Which model of ${provider} is to be used? Name one.`);
};
