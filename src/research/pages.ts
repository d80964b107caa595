import type { PageSpan, TextLayout } from '../debate/sourceText';

interface PagedText {
  text: string;
  layout?: TextLayout | undefined;
}

/** The page on which a line of the text (1-based) begins; undefined where there are no pages. */
export function pageOfLine({ text, layout }: PagedText, line: number): number | undefined {
  if (layout?.pages === undefined) return undefined;
  let offset = 0;
  for (let left = line - 1; left > 0 && offset >= 0; left -= 1) offset = text.indexOf('\n', offset) + 1;
  return pageAt(layout.pages, offset)?.page;
}

/** The page on which an offset stands; what lies between two pages goes with the one before. */
export function pageAt(pages: readonly PageSpan[], offset: number): PageSpan | undefined {
  return pages.findLast(({ start, end }) => start <= offset && start < end) ?? pages[0];
}
