import * as z from 'zod';
import { askService, keyMissing, quotaUsed, below, shortened, usableHits } from './askService';
import type { GetKey, SearchService } from './searchService';

export const tavilyBaseUrl = 'https://api.tavily.com';

const service = 'Tavily';
const text = z.string().nullish().catch(null);
const answerSchema = z.looseObject({ results: z.array(z.looseObject({ title: text, url: text, content: text })) });

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
export function createTavilySearch({ baseUrl = tavilyBaseUrl, key }: { baseUrl?: string; key: GetKey }): SearchService {
  return {
    name: service,
    async search(query, { count, signal }) {
      const token = await key();
      if (token === undefined || token === '') throw keyMissing(service);
      const body = JSON.stringify({
        query: shortened(query, { words: 60, characters: 400 }),
        max_results: Math.min(count, 20),
        search_depth: 'basic',
        include_answer: false,
      });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await askService({
        service,
        url: below(baseUrl, '/search'),
        init: { method: 'POST' as const, headers, body },
        holdsKey: true,
        schema: answerSchema,
        signal,
        // 432 is the limit of a plan or key, 433 that of pay-as-you-go.
        explain: (status) => (status === 432 || status === 433 ? quotaUsed(service, status) : undefined),
      });
      return usableHits(
        answer.results.map((hit) => ({ ...hit, text: hit.content })),
        count,
      );
    },
  };
}
