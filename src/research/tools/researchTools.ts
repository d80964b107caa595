import { firstUnits } from '../../debate/shortText';
import * as z from 'zod';
import type { SearchService, SearchHit } from '../search/searchService';
import { type ResearchTool, defineTool } from '../tool';
import { fetchPageTool, type FetchPageOptions } from './fetchPage';

/** A tool of the host program, such as the editor, that the user has enabled for debates. */
export interface HostTool {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  isReadOnly: boolean;
}

export interface HostTools {
  list(): readonly HostTool[];
  /**
   * Text. The implementation asks the user before each call of a tool that is not read-only. Rejects when the tool
   * fails.
   */
  invoke(name: string, input: unknown, signal: AbortSignal): Promise<string>;
}

/** Their results are not pages: nothing is captured or can be cited. */
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

/**
 * Models see the schema as given; the tool itself validates its input, since it knows dialects of JSON Schema that we
 * do not.
 */
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
  /** Undefined if debates may not use the web. */
  fetch?: FetchPageOptions['fetch'] | undefined;
  known?: FetchPageOptions['known'];
  /** Without `fetch` too: another tool may read the hits. */
  search?: SearchService | undefined;
  hostTools?: HostTools | undefined;
}

/** Those that reach beyond the evidence. One set for each debate: it keeps the pages read. */
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

/** A hit says where to look, and has not been read: nothing here is captured. */
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
