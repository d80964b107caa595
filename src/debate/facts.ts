import type { Entry } from './entry';
import type { EntryType } from './entryData';
import type { DebateState, Header } from './state';

/**
 * Facts that one format derives from the record: its part of the one fold. They are kept in the state, made when the first entry of one
 * of these types comes, and read with `state.factsOf(kind)`. `evolve` is called once per entry, after the state itself has taken it up;
 * it must be deterministic and take time in proportion to the entry.
 */
export interface FactKind<T extends object> {
  readonly name: string;
  readonly types: readonly EntryType[];
  create(): T;
  evolve(facts: T, entry: Entry, state: DebateState, header: Header): void;
}

/** A kind among those of other types: it is the key to facts of its own type only, which a list's type cannot say. */
export const factKind = <T extends object>(kind: FactKind<T>): FactKind<object> => kind;
