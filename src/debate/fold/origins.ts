import { withoutFragment } from '../../matching/text/sourceUrl';
import { allFindings, isRedacted, type DebateState } from './state';

/**
 * Tells whether two pages carry the same text: a story that was copied, cut, reordered or given another heading. It
 * compares shingles (runs of words); each text keeps those with the lowest hashes. Pages that only report the same
 * event share next to none.
 */

/** Number of consecutive words in a shingle. */
const run = 5;
/** Number of hashes kept; texts that share a part keep the same hashes of it. */
const kept = 128;
/** Characters that are read at most. */
const most = 300_000;
/** A text with fewer shingles is too short to show its origin. */
const fewest = 30;
/** Share of the shorter text's shingles that makes two texts the same. */
const shared = 0.3;
const digits = 8;

/** Sketch in hexadecimal digits; undefined if the text is too short. */
export function sketchOf(text: string): string | undefined {
  const words =
    text
      .slice(0, most)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const hashes = new Set<number>();
  for (let at = 0; at + run <= words.length; at += 1) hashes.add(hashOf(words.slice(at, at + run).join(' ')));
  if (hashes.size < fewest) return undefined;
  const lowest = [...hashes].sort((a, b) => a - b).slice(0, kept);
  return lowest.map((hash) => hash.toString(16).padStart(digits, '0')).join('');
}

/** FNV-1a, then mixed, so that the lowest hashes are random. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const hashesIn = (sketch: string): string[] => sketch.match(new RegExp(`[0-9a-f]{${digits}}`, 'g')) ?? [];

/** Compares only hashes below the end of both sketches, where both are complete. */
export function isSameOrigin(one: string, other: string): boolean {
  const [a, b] = [hashesIn(one), hashesIn(other)];
  const end = [a, b].map((all) => (all.length < kept ? 'g' : (all.at(-1) ?? ''))).sort()[0] ?? '';
  const [left, right] = [a, b].map((all) => new Set(all.filter((hash) => hash <= end)));
  if (left === undefined || right === undefined) return false;
  const common = [...left].filter((hash) => right.has(hash)).length;
  return common >= shared * Math.max(1, Math.min(left.size, right.size)) && common >= fewest / 5;
}

interface Origins {
  entries: number;
  /** The first cited page with the same text, by address without fragment. */
  first: ReadonlyMap<string, string>;
  seqs: ReadonlyMap<string, number>;
}

const known = new WeakMap<DebateState, Origins>();

function originsIn(state: DebateState): Origins {
  const before = known.get(state);
  if (before?.entries === state.headers.length) return before;
  const origins = { entries: state.headers.length, ...joined(sketchesOf(state)) };
  known.set(state, origins);
  return origins;
}

/** The first cited page with the same text, which represents all of them. */
export const originOf = (state: DebateState, url: string): string =>
  originsIn(state).first.get(withoutFragment(url)) ?? withoutFragment(url);

/** Entry that cites the same text from another address; undefined if there is none. */
export function sameTextAs(state: DebateState, url: string): number | undefined {
  const origin = originOf(state, url);
  return origin === withoutFragment(url) ? undefined : originsIn(state).seqs.get(origin);
}

interface Sketched {
  page: string;
  sketch: string;
  seq: number;
}

function joined(pages: readonly Sketched[]): Pick<Origins, 'first' | 'seqs'> {
  const first = new Map(pages.map(({ page }) => [page, page]));
  for (const [at, one] of pages.entries()) {
    for (const other of pages.slice(0, at)) {
      const [from = '', to = ''] = [first.get(one.page), first.get(other.page)];
      if (from === to || !isSameOrigin(one.sketch, other.sketch)) continue;
      for (const [page, origin] of first) if (origin === from) first.set(page, to);
    }
  }
  return { first, seqs: new Map(pages.map(({ page, seq }) => [page, seq])) };
}

/** Sketches in the order in which the pages were cited. */
function sketchesOf(state: DebateState): Sketched[] {
  const pages = new Map<string, Sketched>();
  for (const { url, target: seq, sketch } of allFindings(state).sort((a, b) => a.target - b.target)) {
    const page = withoutFragment(url);
    if (sketch !== undefined && !isRedacted(state, seq) && !pages.has(page)) pages.set(page, { page, sketch, seq });
  }
  return [...pages.values()];
}
