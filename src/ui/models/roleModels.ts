import * as l10n from '@vscode/l10n';
import { formatModelRef, parseModelRef, type ModelRef } from '../../models/modelRef';
import type { ModelProviderName } from '../../models/provider';
import { PlanError } from '../../session/plan';

const roles = ['chair', 'verifier', 'audience', 'reporter', 'assessor'] as const;
/** The Chair's decision alone may be somebody else's. */
const named: ReadonlySet<string> = new Set([...roles, 'conclusion']);

export type StartProvider = 'offline' | ModelProviderName;

export interface ChosenModels {
  provider: StartProvider;
  /** The provider's id of the model of all; empty where there is none. */
  model: string;
  /** Of the Chair, where it is another one. */
  chairModel?: string;
  /** By role or debater's name, over the above: references, or models of the provider. */
  own: Readonly<Record<string, string>>;
}

/** Who performs for whom, as references: `anthropic:claude-sonnet-5-5`, `human`, `offline`. */
export interface RoleModels {
  /** By role; every role is there. */
  roles: Record<string, string>;
  /** Of a debater for whom nothing else was said. */
  debater: string;
  /** By a debater's name, in lower case. */
  debaters: Record<string, string>;
}

/** @throws PlanError `model_missing` when a provider was chosen and no model; `models` naming the entry that is no model. */
export function roleModels({ provider, model, chairModel = '', own }: ChosenModels): RoleModels {
  const debater = provider === 'offline' ? 'offline' : referenceTo(provider, model);
  const chair = provider === 'offline' || chairModel.trim() === '' ? debater : referenceTo(provider, chairModel);
  const found: RoleModels = { roles: { ...Object.fromEntries(roles.map((role) => [role, debater])), chair }, debater, debaters: {} };
  for (const [agent, text] of Object.entries(own)) {
    const name = agent.trim().toLowerCase();
    const reference = referenceIn(text, provider);
    if (reference === undefined) throw new PlanError('models', l10n.t('The setting rostrum.models names “{0}” for {1}, which is no model. Write it like anthropic:claude-sonnet-5-5, human or offline.', text, agent));
    if (named.has(name)) found.roles[name] = reference;
    else found.debaters[name] = reference;
  }
  return found;
}

function referenceTo(provider: ModelProviderName, model: string): string {
  if (model.trim() !== '') return formatModelRef({ kind: 'model', provider, model: model.trim() });
  throw new PlanError('model_missing', l10n.t('No model is chosen. Start the debate from the command “Start Debate”, which asks for one, or name one in the settings of Rostrum.'));
}

/** In full; a model without a provider is one of this debate's. Undefined when it can be nobody's. */
export function referenceIn(text: string, provider: StartProvider): string | undefined {
  const ref = parseModelRef(text, provider === 'offline' ? undefined : provider);
  return ref === undefined || !isPlayable(ref) ? undefined : formatModelRef(ref);
}

/** Scripts are for the command line. The editor's models are named with who brings them. */
const isPlayable = (ref: ModelRef): boolean =>
  ref.kind === 'model' ? ref.provider !== 'vscode' || /^[^/\s]+\/\S/.test(ref.model) : ref.kind !== 'scripted';

/**
 * What a debater of a lineup runs on: what the lineup says, else what the settings say for the name, else what all run on. An offline debate
 * takes no bare name of a model: lineups of other programs hold some.
 */
export function debaterModel(debater: { name: string; model?: string | undefined }, models: RoleModels, provider: StartProvider): string {
  const said = debater.model?.trim() ?? '';
  const own = said === '' ? undefined : referenceIn(said, provider);
  return own ?? models.debaters[debater.name.trim().toLowerCase()] ?? models.debater;
}

/** The providers that these references reach, each once. */
export function providersIn(references: readonly string[]): ModelProviderName[] {
  const refs = references.map((text) => parseModelRef(text));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === 'model' ? [ref.provider] : [])))];
}
