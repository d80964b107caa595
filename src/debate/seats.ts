import { importedProvider } from './entryData';
import type { DebateState } from './state';
import type { TaskKind } from './tasks';

/** Who performs for a seat: the extractive performer, a script, a person, a language model. */
export type Performing = 'offline' | 'scripted' | 'human' | 'model';

type Seats = Pick<DebateState, 'models' | 'setup' | 'debaters'>;

/** What the record names for an agent's task now; empty where it names nobody. One task may have a performer of its own. */
export function namedPerformer({ models }: Pick<Seats, 'models'>, agent: string, kind?: TaskKind): string {
  return (kind === 'chair/conclude' ? models.get('conclusion') : undefined) ?? models.get(agent) ?? '';
}

/** Whether a person performs in the middle of the debate; who takes the last decision alone keeps nobody waiting. */
export const hasPerson = ({ models }: Pick<Seats, 'models'>): boolean =>
  [...models].some(([seat, named]) => seat !== 'conclusion' && named.trim() === 'human');

/** What a name stands for. A bare one is the provider's affair: one of its models or, where it has none, nothing at all. */
export function performing(named: string, provider: string): Performing | undefined {
  const name = named.trim();
  if (name === 'offline' || name === 'human') return name;
  // Who performed in an imported debate is not known: it was none of ours, whoever goes on with it.
  if (name === importedProvider || /^(?:anthropic|vscode|openai-compatible):/.test(name)) return 'model';
  if (provider === 'offline' || provider === 'scripted') return provider;
  if (name === 'scripted') return name;
  return provider === '' ? undefined : 'model';
}

/** The provider in force: who performs where no agent is given a model of its own. */
export const providerInForce = ({ setup }: Pick<Seats, 'setup'>): string => {
  const provider = setup?.['provider'];
  return typeof provider === 'string' ? provider : '';
};

/**
 * Whether the extractive performer answers for this agent (a role or a debater's name), by the setup in force: nobody weighs
 * what is said in this seat. True as well where it answers what a script leaves out.
 */
export function isExtractive(state: Seats, agent: string, kind?: TaskKind): boolean {
  const by = performing(namedPerformer(state, agent, kind), providerInForce(state));
  return by === 'offline' || (by === 'scripted' && state.setup?.['fallback'] === 'offline');
}

/** Whether all debaters, or all sides, are performed so. */
export const areDebatersExtractive = (state: Seats): boolean =>
  state.debaters.length > 0 && state.debaters.every(({ name }) => isExtractive(state, name));

/**
 * Samples: debates that were written beforehand, one for each format, with their evidence. A record names its sample as
 * `sample:panel`, script and evidence root alike.
 */

const prefix = 'sample:';

export const sampleReference = (name: string): string => `${prefix}${name}`;

/** The sample that a script or an evidence root of a record names; undefined where it names none. */
export const sampleNamed = (reference: unknown): string | undefined =>
  typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;

export const isSample = (setup: object | undefined): boolean =>
  setup !== undefined && 'script' in setup && sampleNamed(setup.script) !== undefined;

/** What every reader of a sample is told. */
export const sampleWords = 'scripted sample: the words were written beforehand; gates, checks and record are live';
