import type { RawLine, FeedRow } from '../../shared/protocol';
import { type FilterId, filterTest } from '../state';

/** What the list shows, in the order of the log: an entry by its position, a raw line as `-1 - index`. */
export interface FeedItems {
  readonly ids: readonly number[];
  readonly rawLines: readonly RawLine[];
}

export const noItems: FeedItems = { ids: [], rawLines: [] };

interface ShownItem {
  readonly rows: readonly FeedRow[];
  readonly edits: number;
  readonly rawLines: readonly RawLine[];
  readonly filters: readonly FilterId[];
  readonly forced: ReadonlySet<number>;
}

/** Entries that are appended are judged alone: the list is long, and they come often. */
export function nextItems(items: FeedItems, now: ShownItem, before: ShownItem): FeedItems {
  const isAlike =
    now.edits === before.edits &&
    now.rawLines === before.rawLines &&
    now.filters === before.filters &&
    now.forced === before.forced;
  if (!isAlike) return feedItems(now);
  if (now.rows === before.rows) return items;
  // Raw lines behind the last entry come before one that is appended: then the whole is put together again.
  if ((items.ids.at(-1) ?? 0) < 0) return feedItems(now);
  const test = filterTest(now.filters);
  const fresh = now.rows.slice(before.rows.length).filter((row) => test(row) || now.forced.has(row.at));
  return fresh.length === 0 ? items : { ...items, ids: items.ids.concat(fresh.map((row) => row.at)) };
}

export function feedItems({ rows, rawLines, filters, forced }: Omit<ShownItem, 'edits'>): FeedItems {
  const test = filterTest(filters);
  // What cannot be read belongs to nobody: it is shown where nothing is narrowed down.
  const raw = filters.every((id) => id === 'procedure') ? rawLines : [];
  const ids: number[] = [];
  let nextRaw = 0;
  const addRaw = (before: number): void => {
    for (let line = raw[nextRaw]; line !== undefined && line.after <= before; line = raw[nextRaw]) {
      ids.push(-1 - nextRaw);
      nextRaw += 1;
    }
  };
  for (const row of rows) {
    if (nextRaw < raw.length) addRaw(row.at);
    if (test(row) || forced.has(row.at)) ids.push(row.at);
  }
  addRaw(Infinity);
  return { ids, rawLines: raw };
}

export const rawLineOf = (items: FeedItems, id: number): RawLine | undefined => items.rawLines[-1 - id];

/** A raw line stands half a place before the entry that follows it. */
const placeOf = (items: FeedItems, id: number): number => (id >= 0 ? id : (rawLineOf(items, id)?.after ?? 0) - 0.5);

/** The first item at or behind a position of the log; the number of items where there is none. */
export function indexFrom(items: FeedItems, at: number): number {
  let low = 0;
  let high = items.ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeOf(items, items.ids[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function indexOfEntry(items: FeedItems, at: number): number | undefined {
  const index = indexFrom(items, at);
  return items.ids[index] === at ? index : undefined;
}

/** The nearest entry in a direction, from an index on (which counts itself). */
export function entryFrom(items: FeedItems, index: number, by: -1 | 1): number | undefined {
  for (let here = index; here >= 0 && here < items.ids.length; here += by) {
    const id = items.ids[here] ?? -1;
    if (id >= 0) return id;
  }
  return undefined;
}

/** Where it differs from that of the entry shown before. */
export function headingOf(items: FeedItems, rows: readonly FeedRow[], index: number): string | undefined {
  const at = items.ids[index] ?? -1;
  const section = rows[at]?.section;
  if (section === undefined || section === '') return undefined;
  const before = entryFrom(items, index - 1, -1);
  return before !== undefined && rows[before]?.section === section ? undefined : section;
}

export function countFrom(items: FeedItems, at: number): number {
  let count = 0;
  for (let index = indexFrom(items, at); index < items.ids.length; index += 1)
    if ((items.ids[index] ?? -1) >= 0) count += 1;
  return count;
}

/** It need not be right: the browser keeps the reading position. It decides how long the scroll bar's way is. */
export function estimatedHeight(row: FeedRow | undefined, hasHeading: boolean): number {
  return (hasHeading ? 44 : 0) + (row === undefined ? 60 : entryHeight(row));
}

function entryHeight(row: FeedRow): number {
  if (row.redacted !== undefined) return 72;
  const { marks } = row;
  const sources =
    marks === undefined ? 0 : marks.verified + marks.unreliable + marks.fabricated + marks.unverified + marks.pending;
  return textHeights.get(row.type) ?? 170 + 24 * Math.min(sources, 12);
}

const textHeights: ReadonlyMap<string, number> = new Map([
  ['announcement', 90],
  ['note', 90],
  ['ruling', 90],
  ['redaction', 90],
  ['verification_result', 110],
  ['intervention', 80],
  ['audience_question', 80],
  ['document', 460],
]);

/**
 * Chromium lays out up to about 33,000,000 physical pixels, which a log of 100,000 entries exceeds on a dense screen at
 * 200 %. Entries that were not seen yet are then taken to be lower than they are; nothing else changes.
 */
const longestList = 7_000_000;

/** Height in pixels. */
const averageHeight = 200;

export const heightScale = (count: number): number => Math.min(1, longestList / Math.max(1, count * averageHeight));

interface StripMark {
  readonly kind: 'ruling' | 'redaction';
  readonly at: number;
  /** Place in per cent of the list. */
  readonly top: number;
}

const places = 200;

export function marksOf({ ids }: Pick<FeedItems, 'ids'>, rows: readonly FeedRow[]): StripMark[] {
  const marks = new Map<string, StripMark>();
  for (const [index, at] of ids.entries()) {
    const kind = rows[at]?.type;
    if (kind !== 'ruling' && kind !== 'redaction') continue;
    const place = Math.floor((index / ids.length) * places);
    const key = `${kind} ${place}`;
    if (!marks.has(key)) marks.set(key, { kind, at, top: (100 * place) / places });
  }
  return [...marks.values()];
}
