import type { TextLayout } from '../../debate/sourceText';
import type { FetchedPage } from '../fetch/fetchedPage';
import { markdownTitle } from '../markdownTitle';
import { extractPdf } from './extractPdf';
import { extractors } from './extractors';
import type { PageSigns } from './pageSigns';
import { oneLine, readableText } from './readableText';
import { textLayout } from './textLayout';
import { countLines, TooComplex } from './work';
import { percentDecoded } from '../../debate/sourceUrl';

/** What a page tells of itself, where it does. */
export interface PageFacts {
  authors?: readonly string[];
  /** The publication or site, by its own name. */
  site?: string;
  /** When it was published, as precisely as it says: `2024`, `2024-05` or `2024-05-17`. */
  published?: string;
}

/** Why no text came of a source; `detail` is for people. */
export type Unread =
  /** Completes "it could not be read: …". */
  | { reason: 'unsupported'; detail: string }
  /** More than a bound allows; completes "too complex: …". */
  | { reason: 'too_complex'; detail: string };

/** What a page says: the text that quotations are looked up in. */
export interface ExtractedPage extends PageFacts {
  title: string;
  /** Paragraphs are separated by line breaks; no markup, except where the page is Markdown, JSON or plain text itself. */
  text: string;
  /** What made the text; the version goes up whenever the same page would give another text. */
  extractor: { name: string; version: number };
  /** What of the text is body and what is not; the pages of a document that has such. */
  layout?: TextLayout;
  /** What the markup tells of whether it is a page at all. */
  signs?: PageSigns;
  /** Why the text is empty though the page may not be. */
  unread?: Unread;
}

export type PageSource = Pick<FetchedPage, 'kind' | 'text' | 'body' | 'finalUrl'>;

/**
 * Never throws on content: what cannot be made out gives an empty text. A page is taken whole or not at all, for words
 * that were cut off would be missed by honest quotations.
 */
export async function extractPage(page: PageSource): Promise<ExtractedPage> {
  const extracted = await unlessTooComplex(() => extractKind(page));
  const title = oneLine(extracted.title ?? '');
  return { ...extracted, title: title === '' ? titleFrom(page.finalUrl) : title };
}

/** As `extractPage` gives it; a title only where the page has one. Its text is readable, and offsets are those of it. */
export type Extracted = Omit<ExtractedPage, 'title'> & { title?: string | undefined };

/** What is read, or that it is too complex to be. */
export async function unlessTooComplex(read: () => Promise<Extracted>): Promise<Extracted> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return { text: '', extractor: extractors.plain, unread: { reason: error.code, detail: error.message } };
  }
}

async function extractKind({ kind, text, body }: PageSource): Promise<Extracted> {
  countLines(text);
  switch (kind) {
    case 'html':
      // The parser of HTML is heavy and most debates never need it.
      return (await import('./htmlPage')).extractHtml(text);
    case 'xml':
      return (await import('./htmlPage')).extractXml(text);
    case 'pdf':
      return await extractPdf(body);
    case 'markdown':
      return { title: markdownTitle(text), ...laidOut(readableText(text), { isMarkdown: true }) };
    case 'text':
      return laidOut(readableText(text), { isMarkdown: false });
    case 'json':
      return { text: readableText(text), extractor: extractors.plain };
  }
}

function laidOut(text: string, kind: { isMarkdown: boolean }): Extracted {
  const layout = textLayout(text, kind);
  return { text, extractor: extractors.plain, ...(layout === undefined ? {} : { layout }) };
}

function titleFrom(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? '';
  return last === '' ? hostname : percentDecoded(last);
}
