import { Readability } from '@mozilla/readability';
import { DOMParser, parseHTML } from 'linkedom';
import { blockText, depthOf } from './blockText';
import type { Extracted } from './extractPage';
import { removeHidden } from './hiddenElements';
import type { PageDocument, PageNode } from './pageDom';
import { takeRegions } from './pageRegions';
import { readableText } from './readableText';
import { shownFacts } from './shownFacts';
import { spellOut } from './spelledOut';
import { statedFacts } from './statedFacts';
import { textOfPieces, type TextPiece } from './textPieces';

// The only file that loads the parsers of HTML, so that a bundle can put them aside.
export { htmlLines } from './htmlLines';

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

/**
 * The text of a page: its main text, as reader views show it, then all else that its author may have written, then what is
 * plainly none of that. Nothing that a reader sees is left out, so that no honest quotation is missed.
 */
export function extractHtml(html: string): Extracted {
  if (isTooComplex(html)) return { text: '', extractor: whole, unread: tooComplex };
  const document = parsed(html);
  const stated = statedFacts(document);
  removeHidden(document);
  spellOut(document);
  const regions = takeRegions(document);
  const facts = { ...shownFacts(document), ...stated };
  const body = blockText(document.body);
  const article = html.length <= readable.characters && isManageable(document) ? articleOf(document) : undefined;
  if (article === undefined || (article.length < leastCharacters && article.length * 4 < body.length)) {
    return { ...facts, ...textOfPieces([{ kind: 'body', text: body }, ...regions]), extractor: whole };
  }
  const rest: TextPiece = { kind: 'body', text: linesBeside(article, body) };
  return { ...facts, ...textOfPieces([{ kind: 'body', text: article }, rest, ...regions]), extractor: { name: 'readability', version: 3 } };
}

const whole = { name: 'body', version: 3 };

/** The lines of the page that its article does not have: a second column, captions, tables, what else is beside it. */
function linesBeside(article: string, page: string): string {
  const known = new Set(article.split('\n').map((line) => line.trim()));
  const lines = page.split('\n').filter((line) => line.trim() === '' || !known.has(line.trim()));
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/** The text of an XML document, an element's end being a line's end. */
export function extractXml(xml: string): Extracted {
  const extractor = { name: 'xml', version: 1 };
  if (isTooComplex(xml)) return { title: undefined, text: '', extractor, unread: tooComplex };
  const document = new DOMParser().parseFromString(xml, 'text/xml') as unknown as PageDocument;
  const title = document.querySelector('title')?.textContent ?? undefined;
  return { title, text: readableText(blockText(document, { everyElement: true })), extractor };
}

const parsed = (html: string): PageDocument => (parseHTML(wholePage(html)) as unknown as { document: PageDocument }).document;

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

function articleOf(document: PageDocument): string | undefined {
  try {
    const article = new Readability<string>(document, { serializer: (node: PageNode) => blockText(node) }).parse();
    const text = article?.content ?? '';
    return text === '' ? undefined : text;
  } catch {
    return undefined; // A page that it cannot take is read whole.
  }
}

function isManageable(document: PageDocument): boolean {
  return document.querySelectorAll('*').length <= readable.elements && depthOf(document.body) <= readable.depth;
}

function isTooComplex(markup: string): boolean {
  let marks = 0;
  for (const mark of ['<', '&']) {
    for (let at = markup.indexOf(mark); at >= 0; at = markup.indexOf(mark, at + 1)) marks += 1;
  }
  return marks > maxMarks;
}
