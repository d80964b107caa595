import type { Row } from '../../shared/protocol';

/**
 * The height of an entry before it was seen. It need not be right: the browser keeps the reading position when an entry
 * above it turns out higher or lower. It decides how long the scroll bar's way is.
 */
export function estimatedHeight(row: Row | undefined, hasHeading: boolean): number {
  return (hasHeading ? 44 : 0) + (row === undefined ? 60 : entryHeight(row));
}

function entryHeight(row: Row): number {
  if (row.struck !== undefined) return 72;
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

export const heightScale = (count: number, average = 200): number =>
  Math.min(1, longestList / Math.max(1, count * average));
