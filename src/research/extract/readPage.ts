import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import type { CapturedPage } from '../tool';
import { extractPage } from './extractPage';

export type ReadPage = { outcome: 'read'; page: CapturedPage } | FetchRefusal;

/** Fetches a page and takes its text out. Rejects only with the signal's reason. */
export async function readPage(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<ReadPage> {
  const fetched = await fetch.fetch(url, signal);
  if (fetched.outcome !== 'fetched') return fetched;
  const { finalUrl, contentType, body, status, via } = fetched;
  const { unread, ...extracted } = await extractPage(fetched, signal);
  signal.throwIfAborted();
  const way = { url, finalUrl, status, ...(via === undefined ? {} : { via }) };
  if (extracted.text.trim() === '') {
    const reason = unread ?? 'it holds no text that can be read; scripts may build it in a browser';
    return { outcome: 'unsupported', ...way, reason };
  }
  return { outcome: 'read', page: { ...way, contentType, body, ...extracted } };
}
