import type { FeedItems } from './items';

/** Bodies are there for this many items around those on the screen before these come into sight … */
const nearby = 14;
/** … and when one is not, all of these are asked for. */
const ahead = 60;
const behind = 30;

interface InSight {
  readonly first: number;
  readonly last: number;
  /** Items that are in the page although they are out of sight. */
  readonly kept: readonly number[];
}

/** Whose bodies the list needs now or soon, the most urgent first. */
export function wantedBodies(items: FeedItems, { first, last, kept }: InSight): { near: number[]; far: number[] } {
  const between = (from: number, to: number): number[] => {
    const start = Math.max(0, from);
    return items.ids.slice(start, Math.max(start, to + 1)).filter((id) => id >= 0);
  };
  const near = [
    ...between(first, last),
    ...kept.flatMap((index) => between(index, index)),
    ...between(last + 1, last + nearby),
    ...between(first - nearby, first - 1),
  ];
  const far = [...between(last + nearby + 1, last + ahead), ...between(first - behind, first - nearby - 1)];
  return { near, far };
}
