import { filler, linedExtractor, lineFiller, marks } from '../../debate/linedText';
import type { TextLayout, SourcePart } from '../../debate/sourceText';
import { edgeOf } from './blockText';
import type { PageFacts } from './extractPage';
import { removeHidden } from './hiddenElements';
import { parseMarkup, type MarkupEdge } from './markupParser';
import { TreeText, visit, type TreeDocument, type TreeElement } from './markupTree';
import { findRegions } from './pageRegions';
import { shownFacts } from './shownFacts';
import { spellOut } from './spelledOut';
import { statedFacts } from './statedFacts';
import { Work } from './work';

export interface HtmlLines extends PageFacts {
  /** A lined text: as long as the file's, with the same line ends. */
  text: string;
  title?: string;
  layout?: TextLayout;
  extractor: { name: string; version: number };
}

/**
 * What a file of HTML says, each character where it stands in the file: see `debate/linedText.ts`. Menus, notices, comments and bibliographies are
 * told apart where they stand. Takes time that grows with the length of the text.
 *
 * @throws TooComplex
 */
export function htmlLines(html: string, work = new Work()): HtmlLines {
  const { document, edges } = parseMarkup(html, work);
  const stated = statedFacts(document);
  for (const title of document.querySelectorAll('head, title')) title.remove();
  removeHidden(document);
  spellOut(document, work);
  const facts = { ...shownFacts(document), ...stated };
  const text = linedText(html, document, edges);
  const layout = layoutOf(document, text, work);
  return { text, ...facts, ...(layout === undefined ? {} : { layout }), extractor: { ...linedExtractor } };
}

/** Everything is markup that says nothing, until a text says otherwise. */
function linedText(html: string, document: TreeDocument, edges: readonly MarkupEdge[]): string {
  const codes = new Uint16Array(html.length).fill(filler.charCodeAt(0));
  for (const { at, name, isEnd } of edges) {
    const edge = !isEnd && /^h[1-6]$/.test(name) ? 'heading' : edgeOf(name);
    if (edge !== undefined) codes[at] = marks[edge].charCodeAt(0);
  }
  visit(document, (node) => {
    if (node instanceof TreeText) lay(codes, html, node);
    return false;
  });
  keepLineEnds(codes, html);
  return new TextDecoder('utf-16le').decode(codes);
}

const unseen = /[\u{e0000}-\u{e007f}]|[\u2062\u2063]|[^\P{Cc}\s]/gu;
const isSpace = /\s/;

/** A character that is shorter than the entity it comes from leaves room behind it. */
function lay(codes: Uint16Array, html: string, { nodeValue, span }: TreeText): void {
  const value = nodeValue.replace(unseen, (character) => filler.repeat(character.length));
  let at = span.start;
  for (let index = 0; index < value.length && at < span.end; index += 1, at += 1) {
    while (isLineEnd(html.charCodeAt(at)) && nodeValue.length !== span.end - span.start) at += 1;
    const code = value.charCodeAt(index);
    // Line ends stay where the file has them, and the marks are ours alone.
    codes[at] =
      code <= 0x20 || (code > 0x7f && isSpace.test(value.charAt(index)))
        ? html.charCodeAt(at) === code && isLineEnd(code)
          ? code
          : space
        : code;
  }
}

const space = 0x20;
const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;

/** All line ends of the file stay; those within markup, behind a character that says so. */
function keepLineEnds(codes: Uint16Array, html: string): void {
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (!isLineEnd(code) || codes[at] === code) continue;
    codes[at] = code;
    if (at > 0 && codes[at - 1] === filler.charCodeAt(0)) codes[at - 1] = lineFiller.charCodeAt(0);
  }
}

interface Found {
  kind: SourcePart['kind'];
  start: number;
  end: number;
}

/** The regions where they stand, and body between them; those of one kind that nothing but markup separates are one. */
function layoutOf(document: TreeDocument, text: string, work: Work): TextLayout | undefined {
  const spans: Found[] = findRegions<TreeElement>(document, work).map(({ kind, element }) => ({
    kind,
    ...element.span,
  }));
  const found: Found[] = [];
  for (const span of spans.sort((one, other) => one.start - other.start || other.end - one.end)) {
    const before = found.at(-1);
    if (before !== undefined && span.start < before.end) continue;
    if (before?.kind === span.kind && saysNothing.test(text.slice(before.end, span.start))) before.end = span.end;
    else found.push(span);
  }
  return found.length === 0 ? undefined : { parts: withBody(found, text.length) };
}

const saysNothing = /^[\s\u2062\u2063]*$/;

function withBody(found: readonly Found[], length: number): SourcePart[] {
  const parts: SourcePart[] = [];
  let at = 0;
  for (const part of found) {
    if (part.start > at) parts.push({ kind: 'body', start: at, end: part.start });
    parts.push(part);
    at = part.end;
  }
  if (at < length) parts.push({ kind: 'body', start: at, end: length });
  return parts;
}
