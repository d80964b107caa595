import * as z from 'zod';
import { jsonOf } from '../../debate/log/objects';
import {
  askService,
  below,
  type GetKey,
  keyRejected,
  quotaUsed,
  SearchError,
  type SearchService,
  shortened,
  usableHits,
} from './askService';

const text = z.string().nullish().catch(null);
const resultsSchema = z.array(z.object({ title: text, url: text, content: text }));

async function keyFor(service: string, key: GetKey): Promise<string> {
  const known = await key();
  if (known !== undefined && known !== '') return known;
  throw new SearchError('key_missing', `${service} needs a key. Set one for it.`);
}

export const braveBaseUrl = 'https://api.search.brave.com';

const brave = 'Brave Search';
const braveSchema = z.looseObject({
  type: z.literal('search'),
  web: z.looseObject({ results: z.array(z.object({ title: text, url: text, description: text })) }).nullish(),
});
const braveErrorSchema = z.looseObject({ error: z.looseObject({ code: z.string() }) });

/** Described at https://api-dashboard.search.brave.com/app/documentation/web-search */
export function createBraveSearch({ baseUrl = braveBaseUrl, key }: { baseUrl?: string; key: GetKey }): SearchService {
  return {
    name: brave,
    async search(query, { count, signal }) {
      const answer = await askService({
        service: brave,
        url: below(baseUrl, '/res/v1/web/search', {
          q: shortened(query, { words: 50, characters: 400 }),
          count: String(Math.min(count, 20)),
          text_decorations: 'false',
          result_filter: 'web',
        }),
        init: { headers: { 'x-subscription-token': await keyFor(brave, key) } },
        holdsKey: true,
        schema: braveSchema,
        signal,
        explain: explainBrave,
      });
      return usableHits(answer.web?.results ?? [], count);
    },
  };
}

/** A wrong key has the status of a malformed request, an empty account that of too many requests. */
function explainBrave(status: number, answer: string): SearchError | undefined {
  const code = braveErrorSchema.safeParse(jsonOf(answer)).data?.error.code ?? '';
  if (/TOKEN|UNAUTHORI[SZ]ED/.test(code) || (status === 422 && /x-subscription-token/i.test(answer)))
    return keyRejected(brave, status);
  return /QUOTA|USAGE_LIMIT/.test(code) ? quotaUsed(brave, status) : undefined;
}

export const tavilyBaseUrl = 'https://api.tavily.com';

const tavily = 'Tavily';

/** Described at https://docs.tavily.com/documentation/api-reference/endpoint/search */
export function createTavilySearch({ baseUrl = tavilyBaseUrl, key }: { baseUrl?: string; key: GetKey }): SearchService {
  return {
    name: tavily,
    async search(query, { count, signal }) {
      const body = JSON.stringify({
        query: shortened(query, { words: 60, characters: 400 }),
        max_results: Math.min(count, 20),
        search_depth: 'basic',
        include_answer: false,
      });
      const headers = { authorization: `Bearer ${await keyFor(tavily, key)}`, 'content-type': 'application/json' };
      const answer = await askService({
        service: tavily,
        url: below(baseUrl, '/search'),
        init: { method: 'POST' as const, headers, body },
        holdsKey: true,
        schema: z.looseObject({ results: resultsSchema }),
        signal,
        // Status 432 is the limit of a plan or key, 433 that of pay-as-you-go.
        explain: (status) => (status === 432 || status === 433 ? quotaUsed(tavily, status) : undefined),
      });
      return usableHits(answer.results, count);
    },
  };
}

const searxng = 'SearXNG';
const searxngSchema = z.looseObject({
  results: resultsSchema,
  /** Pairs of an engine's name and its fault. */
  unresponsive_engines: z.array(z.unknown()).optional(),
});

/** Described at https://docs.searxng.org/dev/search_api; often on the user's own machine. */
export function createSearxngSearch({ baseUrl }: { baseUrl: string }): SearchService {
  return {
    name: searxng,
    async search(query, { count, signal }) {
      const q = shortened(query, { words: 60, characters: 500 });
      const url = below(baseUrl, '/search', { q, format: 'json' });
      const answer = await askService({
        service: searxng,
        url,
        holdsKey: false,
        schema: searxngSchema,
        signal,
        explain: (status) => (status === 403 ? withoutJson(url) : undefined),
      });
      const failed = answer.unresponsive_engines ?? [];
      // An empty list does not mean that there are no hits when no engine works.
      if (answer.results.length === 0 && failed.length > 0) {
        throw new SearchError(
          'server',
          `None of the ${failed.length} search engines behind ${url.origin} answered. Try again later.`,
        );
      }
      return usableHits(answer.results, count);
    },
  };
}

function withoutJson({ origin }: URL): SearchError {
  const message = `SearXNG at ${origin} refuses to answer in JSON (403). Add "json" under search: formats: in its settings.yml, or use another instance.`;
  return new SearchError('not_set_up', message, 403);
}
