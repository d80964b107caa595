import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import type { CapturedPage } from '../tool';
import { extractPage } from './extractPage';

export type ReadPage = { outcome: 'read'; page: CapturedPage } | FetchRefusal;

/** Fetches a page and takes its text out. Rejects only with the signal's reason. */
export async function readPage(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<ReadPage> {
  const fetched = await fetch.fetch(url, signal);
  if (fetched.outcome !== 'fetched') return fetched;
  const { finalUrl, contentType, body } = fetched;
  const { isTooComplex, ...extracted } = await extractPage(fetched);
  signal.throwIfAborted();
  if (extracted.text.trim() === '') {
    const reason =
      isTooComplex === true ? 'it is built of too many elements to be read' : 'it holds no text that can be read; scripts may build it in a browser';
    return { outcome: 'unsupported', url, finalUrl, status: fetched.status, reason };
  }
  return { outcome: 'read', page: { url, finalUrl, contentType, body, ...extracted } };
}
