import type { SearchService } from '../search/searchService';
import type { ResearchTool } from '../tool';
import { evidenceTools, type EvidencePort } from './evidenceTools';
import { fetchPageTool, type FetchPageOptions } from './fetchPage';
import { hostResearchTools, type HostTools } from './hostTools';
import { searchWebTool } from './searchWeb';

export interface ReachingParts {
  /** Undefined where debates may not go to the web. */
  fetch?: FetchPageOptions['fetch'] | undefined;
  known?: FetchPageOptions['known'] | undefined;
  /** Without `fetch` too: another tool may be able to read what is found. */
  search?: SearchService | undefined;
  hostTools?: HostTools | undefined;
}

export interface ResearchParts extends ReachingParts {
  evidence?: EvidencePort | undefined;
}

/** What debaters may use, always in the same order: the list of tools is part of what providers cache. */
export function researchTools({ evidence, ...reaching }: ResearchParts): ResearchTool[] {
  return [...(evidence === undefined ? [] : evidenceTools(evidence)), ...reachingTools(reaching)];
}

/** Those that reach beyond the evidence. One set for each debate: pages that were read stay with it. */
export function reachingTools({ fetch, known, search, hostTools }: ReachingParts): ResearchTool[] {
  return [
    ...(search === undefined ? [] : [searchWebTool(search)]),
    ...(fetch === undefined ? [] : [fetchPageTool({ fetch, ...(known === undefined ? {} : { known }) })]),
    ...(hostTools === undefined ? [] : hostResearchTools(hostTools)),
  ];
}
