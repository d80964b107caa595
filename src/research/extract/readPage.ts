import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import type { CapturedPage } from '../tool';
import { pageReading } from './readings';

export type ReadPage = { outcome: 'read'; page: CapturedPage } | FetchRefusal;

/** Fetches a page and takes its text out. Rejects only with the signal's reason. */
export async function readPage(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<ReadPage> {
  const fetched = await fetch.fetch(url, signal);
  if (fetched.outcome !== 'fetched') return fetched;
  const { finalUrl, contentType, body, status, charset, via } = fetched;
  const way = { url, finalUrl, status, ...(via === undefined ? {} : { via }) };
  const reading = await pageReading(url, fetched, signal);
  signal.throwIfAborted();
  if (reading.kind === 'unread')
    return { outcome: reading.reason, ...way, reason: `reading it was given up: ${reading.detail}` };
  const { unread, ...extracted } = reading.page;
  if (extracted.text.trim() === '') {
    if (unread?.reason === 'too_complex')
      return { outcome: 'too_complex', ...way, reason: `it is too complex: ${unread.detail}` };
    const reason = unread?.detail ?? 'it holds no text that can be read; scripts may build it in a browser';
    return { outcome: 'unsupported', ...way, reason };
  }
  // Neither a debater nor the Verifier is to take it for the page; and what is kept once is never fetched again.
  if (reading.isWall)
    return { outcome: 'blocked', ...way, reason: 'what came looks like a login or bot wall, not like the page' };
  return { outcome: 'read', page: { ...way, contentType, body, charset, ...extracted } };
}
