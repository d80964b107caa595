import { Readability } from '@mozilla/readability';
import { DOMParser, parseHTML } from 'linkedom';
import { blockText, depthOf } from './blockText';
import type { PageDocument, PageNode } from './pageDom';

// The only file that loads the parser of HTML, so that a bundle can put it aside.

interface Extracted {
  title: string | undefined;
  text: string;
  extractor: { name: string; version: number };
}

/** Their effort grows faster than the page; beyond these nobody wrote it for readers. */
const maxElements = 60_000;
const maxReadableDepth = 400;
const maxDepth = 4_000;

/** Below this, and under a quarter of the page, what was found is rather a teaser than the article. */
const leastCharacters = 140;

/** The main text of a page, as reader views show it; the whole body where no main text is found. */
export function extractHtml(html: string): Extracted {
  const whole = { name: 'body', version: 1 };
  if (nesting(html) > maxDepth) return { title: undefined, text: '', extractor: whole };
  const document = visible(html);
  const title = titleOf(document);
  const body = blockText(document.body);
  const article = isManageable(document) ? articleOf(document) : undefined;
  if (article === undefined || (article.text.length < leastCharacters && article.text.length * 4 < body.length)) {
    return { title, text: body, extractor: whole };
  }
  return { title: article.title ?? title, text: article.text, extractor: { name: 'readability', version: 1 } };
}

/** The text of an XML document, an element's end being a line's end. */
export function extractXml(xml: string): Extracted {
  const extractor = { name: 'xml', version: 1 };
  if (nesting(xml) > maxDepth) return { title: undefined, text: '', extractor };
  const document = new DOMParser().parseFromString(xml, 'text/xml') as unknown as PageDocument;
  const title = document.querySelector('title')?.textContent ?? undefined;
  return { title, text: blockText(document, { everyElement: true }), extractor };
}

function visible(html: string): PageDocument {
  const { document } = parseHTML(wholePage(html)) as unknown as { document: PageDocument };
  for (const element of document.querySelectorAll(neverShown)) element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (/(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(element.getAttribute('style') ?? '')) element.remove();
  }
  return document;
}

const neverShown =
  'script, style, noscript, template, svg, iframe, object, embed, canvas, head > :not(title):not(meta):not(base), ' +
  'input, select, textarea, button, dialog:not([open]), [hidden], [aria-hidden="true"]';

/** The parser supplies no elements that the author left out, as browsers do. */
function wholePage(html: string): string {
  if (/<body[\s>]/i.test(html)) return html;
  const content = html.replace(/<!doctype[^>]*>|<\/?(?:html|head|body)\b[^>]*>/gi, '');
  return `<!doctype html><html><head></head><body>${content}</body></html>`;
}

function articleOf(document: PageDocument): { title: string | undefined; text: string } | undefined {
  try {
    const article = new Readability<string>(document, { serializer: (node: PageNode) => blockText(node) }).parse();
    const text = article?.content ?? '';
    return text === '' ? undefined : { title: article?.title ?? undefined, text };
  } catch {
    return undefined; // A page that it cannot take is read whole.
  }
}

function isManageable(document: PageDocument): boolean {
  return document.querySelectorAll('*').length <= maxElements && depthOf(document.body) <= maxReadableDepth;
}

function titleOf(document: PageDocument): string | undefined {
  const named = document.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const found = [document.querySelector('title')?.textContent, named, document.querySelector('h1')?.textContent];
  return found.find((title) => title !== undefined && title !== null && title.trim() !== '') ?? undefined;
}

/** How deep elements may be nested at most, guessed before the page is parsed, for parsing is what takes long. */
function nesting(markup: string): number {
  let open = 0;
  let deepest = 0;
  for (const [, slash, name = '', end] of markup.matchAll(/<(\/?)([a-z][a-z0-9:-]*)(?:[^>]*?(\/))?[^>]*>/gi)) {
    if (closesItself.has(name.toLowerCase()) || end === '/') continue;
    open = slash === '/' ? Math.max(0, open - 1) : open + 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

/** Elements that have no end, or whose end authors may leave out. */
const closesItself: ReadonlySet<string> = new Set(
  ('area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot colgroup option optgroup rp rt html head body').split(' '),
);
