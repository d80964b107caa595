/** Scores that miss 0 by rounding are moved to it by code, so that nobody is asked to add. */

interface Centred {
  /** Value in hundredths, with any fraction that was given. */
  value: number;
  /** Bounds in hundredths. */
  low: number;
  high: number;
  /** What the argument says: it decides between equal fractions, never place or side. */
  key: string;
}

/** Whole hundredths within their bounds that sum to 0: each moves by the same, and the largest remainders are rounded up. */
export function centred(items: readonly Centred[]): number[] {
  const off = items.reduce((sum, { value }) => sum + value, 0) / Math.max(1, items.length);
  // Binary fractions below a millionth are no remainder.
  const wanted = items.map(({ value }) => Math.round((value - off) * 1e6) / 1e6);
  const moved = items.map(({ low, high }, index) => Math.max(low, Math.min(high, Math.floor(wanted[index] ?? 0))));
  const order = [...items.keys()].sort((one, other) => ((items[one]?.key ?? '') < (items[other]?.key ?? '') ? -1 : 1));
  for (let left = -moved.reduce((sum, value) => sum + value, 0); left !== 0; left -= Math.sign(left)) {
    const step = Math.sign(left);
    const remainder = (index: number): number => step * ((wanted[index] ?? 0) - (moved[index] ?? 0));
    const [next] = order
      .filter((index) => {
        const to = (moved[index] ?? 0) + step;
        return to >= (items[index]?.low ?? 0) && to <= (items[index]?.high ?? 0);
      })
      .sort((one, other) => remainder(other) - remainder(one));
    // All stand at their bounds.
    if (next === undefined) break;
    moved[next] = (moved[next] ?? 0) + step;
  }
  // JSON knows no zero with a sign.
  return moved.map((value) => value + 0);
}
