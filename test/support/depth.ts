import { drawn } from '../../src/debate/formats/common/drawn';

/**
 * Depth of the tests. `all`, as in CI, runs every cell of the matrices that take minutes, and more of the longer ones;
 * `hours` runs all of these too. Otherwise a sample of each runs.
 */
const depth = process.env['ROSTRUM_TEST_DEPTH'];

export const hasHours = depth === 'hours';

/** Whether matrices are sampled; never while stored answers are rewritten. */
export const isSampled = depth !== 'all' && !hasHours && process.env['UPDATE_GOLDEN'] === undefined;

const seed = process.env['ROSTRUM_TEST_SEED'] ?? String(Math.floor(Math.random() * 1e9));

/**
 * All cells, or as many as a seed draws, in their order. The seed is printed: `ROSTRUM_TEST_SEED` draws the same cells
 * again. `inAll`: number of cells for `all`; default: all of them.
 */
export function sampled<T>(matrix: string, cells: readonly T[], quick: number, inAll = Infinity): readonly T[] {
  const atMost = hasHours ? Infinity : isSampled ? quick : inAll;
  if (cells.length <= atMost) return cells;
  console.log(`${matrix}: ${atMost} of ${cells.length} cells, ROSTRUM_TEST_SEED=${seed}`);
  const chosen = new Set(drawn([...cells.keys()], `${seed} ${matrix}`).slice(0, atMost));
  return cells.filter((_, index) => chosen.has(index));
}

/** Number of repetitions for work that chance or the machine makes different each time. */
export const repeats = (all: number, quick: number): number => (isSampled ? quick : all);

/** The whole numbers from 1 to `last`. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
