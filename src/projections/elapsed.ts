import type { DebateState } from '../debate/state';

/**
 * How long a debate took, in milliseconds: what its steps say, pauses left out; of a record whose steps say nothing, such as another
 * program's, from its first entry to its last.
 */
export function elapsedOf({ activeMs, headers }: Pick<DebateState, 'activeMs' | 'headers'>): number {
  if (activeMs > 0) return activeMs;
  const times = headers.map(({ time }) => time).filter(Number.isFinite);
  const [first] = times;
  return Math.max(0, (times.at(-1) ?? 0) - (first ?? 0));
}
