import { pageSpan, type PageSpan, type TextLayout } from '../text/sourceText';
import type { SourceUrl } from '../text/sourceUrl';
import { sentenceEnds } from '../text/text';
import { lineRangeToOffsets, normaliseText, type NormalisedText, offsetsToLines } from './quote';

interface TextFacts {
  readonly layout?: TextLayout | undefined;
  /** The whole text by default. */
  readonly range?: CitedRange;
  readonly beside?: string;
}

/** A source's text and the place in it that an address cites. Its normal form and the author's parts are computed once, for all that is looked up in it. */
export class CitedText {
  readonly layout: TextLayout | undefined;
  readonly range: CitedRange;
  /** What is known of the source beside its text and may state a figure, such as its title and date. */
  readonly beside: string;
  #normal: NormalisedText | undefined;
  #body: readonly Range[] | undefined;

  constructor(
    readonly text: string,
    { layout, range = { kind: 'whole' }, beside = '' }: TextFacts = {},
  ) {
    this.layout = layout;
    this.range = range;
    this.beside = beside;
  }

  get normal(): NormalisedText {
    return (this.#normal ??= normaliseText(this.text));
  }

  /** The author's parts of the text. */
  get body(): readonly Range[] {
    return (this.#body ??= bodyRanges(this.text, this.layout));
  }

  /** The source's lines that hold a range of the text. */
  linesOf({ start, end }: Range): { startLine: number; endLine: number } {
    return offsetsToLines(this.text, start, end);
  }
}

/** A sentence or a row is rarely longer, and a table's header is sought no farther up. */
const farthest = { sentence: 600, table: 20_000 };

/**
 * The one text in which gate and Verifier look for figures: the author's text at the cited place, widened to whole sentences, with the header
 * of a table. `passage`: where the quotation was found.
 */
export function textAtPlace({ text, body, range }: CitedText, passage?: Range): string {
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
export const isRow = (line: string): boolean =>
  /\|.*\||\t|;.*;|,\S.*,\S|^\s*(?:[{[]|"[^"]*"\s*:).*[{}[\]",\d]\s*$/.test(line.slice(0, 2_000));

export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', Math.max(0, at - 1)) + 1, end < 0 ? text.length : end);
}

/** `[start, end)` in UTF-16 code units of the source's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type CitedRange =
  | { kind: 'whole' }
  /** `others`: those outside the body, if other parts are stored apart. */
  | (Range & { kind: 'lines'; others?: Range })
  | { kind: 'page'; page: PageSpan; before: PageSpan | undefined; after: PageSpan | undefined }
  /** Nobody can read the page. */
  | { kind: 'wordless'; note: string }
  | { kind: 'missing'; note: string };

export function citedRange(url: SourceUrl, text: string, layout: TextLayout | undefined): CitedRange {
  if (url.kind === 'workspace' && url.lines !== undefined) {
    const lines = lineRangeToOffsets(text, url.lines.start, url.lines.end);
    return lines === undefined ? { kind: 'missing', note: 'The file has no such lines.' } : { kind: 'lines', ...lines };
  }
  const pages = layout?.pages ?? [];
  const number = citedPage(url);
  if (number === undefined || pages.length === 0) return { kind: 'whole' };
  const page = pageSpan(layout, number);
  if (page === undefined)
    return { kind: 'missing', note: `The document has no page ${number}; it has ${pages.length}.` };
  // A number or a stamp may be on a scan.
  if (!/\p{L}{2}/u.test(text.slice(page.start, page.end)))
    return { kind: 'wordless', note: `Page ${number} holds no text that could be read; it may be a picture.` };
  return { kind: 'page', page, before: pageSpan(layout, number - 1), after: pageSpan(layout, number + 1) };
}

function citedPage(url: SourceUrl): number | undefined {
  if (url.kind === 'workspace') return url.page;
  const page = url.kind === 'web' ? /#(?:[^#]*&)?page=([1-9]\d{0,8})(?:&|$)/i.exec(url.url)?.[1] : undefined;
  return page === undefined ? undefined : Number(page);
}

/** What no other part covers. */
function bodyRanges(text: string, layout: TextLayout | undefined): Range[] {
  const others = (layout?.parts ?? []).filter(({ kind }) => kind !== 'body');
  const ranges: Range[] = [];
  let at = 0;
  for (const { start, end } of others) {
    ranges.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  ranges.push({ start: at, end: text.length });
  // Empty lines between the parts.
  return ranges.filter(({ start, end }) => start < end && text.slice(start, end).trim() !== '');
}

export function within(ranges: readonly Range[], limits: Range): Range[] {
  return ranges
    .map(({ start, end }) => ({ start: Math.max(start, limits.start), end: Math.min(end, limits.end) }))
    .filter(({ start, end }) => start < end);
}
