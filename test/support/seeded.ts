/** Numbers from 0 to 1, the same in every run (Park and Miller). */
export function seeded(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Takes one of several, the same ones in every run. */
export function picker(random: () => number): <Value>(values: readonly Value[]) => Value {
  return (values) => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
}
