import { bodyRanges, type CitedRange, type CitedText, type Range, within } from './quoteCheck';
import { sentenceEnds } from '../text/text';

/** A sentence or a row is rarely longer, and a table's header is sought no farther up. */
const farthest = { sentence: 600, table: 20_000 };

/**
 * The one text in which gate and Verifier look for figures: the author's text at the cited place, widened to whole sentences, with the header
 * of a table. `passage`: where the quotation was found.
 */
export function textAtPlace({ text, layout, range = { kind: 'whole' } }: CitedText, passage?: Range): string {
  const body = bodyRanges(text, layout);
  const slices = (ranges: readonly Range[]): string =>
    ranges.map(({ start, end }) => text.slice(start, end)).join('\n\n');
  const wide = widened(text, range, passage);
  return wide === undefined ? '' : slices(wide.flatMap((one) => within(body, one)));
}

function widened(text: string, range: CitedRange, passage: Range | undefined): Range[] | undefined {
  switch (range.kind) {
    case 'missing':
    case 'wordless':
      return undefined;
    case 'lines':
      return [...headerOf(text, range), toSentences(text, range)];
    case 'page': {
      // The quotation may cross the edge of the page.
      const { start, end } = range.page;
      const touches = passage !== undefined && passage.start < end && passage.end > start;
      return [touches ? { start: Math.min(start, passage.start), end: Math.max(end, passage.end) } : { start, end }];
    }
    case 'whole':
      return [{ start: 0, end: text.length }];
  }
}

/** Within its paragraph; a row of a table is whole. */
function toSentences(text: string, { start, end }: Range): Range {
  const before = text.slice(Math.max(0, start - farthest.sentence), start);
  const paragraph = start - before.length + Math.max(0, before.search(/\n[^\S\n]*\n(?!.*\n[^\S\n]*\n)/s) + 1);
  const after = text.slice(end, end + farthest.sentence);
  const blank = after.search(/\n[^\S\n]*\n/);
  const to = blank < 0 ? end + after.length : end + blank;
  if (isRow(lineAt(text, start)) || isRow(lineAt(text, end))) return { start, end };
  const from = sentenceEnds(text, paragraph, start + 1).findLast((at) => at <= start) ?? paragraph;
  return { start: Math.min(start, from), end: sentenceEnds(text, from, to).find((at) => at >= end) ?? to };
}

/** The first row of the table that the range begins in. */
function headerOf(text: string, { start }: Range): Range[] {
  if (!isRow(lineAt(text, start))) return [];
  const from = Math.max(0, start - farthest.table);
  const before = text.slice(from, start);
  const block = from + Math.max(0, before.lastIndexOf('\n\n') + 2);
  const first = before.includes('\n\n') ? block : from === 0 ? 0 : undefined;
  if (first === undefined || first >= start) return [];
  const end = text.indexOf('\n', first);
  const header = { start: first, end: end < 0 ? text.length : end };
  return isRow(text.slice(header.start, header.end)) ? [header] : [];
}

/** Cells between bars, tabs, semicolons or commas without a space; a line of JSON. */
const isRow = (line: string): boolean =>
  /\|.*\||\t|;.*;|,\S.*,\S|^\s*(?:[{[]|"[^"]*"\s*:).*[{}[\]",\d]\s*$/.test(line.slice(0, 2_000));

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', Math.max(0, at - 1)) + 1, end < 0 ? text.length : end);
}
