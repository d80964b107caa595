/** An order drawn from a text, so that nobody chooses it and everybody can repeat the draw. Not for secrets. */
export function drawn<T>(items: readonly T[], seed: string): T[] {
  const next = generator(hashOf(seed));
  const order = [...items];
  for (let left = order.length - 1; left > 0; left -= 1) {
    const pick = Math.floor(next() * (left + 1));
    // The two change places.
    order.splice(left, 1, ...order.splice(pick, 1, ...order.slice(left, left + 1)));
  }
  return order;
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32: numbers from 0 to below 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
