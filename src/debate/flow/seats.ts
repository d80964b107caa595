import { importedProvider } from '../log/entryData';
import type { DebateState, Header } from '../fold/state';
import type { TaskKind } from './tasks';

/** See `models/providers.ts`. */
export const modelProviderNames = ['anthropic', 'vscode', 'openai-compatible'] as const;

/** `host`: agents of the client that started the debate. */
export type Performing = 'offline' | 'scripted' | 'human' | 'host' | 'model';

type Seats = Pick<DebateState, 'models' | 'setup' | 'debaters'>;

const isConcluding = (kind: TaskKind | undefined): boolean =>
  kind === 'chair/conclude' || kind === 'chair/word_conclusion' || kind === 'voter/choose';

/** Empty if the record names none. A single task may have its own performer. */
export function namedPerformer({ models }: Pick<Seats, 'models'>, agent: string, kind?: TaskKind): string {
  return (isConcluding(kind) ? models.get('conclusion') : undefined) ?? models.get(agent) ?? '';
}

/** A seat with only the last decision delays nobody. */
export const hasPerson = ({ models }: Pick<Seats, 'models'>): boolean =>
  [...models].some(([seat, named]) => seat !== 'conclusion' && named.trim() === 'human');

/** A bare name belongs to the provider: one of its models or, if it has none, nothing. */
export function performing(named: string, provider: string): Performing | undefined {
  const name = named.trim();
  if (name === 'offline' || name === 'human' || name === 'host') return name;
  // Who performed in an imported debate is unknown, whoever continues it.
  if (name === importedProvider || modelProviderNames.some((one) => name.startsWith(`${one}:`))) return 'model';
  if (provider === 'offline' || provider === 'scripted' || provider === 'host') return provider;
  if (name === 'scripted') return name;
  return provider === '' ? undefined : 'model';
}

/** Provider of every agent without a model of its own. */
export const providerInForce = ({ setup }: Pick<Seats, 'setup'>): string => {
  const provider = setup?.['provider'];
  return typeof provider === 'string' ? provider : '';
};

/** They may have changed since. */
export const seatsAt = (state: DebateState, seq: number): Seats =>
  state.seatings.findLast(({ since }) => since <= seq) ?? state;

/**
 * Whether nobody weighs in this seat, by the setup in force; also if code answered what a script left out. `agent`: a role or a
 * debater's name.
 */
export function isExtractive(state: Seats, agent: string, kind?: TaskKind): boolean {
  const by = performing(namedPerformer(state, agent, kind), providerInForce(state));
  return by === 'offline' || (by === 'scripted' && state.setup?.['fallback'] === 'offline');
}

/** Whether the speaker had an extractive seat when the entry was written. */
export const isDealt = (state: DebateState, { seq, speaker }: Pick<Header, 'seq' | 'speaker'>): boolean =>
  isExtractive(seatsAt(state, seq), speaker);

/** Of a new offline debate: the user's documents speak, and no step is held that takes a reader. */
export const offlineDocuments = 'documents';

export const areDocumentsSpeaking = ({ setup }: Pick<Seats, 'setup'>): boolean =>
  setup?.['offline'] === offlineDocuments;

/** Whether an entry is a document's, which shows the quotations that it cites. */
export const isDocumentEntry = (state: DebateState, header: Pick<Header, 'seq' | 'speaker'>): boolean =>
  areDocumentsSpeaking(state) && isDealt(state, header);

/** An unfinished offline debate of an earlier version, in which code performed every seat. */
export const isEarlierOffline = (state: Seats & Pick<DebateState, 'concludeRequested'>): boolean =>
  !areDocumentsSpeaking(state) &&
  !state.concludeRequested &&
  state.debaters.some(({ name }) => isExtractive(state, name));

/** Whether a step of this seat is held: an empty seat holds none. */
export const isHeld = (
  state: Seats & Pick<DebateState, 'concludeRequested'>,
  agent: string,
  kind?: TaskKind,
): boolean => isEarlierOffline(state) || !isExtractive(state, agent, kind);

export const areDebatersExtractive = (state: Seats): boolean =>
  state.debaters.length > 0 && state.debaters.every(({ name }) => isExtractive(state, name));

/**
 * Samples are prepared debates with their evidence, one a format. A record names one as `sample:panel`, for script and
 * evidence root alike.
 */

const prefix = 'sample:';

export const sampleReference = (name: string): string => `${prefix}${name}`;

export const sampleNamed = (reference: unknown): string | undefined =>
  typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;

export const isSample = (setup: object | undefined): boolean =>
  setup !== undefined && 'script' in setup && sampleNamed(setup.script) !== undefined;

/** Label that every reader of a sample shows. */
export const sampleWords = 'scripted sample: the words were written beforehand; gates, checks and record are live';
