/** Choices from a seed, the same on every machine. */
export function drawn(seed: number) {
  let state = seed * 2_654_435_761;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(of: readonly T[]): T => {
    const chosen = of[whole(0, of.length - 1)];
    if (chosen === undefined) throw new Error('There is nothing to choose from.');
    return chosen;
  };
  const shuffled = <T>(of: readonly T[]): T[] =>
    of
      .map((value) => ({ value, by: next() }))
      .sort((a, b) => a.by - b.by)
      .map(({ value }) => value);
  return { next, whole, pick, shuffled };
}
