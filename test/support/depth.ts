import { drawn } from '../../src/debate/formats/common/drawn';

/** `all`, as CI says, runs every cell of the matrices that take minutes and more of the longer ones, `hours` all of these too. Otherwise a sample of each. */
const depth = process.env['ROSTRUM_TEST_DEPTH'];

export const hasHours = depth === 'hours';

/** Whether matrices are sampled: not where stored answers are rewritten, all of them. */
export const isSampled = depth !== 'all' && !hasHours && process.env['UPDATE_GOLDEN'] === undefined;

const seed = process.env['ROSTRUM_TEST_SEED'] ?? String(Math.floor(Math.random() * 1e9));

/**
 * All cells, or so many of them as a seed draws, which is printed: `ROSTRUM_TEST_SEED` draws the same ones again. In their order. `inAll`: how
 * many are drawn where `all` is asked for; without it, all of them.
 */
export function sampled<T>(matrix: string, cells: readonly T[], quick: number, inAll = Infinity): readonly T[] {
  const atMost = hasHours ? Infinity : isSampled ? quick : inAll;
  if (cells.length <= atMost) return cells;
  console.log(`${matrix}: ${atMost} of ${cells.length} cells, ROSTRUM_TEST_SEED=${seed}`);
  const chosen = new Set(drawn([...cells.keys()], `${seed} ${matrix}`).slice(0, atMost));
  return cells.filter((_, index) => chosen.has(index));
}

/** How often something is done that chance or the machine makes different each time. */
export const repeats = (all: number, quick: number): number => (isSampled ? quick : all);

/** The whole numbers from 1 to `last`. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
