import * as z from 'zod';
import type { SearchHit, SearchService } from '../search/searchService';
import type { ResearchTool } from '../tool';
import { defineTool } from './defineTool';

const input = z.object({
  query: z.string().trim().min(1).max(400).describe('What to look for, as you would type it into a search engine.'),
  count: z.int().min(1).max(20).optional().describe('How many hits; 8 unless you say otherwise.'),
});

/** Hits are where to look, not what was read: nothing here is captured. */
export function searchWebTool(service: SearchService): ResearchTool {
  return defineTool({
    name: 'search_web',
    description:
      'Searches the web and gives titles, addresses and short excerpts. Excerpts are no quotations: read a page with fetch_page before you cite it.',
    input,
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
  [`${index + 1}. ${title.slice(0, 200)}`, url, snippet.slice(0, 500)].filter((line) => line !== '').join('\n   ');
