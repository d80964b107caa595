/**
 * Averages of whole numbers that sum to exactly 0 where the columns do: cut towards 0, and what is then missing goes, one by one, to those
 * that lost most by it. Turning every number's sign turns every average's; which of equals comes first is decided by `keys`, never
 * by their places.
 */
export function averaged(rows: readonly (readonly number[])[], keys: readonly string[]): number[] {
  const sums = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
  const passes = Math.max(1, rows[0]?.length ?? 1);
  const averages = sums.map((sum) => Math.trunc(sum / passes));
  const total = Math.round(sums.reduce((sum, value) => sum + value, 0) / passes);
  const missing = total - averages.reduce((sum, value) => sum + value, 0);
  const sign = Math.sign(missing);
  const lost = sums.map((sum, index) => ({ index, by: sign * (sum - (averages[index] ?? 0) * passes) }));
  lost.sort((a, b) => b.by - a.by || ((keys[a.index] ?? '') < (keys[b.index] ?? '') ? -1 : 1));
  for (const { index } of lost.slice(0, Math.abs(missing))) averages[index] = (averages[index] ?? 0) + sign;
  return averages.map((value) => (value === 0 ? 0 : value));
}

/** The highest less the lowest. */
export const spreadOf = (row: readonly number[]): number =>
  row.length === 0 ? 0 : Math.max(...row) - Math.min(...row);
