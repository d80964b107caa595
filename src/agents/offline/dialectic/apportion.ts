/** A share as a fraction: `numerator / denominator`; integers, the denominator positive and the same for all. */
export interface Fractions {
  numerators: readonly number[];
  denominator: number;
}

/**
 * Whole numbers with the sum of the fractions (which must be whole), each next to its fraction: all are rounded down, and what is left
 * over goes to the largest remainders. Equal remainders go by `keys`, which must say what is shared out and not where it stands: so
 * neither the order nor the names decide.
 */
export function apportion({ numerators, denominator }: Fractions, keys: readonly string[]): number[] {
  const shares = numerators.map((numerator) => Math.floor(numerator / denominator));
  const total = Math.round(numerators.reduce((sum, one) => sum + one, 0) / denominator);
  let left = total - shares.reduce((sum, one) => sum + one, 0);
  const order = numerators
    .map((numerator, at) => ({ at, remainder: numerator - (shares[at] ?? 0) * denominator, key: keys[at] ?? '' }))
    .sort((a, b) => b.remainder - a.remainder || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const { at } of order) {
    if (left <= 0) break;
    shares[at] = (shares[at] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

const bound = 100;

/**
 * Scores in whole hundredths within [-100, 100] that sum to exactly 0, from points between 0 and `most`: each one's distance from the
 * mean. Of up to six arguments, at `most` 20, one point of distance is a whole number of hundredths for each of them, so that nothing is
 * rounded and equal points get equal scores; of more, see `apportion`.
 */
export function zeroSumScores(points: readonly number[], most: number, keys: readonly string[]): number[] {
  const count = points.length;
  if (count < 2) return points.map(() => 0);
  const sum = points.reduce((all, one) => all + one, 0);
  const distances = points.map((one) => count * one - sum);
  const factor = Math.floor(bound / ((count - 1) * most));
  if (factor >= 1) return distances.map((one) => factor * one);
  return apportion({ numerators: distances.map((one) => one * bound), denominator: count * most }, keys);
}
