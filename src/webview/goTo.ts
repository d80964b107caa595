import { filterTest } from './filters';
import type { State, Target } from './state';

/** Brings an entry into view; one that the filters leave out is shown from now on. */
export function goTo(state: State, { at, offset, isFlashed, isFocused }: Target): State {
  const row = state.rows[at];
  if (row === undefined) return state;
  const isShown = state.forced.has(at) || filterTest(state.filters)(row);
  const forced = isShown ? state.forced : new Set([...state.forced, at]);
  // Wherever the reader was looking: who goes to an entry goes to the entries. What is only put back in its place is not gone to.
  return {
    ...state,
    forced,
    active: at,
    target: { at, offset, isFlashed, isFocused },
    missing: undefined,
    view: isFocused ? 'debate' : state.view,
  };
}

/** There is no such entry, which the reader is told. */
export function missing(state: State, seq: number): State {
  // Not the last row's: a foreign log need not be in order.
  const last = state.rows.reduce<number | undefined>((most, row) => Math.max(most ?? row.seq, row.seq), undefined);
  return { ...state, missing: { seq, last, turn: (state.missing?.turn ?? 0) + 1 } };
}

/** To an entry that holds what is sought, which may stand in the part of a long text that is not shown. */
export function goToFound(state: State, at: number): State {
  const opened = new Set([...state.opened, `more:${at}`]);
  return goTo({ ...state, opened }, { at, offset: 'near', isFlashed: false, isFocused: false });
}
