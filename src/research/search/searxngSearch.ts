import * as z from 'zod';
import { askService, below, shortened, usableHits } from './askService';
import { SearchError, type SearchService } from './searchService';

const service = 'SearXNG';
const text = z.string().nullish().catch(null);
const answerSchema = z.looseObject({
  results: z.array(z.looseObject({ title: text, url: text, content: text })),
  /** Pairs of an engine's name and what is wrong with it. */
  unresponsive_engines: z.array(z.unknown()).optional(),
});

/** https://docs.searxng.org/dev/search_api: an instance that the user chose, often on their own machine. */
export function createSearxngSearch({ baseUrl }: { baseUrl: string }): SearchService {
  return {
    name: service,
    async search(query, { count, signal }) {
      const url = below(baseUrl, '/search');
      url.searchParams.set('q', shortened(query, { words: 60, characters: 500 }));
      url.searchParams.set('format', 'json');
      const explain = (status: number): SearchError | undefined => (status === 403 ? withoutJson(url) : undefined);
      const answer = await askService({ service, url, holdsKey: false, schema: answerSchema, signal, explain });
      const failed = answer.unresponsive_engines ?? [];
      // No hits without an engine must not count as no hits.
      if (answer.results.length === 0 && failed.length > 0) {
        throw new SearchError(
          'server',
          `None of the ${failed.length} search engines behind ${url.origin} answered. Try again later.`,
        );
      }
      return usableHits(
        answer.results.map((hit) => ({ ...hit, text: hit.content })),
        count,
      );
    },
  };
}

function withoutJson({ origin }: URL): SearchError {
  const message = `SearXNG at ${origin} refuses to answer in JSON (403). Add "json" under search: formats: in its settings.yml, or use another instance.`;
  return new SearchError('not_set_up', message, 403);
}
