import * as z from 'zod';
import { pageSpan, type TextLayout } from '../../debate/sourceText';
import { parseSourceUrl, withoutFragment } from '../../debate/sourceUrl';
import { readPage } from '../extract/readPage';
import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import { type CapturedPage, type ResearchTool, type ToolAnswer, defineTool, failed } from '../tool';
import { markedText } from './markedText';
import { textWindow } from './evidenceParts';

/** What a debate already knows of a page: quotations are checked against it. */
export interface KnownPage {
  title: string;
  text: string;
  layout?: TextLayout | undefined;
}

export interface FetchPageOptions {
  fetch: SafeFetch;
  /** This debate's snapshot of the address. A page with one is not fetched again. */
  known?: ((url: string) => Promise<KnownPage | undefined>) | undefined;
}

const input = z.object({
  url: z.string().trim().min(1).max(4_000).describe('The address of the page, beginning with https:// or http://.'),
  offset: z.int().min(0).optional().describe('Where to read on in a long page: the number that the part before named.'),
});

/** The number of pages kept for reading on, if there are no snapshots. */
const kept = 8;

/** Reads a web page; its whole text is captured, whatever part is shown. */
export function fetchPageTool({ fetch, known }: FetchPageOptions): ResearchTool {
  const pages = new Map<string, CapturedPage>();
  const remember = (page: CapturedPage): void => {
    pages.set(withoutFragment(page.url), page);
    for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - kept))) pages.delete(oldest);
  };
  return defineTool({
    name: 'fetch_page',
    description:
      'Reads a page of the web and gives its text, a part at a time. Only pages that were read may be cited; cite them with the address that was given here. What is not the page’s own words, as menus and comments, comes last and is said to be that.',
    input,
    isLive: true,
    async run({ url, offset }, context) {
      const { signal } = context;
      context.onProgress({ kind: 'reading', url });
      const snapshot = parseSourceUrl(url).kind === 'web' ? await known?.(url) : undefined;
      signal.throwIfAborted();
      if (snapshot !== undefined) return shown(url, snapshot, offset);
      const before = pages.get(withoutFragment(url));
      const read =
        before === undefined ? await readPage(fetch, url, signal) : { outcome: 'read' as const, page: before };
      if (read.outcome === 'read') {
        remember(read.page);
        return { ...shown(url, read.page, offset), page: read.page };
      }
      const { came: page } = read;
      if (page === undefined) return failed(notRead(url, read));
      const { text } = shown(url, page, offset);
      const words = `${notRead(url, read)} If these are the page’s own words, cite it:\n\n${text}`;
      return { text: words, page, isDoubtful: true };
    },
  });
}

/** For a document it begins with the page in the address. */
function shown(url: string, { title, text, layout }: KnownPage, wanted: number | undefined): ToolAnswer {
  const address = withoutFragment(url);
  const offset = wanted ?? pageSpan(layout, Number(/#page=(\d{1,9})$/.exec(url)?.[1] ?? 0))?.start ?? 0;
  const part = textWindow(text, offset);
  if (part === undefined)
    return failed(`The text of ${url} has ${text.length} characters; ${offset} lies beyond its end.`);
  const extent =
    part.next === undefined
      ? `Characters ${offset}–${text.length} of ${text.length}: this is the end.`
      : `Characters ${offset}–${part.next} of ${text.length}. To read on, call fetch_page with offset ${part.next}.`;
  const marked = markedText(text, { start: offset, end: part.next ?? text.length, layout, url: address });
  const cited = layout?.pages === undefined ? address : `${address}#page=N, with the number of the page`;
  return { text: `Title: ${title}\nCite as: ${cited}\n${extent}\n\n${marked}` };
}

function notRead(url: string, { outcome, reason, finalUrl }: FetchRefusal): string {
  const place = finalUrl === url || outcome === 'refused' ? url : `${url} (which leads to ${finalUrl})`;
  return `${place.slice(0, 600)} could not be read: ${reason}.${advice[outcome] ?? ''}`;
}

const advice: Partial<Record<FetchRefusal['outcome'], string>> = {
  refused: ' Such addresses are never read for a debate; use a public page.',
  dead: ' Do not cite it; search for where it moved.',
  no_host: ' Check the spelling of the address.',
  blocked: ' Look for the same text elsewhere.',
  robots: ' Its site asks programs not to read it; look for the same text elsewhere.',
  server: ' Try another source.',
  timeout: ' Try another source.',
  unsupported: ' Look for the same text as a web page.',
};
