import type { TextRange } from './text';
/**
 * The parts of a source's text. `body` is what its author says. A quotation found only in another part is not the
 * author's: text beside the article (`beside`), menus (`navigation`), banners about cookies and the like (`notice`),
 * readers' comments (`comments`), titles of other people's works (`bibliography`).
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
 * The layout of a source's text. The parts follow each other without overlapping; in web pages the body comes first,
 * elsewhere parts keep their order. Text that no part covers is body. Absent if the text is all body and has no pages.
 */
export interface TextLayout {
  readonly parts?: readonly SourcePart[] | undefined;
  readonly pages?: readonly PageSpan[] | undefined;
}

export function partAt(layout: TextLayout | undefined, offset: number): PartKind {
  return layout?.parts?.find(({ start, end }) => start <= offset && offset < end)?.kind ?? 'body';
}

/** The text of one page; undefined when the source has no such page. */
export function pageSpan(layout: TextLayout | undefined, page: number): PageSpan | undefined {
  return layout?.pages?.find((span) => span.page === page);
}
