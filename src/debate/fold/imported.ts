import { headerOf, type DebateState } from './state';
import { isObject } from '../log/objects';

/** Returns undefined for a debate that began here. */
function importOf({ setup }: Pick<DebateState, 'setup'>): { at: number; system: string } | undefined {
  const imported = setup?.['imported'];
  if (!isObject(imported)) return undefined;
  const { at, system } = imported;
  return { at: Date.parse(String(at)), system: typeof system === 'string' ? system : 'unknown' };
}

/**
 * Whether another program wrote the entry. Entries added here are later than the import, to the millisecond, and never
 * precede the step that made the agents ready.
 */
export function isImported(state: DebateState, seq: number): boolean {
  const from = importOf(state);
  if (from === undefined || seq >= (state.steps.get('ready') ?? Infinity)) return false;
  return !((headerOf(state, seq)?.time ?? 0) > from.at);
}

interface Import {
  system: string;
  /** Seq of the last imported entry. */
  until: number;
}

/** The import of a debate that was continued here; undefined before that, and for a debate that began here. */
export function importGoneOn(state: DebateState): Import | undefined {
  const system = importOf(state)?.system;
  const until = system === undefined ? undefined : state.headers.findLast(({ seq }) => isImported(state, seq))?.seq;
  return system === undefined || until === undefined || until === state.headers.at(-1)?.seq
    ? undefined
    : { system, until };
}
