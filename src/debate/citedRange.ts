import { lineRangeToOffsets } from './quote';
import { pageSpan, type PageSpan, type TextLayout } from './sourceText';
import type { SourceUrl } from './sourceUrl';

/** `[start, end)` in UTF-16 code units of the source's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the citation locates the quotation in a text. */
export type CitedRange =
  | { kind: 'whole' }
  /** `others`: the cited lines outside the body, if other parts are stored apart. */
  | (Range & { kind: 'lines'; others?: Range })
  | { kind: 'page'; page: PageSpan; before: PageSpan | undefined; after: PageSpan | undefined }
  /** There is such a page, but nobody can read it; `note` says so. */
  | { kind: 'wordless'; note: string }
  /** `note` says what is missing. */
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

/** `#page=3`, as readers of PDF documents take it. */
function citedPage(url: SourceUrl): number | undefined {
  if (url.kind === 'workspace') return url.page;
  const page = url.kind === 'web' ? /#(?:[^#]*&)?page=([1-9]\d{0,8})(?:&|$)/i.exec(url.url)?.[1] : undefined;
  return page === undefined ? undefined : Number(page);
}

/** What the author says: everything that no other part covers. */
export function bodyRanges(text: string, layout: TextLayout | undefined): Range[] {
  const others = (layout?.parts ?? []).filter(({ kind }) => kind !== 'body');
  const ranges: Range[] = [];
  let at = 0;
  for (const { start, end } of others) {
    ranges.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  ranges.push({ start: at, end: text.length });
  // Parts are separated by empty lines, which nobody says.
  return ranges.filter(({ start, end }) => start < end && text.slice(start, end).trim() !== '');
}

export function within(ranges: readonly Range[], limits: Range): Range[] {
  return ranges
    .map(({ start, end }) => ({ start: Math.max(start, limits.start), end: Math.min(end, limits.end) }))
    .filter(({ start, end }) => start < end);
}
