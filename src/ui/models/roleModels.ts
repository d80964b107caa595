import { type ModelProviderName, formatModelRef, parseModelRef, type ModelRef } from '../../models/provider';
import { descriptorOf } from '../../models/providers';
import { roleNames, seatRef, type ModelPlan } from '../../session/modelPlan';

export type StartProvider = 'offline' | ModelProviderName;

const named: ReadonlySet<string> = new Set(roleNames);

/** Seats of debaters stand with the debaters. */
export const rolesIn = ({ models }: Pick<ModelPlan, 'models'>): Record<string, string> =>
  Object.fromEntries(Object.entries(models).filter(([name]) => named.has(name)));

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

/** The providers that these references reach, each once. */
export function providersIn(references: readonly string[]): ModelProviderName[] {
  const refs = references.map((text) => parseModelRef(text));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === 'model' ? [ref.provider] : [])))];
}
