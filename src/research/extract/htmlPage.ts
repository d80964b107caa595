import { Readability } from '@mozilla/readability';
import { DOMParser, parseHTML } from 'linkedom';
import { blockText, depthOf } from './blockText';
import type { Extracted } from './extractPage';
import { extractors } from './extractors';
import { removeHidden } from './hiddenElements';
import { countMarkup } from './markupWork';
import type { PageDocument, PageNode } from './pageDom';
import { takeRegions } from './pageRegions';
import { readableText } from './readableText';
import { shownFacts } from './shownFacts';
import { spellOut } from './spelledOut';
import { statedFacts } from './statedFacts';
import { textOfPieces, type TextPiece } from './textPieces';
import type { Work } from './work';

// The only file that loads the parsers of HTML, so that a bundle can put them aside.
export { htmlLines } from './htmlLines';

/** Looking for the article takes much longer still; pages beyond these are read whole. */
const readable = { elements: 60_000, depth: 150, characters: 3_000_000 };

/** Where there are so many elements, less than what it takes for an article is not sought again and again with other rules. */
const soughtOnce = 20_000;

/** Below this, and under a quarter of the page, what was found is rather a teaser than the article. */
const leastCharacters = 140;

/**
 * The text of a page: its main text, as reader views show it, then all else that its author may have written, then what is
 * plainly none of that. Nothing that a reader sees is left out, so that no honest quotation is missed.
 *
 * @throws TooComplex
 */
export function extractHtml(html: string, work: Work): Extracted {
  const page = wholePage(html);
  countMarkup(page, work);
  const document = parsed(page);
  const stated = statedFacts(document);
  removeHidden(document);
  spellOut(document, work);
  const regions = takeRegions(document, work);
  const facts = { ...shownFacts(document), ...stated };
  const body = blockText(document.body);
  const elements = document.querySelectorAll('*').length;
  const isReadable =
    html.length <= readable.characters && elements <= readable.elements && depthOf(document.body) <= readable.depth;
  const article = isReadable ? articleOf(document, elements) : undefined;
  if (article === undefined || (article.length < leastCharacters && article.length * 4 < body.length)) {
    return { ...facts, ...textOfPieces([{ kind: 'body', text: body }, ...regions]), extractor: whole };
  }
  const rest: TextPiece = { kind: 'body', text: linesBeside(article, body) };
  return {
    ...facts,
    ...textOfPieces([{ kind: 'body', text: article }, rest, ...regions]),
    extractor: extractors.article,
  };
}

const { whole } = extractors;

/** The lines of the page that its article does not have: a second column, captions, tables, what else is beside it. */
function linesBeside(article: string, page: string): string {
  const known = new Set(article.split('\n').map((line) => line.trim()));
  const lines = page.split('\n').filter((line) => line.trim() === '' || !known.has(line.trim()));
  return lines.join('\n').replace(/\n{3,}/g, '\n\n');
}

/**
 * The text of an XML document, an element's end being a line's end.
 *
 * @throws TooComplex
 */
export function extractXml(xml: string, work: Work): Extracted {
  countMarkup(xml, work, { isXml: true });
  const document = new DOMParser().parseFromString(xml, 'text/xml') as unknown as PageDocument;
  const title = document.querySelector('title')?.textContent ?? undefined;
  return { title, text: readableText(blockText(document, { everyElement: true })), extractor: extractors.xml };
}

const parsed = (html: string): PageDocument => (parseHTML(html) as unknown as { document: PageDocument }).document;

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

function articleOf(document: PageDocument, elements: number): string | undefined {
  const effort = elements > soughtOnce ? { charThreshold: 1 } : {};
  try {
    const article = new Readability<string>(document, {
      ...effort,
      serializer: (node: PageNode) => blockText(node),
    }).parse();
    const text = article?.content ?? '';
    return text === '' ? undefined : text;
  } catch {
    return undefined; // A page that it cannot take is read whole.
  }
}
