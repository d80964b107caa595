import { digitsApart, filler, linedExtractor, lineFiller, marks, readLined } from '../../matching/text/linedText';
import type { PartKind, TextLayout } from '../../matching/text/sourceText';
import { pageSigns, type PageSigns } from './accessBarrier';
import { namedAuthors, publishedDate } from './documentFacts';
import { type Extracted, extractors, type PageFacts } from './extractPage';
import { removeHidden } from './hiddenElements';
import { type MarkupEdge, parseMarkup } from './markupParser';
import { edgeOf, inlineNames } from './markupRules';
import {
  elementsWithin,
  isPreformatted,
  type TreeDocument,
  TreeElement,
  type TreeParent,
  TreeText,
  visit,
} from './markupTree';
import { findRegions } from './pageRegions';
import { readOnce } from './readOnce';
import { spellOut } from './spelledOut';
import { statedFacts } from './statedFacts';
import { Work } from './work';
import { Readability } from '@mozilla/readability';
import { ArticleDocument, type ArticleElement, ArticleText } from './articleDom';

export interface HtmlLines extends PageFacts {
  /** A lined text: as long as the file's, with the same line ends. */
  text: string;
  title?: string;
  layout?: TextLayout | undefined;
  extractor: { name: string; version: number };
}

/**
 * Each character at its offset in the file: see `debate/linedText.ts`. What is no body is marked in place. The time
 * grows with the length.
 *
 * @throws SourceTooComplex
 */
export function htmlLines(html: string): HtmlLines {
  const { lines } = linedPage(html, { keepsLines: true });
  return { ...lines, extractor: { ...linedExtractor } };
}

/**
 * A page's article, then all else in the page's order, each part by its kind.
 *
 * @throws SourceTooComplex
 */
export function extractHtml(html: string): Extracted {
  const { isArticle, signs, lines } = linedPage(html, { keepsLines: false });
  const { text: lined, layout: places, ...facts } = lines;
  const { text, layout } = readLined(lined, places);
  const extractor = isArticle ? extractors.article : extractors.whole;
  return { ...facts, text, layout, signs, extractor };
}

/**
 * An element's end is a line's end.
 *
 * @throws SourceTooComplex
 */
export function extractXml(xml: string): Extracted {
  const { document, edges } = parseMarkup(xml, new Work(), { isXml: true });
  const title = document.querySelector('title')?.textContent;
  const lined = linedText(xml, document, { edges, edgeOf: () => 'line', keepsLines: false });
  return { title, text: readLined(lined).text, extractor: extractors.xml };
}

interface LinedPage {
  lines: Omit<HtmlLines, 'extractor'>;
  /** The page has a distinct article. */
  isArticle: boolean;
  signs: PageSigns;
}

function linedPage(html: string, { keepsLines }: { keepsLines: boolean }): LinedPage {
  const work = new Work();
  const { document, edges } = parseMarkup(html, work);
  const stated = statedFacts(document);
  const signs = pageSigns(document, work);
  const raised = removeHidden(document, work);
  for (const title of document.querySelectorAll('head, title')) title.remove();
  readOnce(document, work);
  spellOut(document, work, raised);
  const text = linedText(html, document, { edges, edgeOf, keepsLines });
  const pieces = piecesOf(text);
  const article = articleTexts(document, stated.title ?? '');
  if (article !== undefined) markBeside(pieces, article);
  const regions = findRegions(document, work);
  markRegions(pieces, regions);
  // They have other names and times than those that the page shows for itself.
  for (const { element } of regions) element.remove();
  const facts = { authors: shownAuthors(document), published: shownDate(document), ...stated };
  const lines = { text, ...facts, layout: layoutOf(pieces, text.length) };
  return { lines, isArticle: article !== undefined, signs };
}

interface Lining {
  edges: readonly MarkupEdge[];
  edgeOf: (name: string) => 'block' | 'line' | 'cell' | undefined;
  /** Line ends stay; else they are spaces, except in preformatted text. */
  keepsLines: boolean;
}

/** Everything is silent markup until a text says otherwise. */
function linedText(html: string, document: TreeDocument, { edges, edgeOf, keepsLines }: Lining): string {
  const silent = filler.charCodeAt(0);
  const codes = new Uint16Array(html.length).fill(silent);
  for (const { at, name, isEnd } of edges) {
    const edge = !isEnd && /^h[1-6]$/.test(name) ? 'heading' : edgeOf(name);
    if (edge !== undefined) codes[at] = marks[edge].charCodeAt(0);
  }
  let before: TreeText | undefined;
  visit(document, (node) => {
    if (node instanceof TreeText) {
      lay(codes, html, node, keepsLines || isPreformatted(node));
      if (before !== undefined && areApart(before, node)) {
        // The edge of a block, a line or a cell keeps them apart already.
        const isSilent = codes.subarray(before.span.end, node.span.start).every((code) => code === silent);
        if (isSilent) codes[before.span.end] = digitsApart.charCodeAt(0);
      }
      if (node.nodeValue !== '') before = node;
    } else if (node instanceof TreeElement) {
      const shown = shownByScript(node);
      if (shown !== undefined) codes[node.tag.start] = shown.charCodeAt(0);
    }
    return false;
  });
  if (keepsLines) keepLineEnds(codes, html);
  return new TextDecoder('utf-16le').decode(codes);
}

/** Only these join the digits beside them into one number; a footnote, a fraction or a counter does not. */
const plainInline = new Set('b strong i em u mark ins font tt code abbr time data wbr'.split(' '));

/** Digits of two elements that touch, with markup between them. */
function areApart(before: TreeText, after: TreeText): boolean {
  if (!/\d$/.test(before.nodeValue) || !/^\d/.test(after.nodeValue) || after.span.start <= before.span.end)
    return false;
  return before.parent !== after.parent && !(isPlainUpTo(before, after) && isPlainUpTo(after, before));
}

/** Whether all elements between the text and what it has in common with the other are plain. */
function isPlainUpTo(text: TreeText, other: TreeText): boolean {
  let left = 20;
  for (let parent = text.parentElement; parent !== null && left > 0; parent = parent.parentElement, left -= 1) {
    if (parent.span.start <= other.span.start && parent.span.end >= other.span.end) return true;
    if (!plainInline.has(parent.localName) || parent.attributes.has('class') || parent.attributes.has('style'))
      return false;
  }
  return false;
}

/** An initial letter that is a picture; or a number that a script writes into an empty element, which nobody can read here. */
function shownByScript(element: TreeElement): string | undefined {
  if (element.localName === 'img') {
    const letter = element.getAttribute('alt') ?? '';
    const next = element.next instanceof TreeText ? element.next.nodeValue : '';
    return /^\p{Lu}$/u.test(letter) && /^\p{Ll}/u.test(next) ? letter : undefined;
  }
  if (element.first !== null || !inlineNames.has(element.localName)) return undefined;
  const isNumber = [...element.attributes].some(
    ([name, value]) => name.startsWith('data-') && /^[\d.,\s%]{1,20}$/.test(value) && /\d/.test(value),
  );
  return isNumber ? '\ufffd' : undefined;
}

const unseen = /[\u{e0000}-\u{e007f}]|[\u2062\u2063]|[^\P{Cc}\s]/gu;
const isSpace = /\s/;

/** A character shorter than its entity leaves room behind it. */
function lay(codes: Uint16Array, html: string, { nodeValue, span }: TreeText, keepsLines: boolean): void {
  const value = nodeValue.replace(unseen, (character) => filler.repeat(character.length));
  let at = span.start;
  for (let index = 0; index < value.length && at < span.end; index += 1, at += 1) {
    while (isLineEnd(html.charCodeAt(at)) && nodeValue.length !== span.end - span.start) at += 1;
    const code = value.charCodeAt(index);
    // Line ends stay as in the file, and only we write the marks.
    codes[at] =
      code <= 0x20 || (code > 0x7f && isSpace.test(value.charAt(index)))
        ? keepsLines && html.charCodeAt(at) === code && isLineEnd(code)
          ? code
          : space
        : code;
  }
}

const space = 0x20;
const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;

/** Those within markup follow a character that says so. */
function keepLineEnds(codes: Uint16Array, html: string): void {
  for (let at = 0; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (!isLineEnd(code) || codes[at] === code) continue;
    codes[at] = code;
    if (at > 0 && codes[at - 1] === filler.charCodeAt(0)) codes[at - 1] = lineFiller.charCodeAt(0);
  }
}

/** Without an edge of a block, line or cell: a sentence around an inline element is never divided. */
interface Piece {
  kind: PartKind;
  start: number;
  end: number;
}

/** One mark, or the end: what is between may be long, and is not matched. */
const boundary = new RegExp(`[${Object.values(marks).join('')}]|$`, 'g');
const ink = /[^\s\u2062\u2063]/;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(boundary)) {
    const words = text.slice(start, index);
    const first = words.search(ink);
    if (first >= 0) {
      let last = words.length - 1;
      while (!ink.test(words.charAt(last))) last -= 1;
      pieces.push({ kind: 'body', start: start + first, end: start + last + 1 });
    }
    start = index + mark.length;
  }
  return pieces;
}

/** Neighbours of one kind, with the marks before them; the parts cover all of the text. */
function layoutOf(pieces: readonly Piece[], length: number): TextLayout | undefined {
  if (pieces.every(({ kind }) => kind === 'body')) return undefined;
  const parts: Piece[] = [];
  for (const { kind, end } of pieces) {
    const before = parts.at(-1);
    if (before?.kind === kind) before.end = end;
    else parts.push({ kind, start: before?.end ?? 0, end });
  }
  const last = parts.at(-1);
  if (last !== undefined) last.end = length;
  return { parts };
}

/** A piece without text of the article is beside it. */
function markBeside(pieces: readonly Piece[], article: ReadonlySet<TreeText>): void {
  const texts = [...article].filter(({ nodeValue }) => ink.test(nodeValue)).map(({ span }) => span);
  texts.sort((one, other) => one.start - other.start);
  let next = 0;
  for (const own of pieces) {
    while (texts[next] !== undefined && (texts[next]?.end ?? 0) <= own.start) next += 1;
    if ((texts[next]?.start ?? Infinity) >= own.end) own.kind = 'beside';
  }
}

/** Marks the pieces that a region contains as a whole. */
function markRegions(pieces: readonly Piece[], regions: readonly { kind: PartKind; element: TreeElement }[]): void {
  const spans = regions.map(({ kind, element }) => ({ kind, ...element.span }));
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  let next = 0;
  let done = 0;
  for (const { kind, start, end } of spans) {
    // This region lies inside another one.
    if (start < done) continue;
    done = end;
    while ((pieces[next]?.start ?? Infinity) < start) next += 1;
    for (let own = pieces[next]; own !== undefined && own.end <= end; own = pieces[next]) {
      own.kind = kind;
      next += 1;
    }
  }
}

const few = 50;

function shownAuthors(document: TreeDocument): string[] | undefined {
  const places = ['[itemprop="author"]', 'a[rel~="author"]', '.byline, .by-line, .article-byline, .post-byline'].map(
    (selector) => () => document.querySelectorAll(selector),
  );
  for (const find of [() => elementsWithin(document, '[itemprop="author"]', '[itemprop="name"]'), ...places]) {
    const texts = find()
      .slice(0, few)
      .map((element) => element.getAttribute('content') ?? element.textContent.slice(0, 500));
    // A byline is a line of names only.
    const found = namedAuthors(texts.filter((text) => text.trim().length <= 120 && !/\d{4}/.test(text)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A time marked as that of publication, or the article's only one. */
function shownDate(document: TreeDocument): string | undefined {
  const marked = document.querySelectorAll('time[pubdate], [itemprop="datePublished"]').slice(0, few);
  const found = marked.map(dateOf).find((date) => date !== undefined);
  if (found !== undefined) return found;
  const shown = elementsWithin(document, 'article', 'time[datetime]');
  const times =
    shown.length > 0 ? shown : elementsWithin(document, 'main, header, .byline, .entry-meta', 'time[datetime]');
  const dates = new Set(times.slice(0, few).flatMap((time) => dateOf(time) ?? []));
  return dates.size === 1 ? [...dates][0] : undefined;
}

const dateOf = (element: TreeElement): string | undefined =>
  publishedDate(
    element.getAttribute('datetime') ?? element.getAttribute('content') ?? element.textContent.slice(0, 100),
  );

/** The search takes much longer than reading; in larger pages all text is the author's. */
const searched = { elements: 60_000, siblings: 10_000, levels: 150, characters: 3_000_000 };

/** In larger pages a result too short is not sought again under other rules. */
const soughtOnce = 20_000;

/** A shorter result, under a quarter of the page, is probably a teaser. */
const leastCharacters = 140;

/**
 * As reader views find it; the document is unchanged. Undefined if nothing stands out: all of the page is its author's.
 */
export function articleTexts(document: TreeDocument, title: string): ReadonlySet<TreeText> | undefined {
  const size = sizeOf(document.body);
  const isTooLarge =
    size.elements > searched.elements || size.siblings > searched.siblings || size.levels > searched.levels;
  if (isTooLarge || document.body.span.end > searched.characters) return undefined;
  const found = soughtArticle(new ArticleDocument(document, title), size.elements);
  let characters = 0;
  for (const { nodeValue } of found) characters += inkOf(nodeValue);
  if (characters === 0 || (characters < leastCharacters && characters * 4 < size.characters)) return undefined;
  return found;
}

const inkOf = (text: string): number => text.replace(/\s+/g, '').length;

function sizeOf(body: TreeElement): { elements: number; siblings: number; levels: number; characters: number } {
  const size = { elements: 0, siblings: 0, levels: 0, characters: 0 };
  const known = new Map<TreeParent | null, { level: number; children: number }>([[body, { level: 0, children: 0 }]]);
  visit(body, (node) => {
    if (node instanceof TreeText) size.characters += inkOf(node.nodeValue);
    const above = node instanceof TreeElement ? known.get(node.parent) : undefined;
    if (!(node instanceof TreeElement) || above === undefined) return false;
    above.children += 1;
    known.set(node, { level: above.level + 1, children: 0 });
    size.elements += 1;
    size.siblings = Math.max(size.siblings, above.children);
    size.levels = Math.max(size.levels, above.level + 1);
    return false;
  });
  return size;
}

function soughtArticle(document: ArticleDocument, elements: number): ReadonlySet<TreeText> {
  const texts = new Set<TreeText>();
  const reader = new Readability<string>(document, {
    // Other code reads the page's structured data.
    disableJSONLD: true,
    ...(elements > soughtOnce ? { charThreshold: 1 } : {}),
    serializer: (content: ArticleElement) => {
      content.visit((node) => {
        if (node instanceof ArticleText) for (const origin of node.origins) texts.add(origin);
      });
      return '';
    },
  });
  try {
    reader.parse();
  } catch {
    return new Set(); // A page that the finder cannot process is read whole.
  }
  return texts;
}
