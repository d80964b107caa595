import type { KeyOwner, KeyStore } from '../models/providers';
import type { SafeFetch } from '../research/fetch/fetchedPage';
import { braveBaseUrl, createBraveSearch } from '../research/search/braveSearch';
import type { SearchService } from '../research/search/searchService';
import { createSearxngSearch } from '../research/search/searxngSearch';
import { createTavilySearch, tavilyBaseUrl } from '../research/search/tavilySearch';
import type { ResearchTool } from '../research/tool';
import type { KnownPage } from '../research/tools/fetchPage';
import type { HostTools } from '../research/tools/hostTools';
import { reachingTools } from '../research/tools/researchTools';

export type SearchChoice = { service: 'none' | 'brave' | 'tavily' } | { service: 'searxng'; url: string };

export interface WebToolOptions {
  /** Reads pages; undefined where the user wants nothing fetched, and then nothing is searched either. */
  fetch: SafeFetch | undefined;
  search: SearchChoice;
  keys: KeyStore;
  hostTools?: HostTools | undefined;
  /** The page as this debate has it already. */
  known: (url: string) => Promise<KnownPage | undefined>;
}

/** What research may use beside the evidence, in a stable order. */
export function webTools({ fetch, search, keys, hostTools, known }: WebToolOptions): readonly ResearchTool[] {
  const service = fetch === undefined ? undefined : serviceFor(search, keys);
  return reachingTools({ search: service, known, hostTools, ...(fetch === undefined ? {} : { fetch }) });
}

function serviceFor(search: SearchChoice, keys: KeyStore): SearchService | undefined {
  const key = (owner: KeyOwner, origin: string) => (): Promise<string | undefined> => keys.get(owner, origin);
  switch (search.service) {
    case 'none':
      return undefined;
    case 'brave':
      return createBraveSearch({ key: key('brave', braveBaseUrl) });
    case 'tavily':
      return createTavilySearch({ key: key('tavily', tavilyBaseUrl) });
    case 'searxng':
      return createSearxngSearch({ baseUrl: search.url });
  }
}
