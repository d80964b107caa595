import { createWayback, type Archive } from '../../research/archive/wayback';
import type { SafeFetch } from '../../research/fetch/fetchedPage';
import type { ProxyChoice } from '../../research/fetch/proxyChoice';
import { createSafeFetch } from '../../research/fetch/safeFetch';
import type { KeyOwner, KeyStore } from '../../models/providers';
import type { SearchService } from '../../research/search/askService';
import {
  braveBaseUrl,
  createBraveSearch,
  createSearxngSearch,
  createTavilySearch,
  tavilyBaseUrl,
} from '../../research/search/searchServices';
import type { ResearchTool } from '../../research/tool';
import { type HostTools, type KnownPage, reachingTools } from '../../research/tools/researchTools';
import { parsedUrl } from '../../research/parsedUrl';

/**
 * The way out to the web for one program: all goes through the same fetch, because its limits (requests at once, per host; robots.txt)
 * hold for all together. Built from the user's own settings or flags, never from a record or a workspace file.
 */
export interface WebAccess {
  fetch: SafeFetch;
  /** Undefined where the user has switched it off: then nothing on the web can be found to be fabricated. */
  archive: Archive | undefined;
}

export interface WebChoice {
  /** `host:port` of this machine or a private network, allowed by the user one by one. */
  allowedHosts: readonly string[];
  /** `wayback`, `off`, or the address of one with the same interface. */
  archive: string;
  proxy: ProxyChoice | undefined;
}

/** What is wrong with an archive's address, for people; undefined where it can be used. */
export function archiveProblem(archive: string): string | undefined {
  if (archive === 'wayback' || archive === 'off') return undefined;
  const isWeb = /^https?:$/.test(parsedUrl(archive)?.protocol ?? '');
  return isWeb
    ? undefined
    : `“${archive}” is no archive; there are wayback, off, and the address (https://…) of an archive with the same interface.`;
}

/** An archive that cannot be used is left out. */
export function createWebAccess({ allowedHosts, archive, proxy }: WebChoice): WebAccess {
  return { fetch: createSafeFetch({ allowedHosts, proxy }), archive: archiveFor(archive, proxy) };
}

function archiveFor(archive: string, proxy: ProxyChoice | undefined): Archive | undefined {
  if (archive === 'off' || archiveProblem(archive) !== undefined) return undefined;
  if (archive === 'wayback') return createWayback({ fetch: createSafeFetch({ proxy, robots: 'ignored' }) });
  const { host } = new URL(archive);
  // The user named this host for this use alone: what debaters cite does not get there.
  return createWayback({
    fetch: createSafeFetch({ proxy, robots: 'ignored', allowedHosts: [host] }),
    baseUrl: archive,
  });
}

export type SearchChoice = { service: 'none' | 'brave' | 'tavily' } | { service: 'searxng'; url: string };

interface WebToolOptions {
  /** Undefined where the user wants nothing fetched: then nothing is searched either. */
  fetch: SafeFetch | undefined;
  search: SearchChoice;
  keys: KeyStore;
  hostTools?: HostTools | undefined;
  known: (url: string) => Promise<KnownPage | undefined>;
}

export function webTools({ fetch, search, keys, hostTools, known }: WebToolOptions): readonly ResearchTool[] {
  const service = fetch === undefined ? undefined : serviceFor(search, keys);
  return reachingTools({ search: service, known, hostTools, fetch });
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
