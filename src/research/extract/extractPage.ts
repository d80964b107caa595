import type { TextLayout } from '../../debate/sourceText';
import type { FetchedPage } from '../fetch/fetchedPage';
import { markdownTitle } from '../markdownTitle';

/** What a page tells of itself, where it does. */
export interface PageFacts {
  authors?: readonly string[];
  /** The publication or site, by its own name. */
  site?: string;
  /** When it was published, as precisely as it says: `2024`, `2024-05` or `2024-05-17`. */
  published?: string;
}

/** What a page says: the text that quotations are looked up in. */
export interface ExtractedPage extends PageFacts {
  title: string;
  /** Paragraphs are separated by line breaks; no markup, except where the page is Markdown, JSON or plain text itself. */
  text: string;
  /** What made the text; the version goes up whenever the same page would give another text. */
  extractor: { name: string; version: number };
  /** What of the text is body and what is not; the pages of a document that has such. */
  layout?: TextLayout;
  /** Nothing was taken out, because that would take too long. */
  isTooComplex?: true;
}

type Source = Pick<FetchedPage, 'kind' | 'text' | 'finalUrl'>;

/** Never throws on content: what cannot be made out gives an empty text. */
export async function extractPage(page: Source): Promise<ExtractedPage> {
  const extracted = await extractKind(page);
  const title = oneLine(extracted.title ?? '');
  return { ...extracted, title: title === '' ? titleFrom(page.finalUrl) : title, text: readable(extracted.text) };
}

async function extractKind({ kind, text }: Source): Promise<Omit<ExtractedPage, 'title'> & { title?: string | undefined }> {
  switch (kind) {
    case 'html':
      // The parser of HTML is heavy and most debates never need it.
      return (await import('./htmlPage')).extractHtml(text);
    case 'xml':
      return (await import('./htmlPage')).extractXml(text);
    case 'markdown':
      return { title: markdownTitle(text), text, extractor: plain };
    case 'text':
    case 'json':
    case 'pdf':
      return { text, extractor: plain };
  }
}

const plain = { name: 'plain', version: 1 };

/** Without what nobody sees: control characters, and the tag characters in which instructions can be hidden. */
function readable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u{e0000}-\u{e007f}]/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

const oneLine = (text: string): string => readable(text).replace(/\s+/g, ' ').trim().slice(0, 300);

function titleFrom(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? '';
  try {
    return last === '' ? hostname : decodeURIComponent(last);
  } catch {
    return last; // Its percent-encoding is broken.
  }
}
