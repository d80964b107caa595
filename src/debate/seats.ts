import { importedProvider } from './entryData';
import type { DebateState, Header } from './state';
import type { TaskKind } from './tasks';

/** As records name them; what each is, `models/providers.ts` says. */
export const modelProviderNames = ['anthropic', 'vscode', 'openai-compatible'] as const;

/** Who performs for a seat: the extractive performer, a script, a person, a language model. */
export type Performing = 'offline' | 'scripted' | 'human' | 'model';

type Seats = Pick<DebateState, 'models' | 'setup' | 'debaters'>;

/**
 * The current name for an agent's task in the record; empty if there is none. A single task may have its own performer.
 */
export function namedPerformer({ models }: Pick<Seats, 'models'>, agent: string, kind?: TaskKind): string {
  return (kind === 'chair/conclude' ? models.get('conclusion') : undefined) ?? models.get(agent) ?? '';
}

/** Whether a person performs in the middle of the debate; a seat with only the last decision delays nobody. */
export const hasPerson = ({ models }: Pick<Seats, 'models'>): boolean =>
  [...models].some(([seat, named]) => seat !== 'conclusion' && named.trim() === 'human');

/** What a name means. A bare one belongs to the provider: one of its models or, if it has none, nothing. */
export function performing(named: string, provider: string): Performing | undefined {
  const name = named.trim();
  if (name === 'offline' || name === 'human') return name;
  // Who performed in an imported debate is unknown, whoever continues it.
  if (name === importedProvider || modelProviderNames.some((one) => name.startsWith(`${one}:`))) return 'model';
  if (provider === 'offline' || provider === 'scripted') return provider;
  if (name === 'scripted') return name;
  return provider === '' ? undefined : 'model';
}

/** The provider in force: it performs for every agent without a model of its own. */
export const providerInForce = ({ setup }: Pick<Seats, 'setup'>): string => {
  const provider = setup?.['provider'];
  return typeof provider === 'string' ? provider : '';
};

/** The seats in force as an entry was written: they may have changed since. */
export const seatsAt = (state: DebateState, seq: number): Seats =>
  state.seatings.findLast(({ since }) => since <= seq) ?? state;

/**
 * Whether the extractive performer answers for this agent (a role or a debater's name), by the setup in force: nobody
 * weighs in this seat. Also true if it answers what a script leaves out.
 */
export function isExtractive(state: Seats, agent: string, kind?: TaskKind): boolean {
  const by = performing(namedPerformer(state, agent, kind), providerInForce(state));
  return by === 'offline' || (by === 'scripted' && state.setup?.['fallback'] === 'offline');
}

/** Whether the extractive performer wrote the entry: by the seats as it was written, whoever has them now. */
export const isDealt = (state: DebateState, { seq, speaker }: Pick<Header, 'seq' | 'speaker'>): boolean =>
  isExtractive(seatsAt(state, seq), speaker);

/** Whether this holds for all debaters, or all sides. */
export const areDebatersExtractive = (state: Seats): boolean =>
  state.debaters.length > 0 && state.debaters.every(({ name }) => isExtractive(state, name));

/**
 * Samples: prepared debates, one for each format, with their evidence. A record names its sample as `sample:panel`, for
 * script and evidence root alike.
 */

const prefix = 'sample:';

export const sampleReference = (name: string): string => `${prefix}${name}`;

/** The sample that a record's script or evidence root names; undefined if there is none. */
export const sampleNamed = (reference: unknown): string | undefined =>
  typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;

export const isSample = (setup: object | undefined): boolean =>
  setup !== undefined && 'script' in setup && sampleNamed(setup.script) !== undefined;

/** The notice for every reader of a sample. */
export const sampleWords = 'scripted sample: the words were written beforehand; gates, checks and record are live';
