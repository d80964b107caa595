import * as z from 'zod';
import { askService, keyMissing, keyRejected, quotaUsed, below, shortened, usableHits } from './askService';
import type { GetKey, SearchError, SearchService } from './searchService';
import { jsonOf } from '../../debate/objects';

export const braveBaseUrl = 'https://api.search.brave.com';

const service = 'Brave Search';
const text = z.string().nullish().catch(null);
const answerSchema = z.looseObject({
  type: z.literal('search'),
  web: z.looseObject({ results: z.array(z.looseObject({ title: text, url: text, description: text })) }).nullish(),
});
const errorSchema = z.looseObject({ error: z.looseObject({ code: z.string() }) });

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
export function createBraveSearch({ baseUrl = braveBaseUrl, key }: { baseUrl?: string; key: GetKey }): SearchService {
  return {
    name: service,
    async search(query, { count, signal }) {
      const token = await key();
      if (token === undefined || token === '') throw keyMissing(service);
      const url = below(baseUrl, '/res/v1/web/search');
      url.searchParams.set('q', shortened(query, { words: 50, characters: 400 }));
      url.searchParams.set('count', String(Math.min(count, 20)));
      url.searchParams.set('text_decorations', 'false');
      url.searchParams.set('result_filter', 'web');
      const init = { headers: { 'x-subscription-token': token } };
      const answer = await askService({ service, url, init, holdsKey: true, schema: answerSchema, signal, explain });
      return usableHits(
        (answer.web?.results ?? []).map((hit) => ({ ...hit, text: hit.description })),
        count,
      );
    },
  };
}

/** A wrong key gives the status of a malformed request, an empty account that of too many requests. */
function explain(status: number, answer: string): SearchError | undefined {
  const parsed = errorSchema.safeParse(jsonOf(answer));
  const code = parsed.success ? parsed.data.error.code : '';
  if (/TOKEN|UNAUTHORI[SZ]ED/.test(code) || (status === 422 && /x-subscription-token/i.test(answer)))
    return keyRejected(service, status);
  return /QUOTA|USAGE_LIMIT/.test(code) ? quotaUsed(service, status) : undefined;
}
