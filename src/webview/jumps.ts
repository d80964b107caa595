import type { ViewName } from '../projections/vocabulary';

/** Where a reader was: the row, and how many pixels below the top of the list it began. */
export interface ScrollAnchor {
  readonly at: number;
  readonly offset: number;
  /** The view that was looked at in place of the entries, and what in it led on. */
  readonly beside?: { readonly view: ViewName; readonly mark?: string | undefined } | undefined;
}

/** Back and forward, as an editor has them. `index` points at the place where the reader is. */
export interface Jumps {
  readonly places: readonly ScrollAnchor[];
  readonly index: number;
}

const longest = 100;
export const noJumps: Jumps = { places: [], index: 0 };

/** A jump: what lay ahead is forgotten, where the reader was is kept. */
export function jumped(jumps: Jumps, from: ScrollAnchor | undefined, to: ScrollAnchor): Jumps {
  const before = jumps.places.slice(0, jumps.index);
  const isHere = from?.at === to.at && from.beside === undefined && to.beside === undefined;
  const here = from === undefined || isHere ? [] : [from];
  const places = [...before, ...here, to].slice(-longest);
  return { places, index: places.length - 1 };
}

export const canGoBack = (jumps: Jumps): boolean => jumps.index > 0;
export const canGoForward = (jumps: Jumps): boolean => jumps.index < jumps.places.length - 1;

/** The place that is left is kept as it was left, so that the way back leads there. */
export function stepped(
  jumps: Jumps,
  from: ScrollAnchor | undefined,
  by: -1 | 1,
): { jumps: Jumps; to: ScrollAnchor | undefined } {
  const index = jumps.index + by;
  const to = jumps.places[index];
  if (to === undefined) return { jumps, to };
  const places = from === undefined ? jumps.places : jumps.places.with(jumps.index, from);
  return { jumps: { places, index }, to };
}
