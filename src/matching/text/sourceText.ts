import type { TextRange } from './text';
/**
 * `body` is what the author says. A quotation found only elsewhere is not the author's: text beside the article
 * (`beside`), menus, banners about cookies and the like (`notice`), readers' comments, titles of other people's works.
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
 * Parts do not overlap; in web pages the body comes first. What no part covers is body. Absent if all is body, without
 * pages.
 */
export interface TextLayout {
  readonly parts?: readonly SourcePart[] | undefined;
  readonly pages?: readonly PageSpan[] | undefined;
}

export function partAt(layout: TextLayout | undefined, offset: number): PartKind {
  return layout?.parts?.find(({ start, end }) => start <= offset && offset < end)?.kind ?? 'body';
}

export function pageSpan(layout: TextLayout | undefined, page: number): PageSpan | undefined {
  return layout?.pages?.find((span) => span.page === page);
}
