import type { FetchedPage, FetchRefusal } from '../../../src/research/fetch/fetchedPage';
import { createSafeFetch, type SafeFetchOptions } from '../../../src/research/fetch/safeFetch';
import { webHost, type Page } from '../webHost';

export const { signal } = new AbortController();

export type Result = FetchedPage | FetchRefusal;

export const html = (body: string): Page => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
/** A fetch without a delay between requests, which `fetchPace.test.ts` tests. */
export const open = (options: SafeFetchOptions) => createSafeFetch({ delayMs: 0, ...options });

/** Fetches a path of an allowed host. */
export async function fetchFrom(
  pages: Record<string, Page>,
  path: string,
  options: SafeFetchOptions = {},
): Promise<Result> {
  const host = await webHost(pages);
  return await open({ allowedHosts: [host.place], ...options }).fetch(host.origin + path, signal);
}

export function refusal(result: Result): FetchRefusal {
  if (result.outcome === 'fetched') throw new Error(`fetched ${result.finalUrl}`);
  return result;
}

export function page(result: Result): FetchedPage {
  if (result.outcome !== 'fetched') throw new Error(`${result.outcome}: ${result.reason}`);
  return result;
}
