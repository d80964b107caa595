/** Sizes in CSS pixels. An argument that is worth more is drawn larger; the smallest still holds its title. */
const smallest = { width: 176, height: 82 };
const largest = { width: 256, height: 114 };

/** The scores at which a node has its smallest and its largest size; cumulative scores have no bounds, sizes do. */
const bounds = { low: -1, high: 1 };

/** An argument that is not judged yet has the size of one that is worth nothing either way. */
export function nodeBox(score: number | null): { width: number; height: number } {
  const clamped = Math.min(bounds.high, Math.max(bounds.low, score ?? 0));
  const share = (clamped - bounds.low) / (bounds.high - bounds.low);
  const between = (low: number, high: number): number => Math.round(low + (high - low) * share);
  return { width: between(smallest.width, largest.width), height: between(smallest.height, largest.height) };
}

export const largestBox: Readonly<typeof largest> = largest;
