import type { TextRange } from './text';
/**
 * What the text of a source is made of. `body` is what its author says; the rest stands on the page as well, but a
 * quotation that is found only there is none of the author's: what stands beside the article (`beside`), menus (`navigation`), banners about cookies and the like
 * (`notice`), what readers wrote (`comments`), titles of other people's works (`bibliography`).
 */
export const partKinds = ['body', 'beside', 'navigation', 'notice', 'comments', 'bibliography'] as const;
export type PartKind = (typeof partKinds)[number];

/** `[start, end)` in UTF-16 code units of the source's text. */
export interface SourcePart extends TextRange {
  readonly kind: PartKind;
}

export interface PageSpan extends TextRange {
  /** 1-based, as in `#page=3`. */
  readonly page: number;
}

/**
 * How the text of a source is laid out. The parts follow each other without overlapping; in pages of the web the body
 * comes first, elsewhere each stands where it stood. What no part covers is body. Absent where the text is all body and has no pages.
 */
export interface TextLayout {
  readonly parts?: readonly SourcePart[];
  readonly pages?: readonly PageSpan[];
}

export function partAt(layout: TextLayout | undefined, offset: number): PartKind {
  return layout?.parts?.find(({ start, end }) => start <= offset && offset < end)?.kind ?? 'body';
}

/** The text of one page; undefined when the source has no such page. */
export function pageSpan(layout: TextLayout | undefined, page: number): PageSpan | undefined {
  return layout?.pages?.find((span) => span.page === page);
}
