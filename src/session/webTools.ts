import type { KeyOwner, KeyStore } from '../models/keys';
import { createSafeFetch } from '../research/fetch/safeFetch';
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
  /** Whether debaters may read pages at all. */
  isWebAllowed: boolean;
  search: SearchChoice;
  keys: KeyStore;
  /** `host:port` that the user allowed one by one. */
  allowedHosts: readonly string[];
  hostTools?: HostTools | undefined;
  /** The page as this debate has it already. */
  known: (url: string) => Promise<KnownPage | undefined>;
}

/** What research may use beside the evidence, in a stable order. */
export function webTools({ isWebAllowed, search, keys, allowedHosts, hostTools, known }: WebToolOptions): readonly ResearchTool[] {
  const service = isWebAllowed ? serviceFor(search, keys) : undefined;
  return reachingTools({ search: service, known, hostTools, ...(isWebAllowed ? { fetch: createSafeFetch({ allowedHosts }) } : {}) });
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
