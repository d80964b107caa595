import { Readability } from '@mozilla/readability';
import { DOMParser, parseHTML } from 'linkedom';
import { blockText, depthOf } from './blockText';
import type { Extracted } from './extractPage';
import type { PageDocument, PageNode } from './pageDom';
import { readableText } from './readableText';

// The only file that loads the parser of HTML, so that a bundle can put it aside.

const tooComplex = 'it is built of too many elements to be read';

/**
 * Tags and entities, each of which becomes a node: the parser's effort grows faster than the page, and while it is at it
 * nothing else in this process moves. The longest articles of encyclopaedias have about half of it.
 */
const maxMarks = 120_000;

/** Looking for the article takes much longer still; pages beyond these are read whole. */
const readable = { elements: 60_000, depth: 150, characters: 3_000_000 };

/** Below this, and under a quarter of the page, what was found is rather a teaser than the article. */
const leastCharacters = 140;

/** The main text of a page, as reader views show it; the whole body where no main text is found. */
export function extractHtml(html: string): Extracted {
  const whole = { name: 'body', version: 1 };
  if (isTooComplex(html)) return { title: undefined, text: '', extractor: whole, unread: tooComplex };
  const document = visible(html);
  const title = titleOf(document);
  const body = blockText(document.body);
  const article = html.length <= readable.characters && isManageable(document) ? articleOf(document) : undefined;
  if (article === undefined || (article.text.length < leastCharacters && article.text.length * 4 < body.length)) {
    return { title, text: readableText(body), extractor: whole };
  }
  return { title: article.title ?? title, text: readableText(article.text), extractor: { name: 'readability', version: 1 } };
}

/** The text of an XML document, an element's end being a line's end. */
export function extractXml(xml: string): Extracted {
  const extractor = { name: 'xml', version: 1 };
  if (isTooComplex(xml)) return { title: undefined, text: '', extractor, unread: tooComplex };
  const document = new DOMParser().parseFromString(xml, 'text/xml') as unknown as PageDocument;
  const title = document.querySelector('title')?.textContent ?? undefined;
  return { title, text: readableText(blockText(document, { everyElement: true })), extractor };
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

/**
 * The parser supplies no elements that the author left out, as browsers do; and without them it finds no body. Repetitions
 * are bounded, so that a page of tags that never end costs no square of its length.
 */
function wholePage(html: string): string {
  if (/<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)) return html;
  const [title = ''] = /<title[^>]{0,200}>[^<]{0,2000}<\/title>/i.exec(html) ?? [];
  const content = html.replace(title, '').replace(/<!doctype[^>]{0,1000}>|<\/?(?:html|head|body)\b[^>]{0,1000}>/gi, '');
  return `<!doctype html><html><head>${title}</head><body>${content}</body></html>`;
}

function articleOf(document: PageDocument): { title: string | undefined; text: string } | undefined {
  try {
    const article = new Readability<string>(document, { serializer: (node: PageNode) => blockText(node) }).parse();
    const text = article?.content ?? '';
    return text === '' ? undefined : { title: article?.title?.trim() === '' ? undefined : (article?.title ?? undefined), text };
  } catch {
    return undefined; // A page that it cannot take is read whole.
  }
}

function isManageable(document: PageDocument): boolean {
  return document.querySelectorAll('*').length <= readable.elements && depthOf(document.body) <= readable.depth;
}

function titleOf(document: PageDocument): string | undefined {
  const named = document.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const found = [document.querySelector('title')?.textContent, named, document.querySelector('h1')?.textContent];
  return found.find((title) => title !== undefined && title !== null && title.trim() !== '') ?? undefined;
}

function isTooComplex(markup: string): boolean {
  let marks = 0;
  for (const mark of ['<', '&']) {
    for (let at = markup.indexOf(mark); at >= 0; at = markup.indexOf(mark, at + 1)) marks += 1;
  }
  return marks > maxMarks;
}
