import { linedExtractor } from '../../matching/text/linedText';
import type { TextLayout } from '../../matching/text/sourceText';
import type { FetchedPage } from '../fetch/fetchedPage';
import { markdownTitle } from '../markdownTitle';
import { parsedUrl } from '../parsedUrl';
import type { PageSigns } from './accessBarrier';
import { oneLine, readableText } from './documentFacts';
import { textLayout } from './textLayout';
import { countLines, SourceTooComplex } from './work';
import { percentDecoded } from '../../matching/text/sourceUrl';

/** A version is raised when the same body would give another text, layout, title, author or date. */
export const extractors = {
  /** The body as it is. */
  plain: { name: 'plain', version: 1 },
  /** A page as a whole. */
  whole: { name: 'body', version: 11 },
  /** A page with its article. */
  article: { name: 'readability', version: 11 },
  xml: { name: 'xml', version: 3 },
  pdf: { name: 'pdf', version: 6 },
  lines: linedExtractor,
} as const;

export interface Extractor {
  name: string;
  version: number;
}

/** Whether this program reads as that extractor did. */
export const isKnownExtractor = ({ name, version }: Extractor): boolean =>
  Object.values(extractors).some((known) => known.name === name && known.version === version);

/** What a page says about itself. */
export interface PageFacts {
  authors?: readonly string[] | undefined;
  /** The publication or site, by its own name. */
  site?: string | undefined;
  /** The date as precisely as the page gives it: `2024`, `2024-05` or `2024-05-17`. */
  published?: string | undefined;
}

/** Why a source has no text; `detail` is for people. */
export type Unread =
  /** Completes "it could not be read: …". */
  | { reason: 'unsupported'; detail: string }
  /** Exceeds a bound; completes "too complex: …". */
  | { reason: 'too_complex'; detail: string };

/** A page's text, in which quotations are looked up. */
export interface ExtractedPage extends PageFacts {
  title: string;
  /** Line breaks separate paragraphs; markup only of Markdown, JSON and plain text. */
  text: string;
  extractor: Extractor;
  /** Spans of the body and other parts, or of a document's pages. */
  layout?: TextLayout | undefined;
  /** Signs in the markup that it is no page at all. */
  signs?: PageSigns;
  /** Why the text is empty although the page may not be. */
  unread?: Unread;
}

export type PageSource = Pick<FetchedPage, 'kind' | 'text' | 'body' | 'finalUrl'>;

/**
 * Never throws on content: what is not understood gives an empty text. A page is taken whole or not at all: honest quotations may need
 * words that were cut off.
 */
export async function extractPage(page: PageSource): Promise<ExtractedPage> {
  const extracted = await extractKind(page).catch((error: unknown): Extracted => {
    if (!(error instanceof SourceTooComplex)) throw error;
    return { text: '', extractor: extractors.plain, unread: { reason: error.code, detail: error.message } };
  });
  const title = oneLine(extracted.title ?? '');
  return { ...extracted, title: title === '' ? titleFrom(page.finalUrl) : title };
}

/** A title only if the page has one. The text is readable, and offsets count in it. */
export type Extracted = Omit<ExtractedPage, 'title'> & { title?: string | undefined };

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
  return { text, extractor: extractors.plain, layout };
}

function titleFrom(url: string): string {
  const parsed = parsedUrl(url);
  if (parsed === undefined) return url;
  const { hostname, pathname } = parsed;
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? '';
  return last === '' ? hostname : percentDecoded(last);
}

/** Extracts the text with its pages, or says why there is none. Does not reject. */
export async function extractPdf(body: Uint8Array): Promise<Extracted> {
  const extractor = extractors.pdf;
  // Its parser is heavy, and changes the globals of its thread.
  const read = await (await import('./pdfPage')).readPdf(body);
  if (!read.ok) return { text: '', extractor, unread: { reason: read.reason, detail: read.detail } };
  const { text, pages } = read;
  return { ...read.facts, text, extractor, layout: { ...textLayout(text, { isMarkdown: false }), pages } };
}
