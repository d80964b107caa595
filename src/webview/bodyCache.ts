import type { Body } from '../shared/protocol';

interface Held {
  readonly body: Body;
  readonly bytes: number;
  readonly isStale: boolean;
}

/** Oldest first. Never changed: each function returns the cache that follows. */
export interface BodyCache {
  readonly held: ReadonlyMap<number, Held>;
  readonly bytes: number;
}

export const emptyBodies: BodyCache = { held: new Map(), bytes: 0 };

/** Room for about 8,000 turns of a debate; a panel that was read from end to end must not grow with the log. */
const bodyBudget = 24 * 1024 * 1024;

export const bodyAt = (cache: BodyCache, at: number): Body | undefined => cache.held.get(at)?.body;

export const isWanting = (cache: BodyCache, at: number): boolean => cache.held.get(at)?.isStale ?? true;

/** Drops the oldest beyond the budget, but of none in `wanted`: those are on the screen. */
export function putBodies(
  cache: BodyCache,
  fresh: readonly Body[],
  wanted: ReadonlySet<number>,
  budget: number = bodyBudget,
): BodyCache {
  if (fresh.length === 0) return cache;
  const held = new Map(cache.held);
  let { bytes } = cache;
  const drop = (at: number): void => {
    bytes -= held.get(at)?.bytes ?? 0;
    held.delete(at);
  };
  const added = new Set<number>();
  for (const body of fresh) {
    // Taken out first, so that it moves behind the others.
    drop(body.at);
    const size = bytesOf(body);
    held.set(body.at, { body, bytes: size, isStale: false });
    bytes += size;
    added.add(body.at);
  }
  for (const at of held.keys()) {
    if (bytes <= budget) break;
    if (!wanted.has(at) && !added.has(at)) drop(at);
  }
  return { held, bytes };
}

/**
 * Those on the screen stay until the fresh ones arrive, so that nothing flickers; the others go at once, and so does
 * the text of entries that were redacted.
 */
export function staleBodies(cache: BodyCache, stale: Stale): BodyCache {
  const held = new Map<number, Held>();
  let bytes = 0;
  for (const [at, one] of cache.held) {
    const isStale = stale.isAll || stale.ats.has(at);
    if (isStale && (stale.redacted.has(at) || !stale.wanted.has(at))) continue;
    held.set(at, isStale ? { ...one, isStale } : one);
    bytes += one.bytes;
  }
  return { held, bytes };
}

interface Stale {
  readonly isAll: boolean;
  readonly ats: ReadonlySet<number>;
  readonly redacted: ReadonlySet<number>;
  readonly wanted: ReadonlySet<number>;
}

/** Rough: two bytes a code unit, and what the objects cost. */
function bytesOf(body: Body): number {
  let units = body.content.length + (body.disclosed?.length ?? 0) + (body.redacted?.reason.length ?? 0);
  for (const source of body.sources) {
    units += source.url.length + source.label.length + source.explanation.length;
    units += (source.quote?.length ?? 0) + (source.claim?.length ?? 0) + 200;
    for (const check of source.checks) units += check.name.length + check.note.length + 50;
  }
  for (const aside of body.asides) units += aside.text.length + 50;
  return 2 * units + 500;
}
