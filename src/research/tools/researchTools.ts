import { firstUnits } from '../../matching/text/shortText';
import * as z from 'zod';
import { pageSpan, type TextLayout } from '../../matching/text/sourceText';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import { readPage } from '../extract/readings';
import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import type { SearchService, SearchHit } from '../search/askService';
import { type CapturedPage, defineTool, failed, type ResearchTool, type ToolAnswer } from '../tool';
import { markedText, textWindow } from './evidenceParts';

/** A tool of the host, for example the editor, which the user has enabled for debates. */
export interface HostTool {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  isReadOnly: boolean;
}

export interface HostTools {
  list(): readonly HostTool[];
  /** Calls a tool, after asking the user if it is not read-only. Rejects when the tool fails. */
  invoke(name: string, input: unknown, signal: AbortSignal): Promise<string>;
}

/** The host's tools. Their results are not pages, so nothing is captured or can be cited. */
function hostResearchTools(host: HostTools): ResearchTool[] {
  const taken = new Set<string>();
  return host.list().map((tool) => {
    const name = freeName(tool.name, taken);
    taken.add(name);
    return defineTool({
      name,
      description: `${firstUnits(tool.description, 1_000)}\n(A tool of the editor. What it returns cannot be cited.)`,
      input: inputOf(tool.inputSchema),
      isLive: true,
      async run(input, context) {
        const { signal } = context;
        context.onProgress({ kind: 'using', tool: tool.name });
        const text = await host.invoke(tool.name, input, signal);
        signal.throwIfAborted();
        return { text: text === '' ? `${tool.name} returned no text.` : text };
      },
    });
  });
}

/** Schema as given. The tool itself validates its input, because we do not know its dialect of JSON Schema. */
function inputOf(schema: Record<string, unknown>): z.ZodObject {
  const described = Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id' && key !== 'id' && key !== 'type'),
  );
  return z.looseObject({}).meta(described);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = `editor_${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')}`.slice(0, 60);
  if (!taken.has(plain)) return plain;
  for (let number = 2; ; number += 1) if (!taken.has(`${plain}_${number}`)) return `${plain}_${number}`;
}

export interface ReachingParts {
  /** Web access; undefined if debates may not use the web. */
  fetch?: FetchPageOptions['fetch'] | undefined;
  known?: FetchPageOptions['known'];
  /** Search service, used without `fetch` too, because another tool may read the hits. */
  search?: SearchService | undefined;
  hostTools?: HostTools | undefined;
}

/** Tools that reach beyond the evidence. Each debate has one set, which keeps the pages read. */
export function reachingTools({ fetch, known, search, hostTools }: ReachingParts): ResearchTool[] {
  return [
    ...(search === undefined ? [] : [searchWebTool(search)]),
    ...(fetch === undefined ? [] : [fetchPageTool({ fetch, known })]),
    ...(hostTools === undefined ? [] : hostResearchTools(hostTools)),
  ];
}

const input = z.object({
  query: z.string().trim().min(1).max(400).describe('What to look for, as you would type it into a search engine.'),
  count: z.int().min(1).max(20).optional().describe('How many hits; 8 unless you say otherwise.'),
});

/** Searches the web; a hit is not captured, because it has not been read. */
function searchWebTool(service: SearchService): ResearchTool {
  return defineTool({
    name: 'search_web',
    description:
      'Searches the web and gives titles, addresses and short excerpts. Excerpts are no quotations: read a page with fetch_page before you cite it.',
    input,
    isLive: true,
    async run({ query, count = 8 }, context) {
      const { signal } = context;
      context.onProgress({ kind: 'searching', query });
      const hits = await service.search(query, { count, signal });
      if (hits.length === 0) return { text: `${service.name} found nothing for “${query}”. Try other words.` };
      return { text: `Hits of ${service.name} for “${query}”:\n\n${hits.map(shown).join('\n\n')}` };
    },
  });
}

const shown = ({ title, url, snippet }: SearchHit, index: number): string =>
  [`${index + 1}. ${firstUnits(title, 200)}`, url, firstUnits(snippet, 500)]
    .filter((line) => line !== '')
    .join('\n   ');

/** A page against which quotations are checked. */
export interface KnownPage {
  title: string;
  text: string;
  layout?: TextLayout | undefined;
}

interface FetchPageOptions {
  fetch: SafeFetch;
  /** Finds this debate's snapshot; a page with one is not fetched again. */
  known?: ((url: string) => Promise<KnownPage | undefined>) | undefined;
}

const pageInput = z.object({
  url: z.string().trim().min(1).max(4_000).describe('The address of the page, beginning with https:// or http://.'),
  offset: z.int().min(0).optional().describe('Where to read on in a long page: the number that the part before named.'),
});

/** Pages kept for reading further, if there are no snapshots. */
const kept = 8;

/** Fetches a page; captures the whole text, whatever part is shown. */
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
    input: pageInput,
    isLive: true,
    async run({ url, offset }, context) {
      const { signal } = context;
      context.onProgress({ kind: 'reading', url });
      const snapshot = parseSourceUrl(url).kind === 'web' ? await known?.(url) : undefined;
      signal.throwIfAborted();
      if (snapshot !== undefined) return shownPage(url, snapshot, offset);
      const before = pages.get(withoutFragment(url));
      const read =
        before === undefined ? await readPage(fetch, url, signal) : { outcome: 'read' as const, page: before };
      if (read.outcome === 'read') {
        remember(read.page);
        return { ...shownPage(url, read.page, offset), page: read.page };
      }
      const { came: page } = read;
      if (page === undefined) return failed(notRead(url, read));
      const { text } = shownPage(url, page, offset);
      const words = `${notRead(url, read)} If these are the page’s own words, cite it:\n\n${text}`;
      return { text: words, page, isDoubtful: true };
    },
  });
}

/** A part of the page; it begins with the page in a document's address. */
function shownPage(url: string, { title, text, layout }: KnownPage, wanted: number | undefined): ToolAnswer {
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
