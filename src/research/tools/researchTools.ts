import { firstUnits } from '../../debate/shortText';
import type { SearchService, SearchHit } from '../search/searchService';
import { type ResearchTool, defineTool } from '../tool';
import { evidenceTools, type EvidencePort } from './evidenceTools';
import { fetchPageTool, type FetchPageOptions } from './fetchPage';
import { hostResearchTools, type HostTools } from './hostTools';
import * as z from 'zod';

interface ReachingParts {
  /** Undefined if debates may not use the web. */
  fetch?: FetchPageOptions['fetch'] | undefined;
  known?: FetchPageOptions['known'] | undefined;
  /** Without `fetch` too: another tool may read the hits. */
  search?: SearchService | undefined;
  hostTools?: HostTools | undefined;
}

export interface ResearchParts extends ReachingParts {
  evidence?: EvidencePort | undefined;
}

/** The debaters' tools, always in the same order: providers cache the list. */
export function researchTools({ evidence, ...reaching }: ResearchParts): ResearchTool[] {
  return [...(evidence === undefined ? [] : evidenceTools(evidence)), ...reachingTools(reaching)];
}

/** Those that reach beyond the evidence. One set for each debate: it keeps the pages read. */
export function reachingTools({ fetch, known, search, hostTools }: ReachingParts): ResearchTool[] {
  return [
    ...(search === undefined ? [] : [searchWebTool(search)]),
    ...(fetch === undefined ? [] : [fetchPageTool({ fetch, ...(known === undefined ? {} : { known }) })]),
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
