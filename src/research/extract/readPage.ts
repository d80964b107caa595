import type { FetchRefusal, SafeFetch } from '../fetch/fetchedPage';
import type { CapturedPage } from '../tool';
import { pageReading } from './readings';

/** `came`: what the words alone suggest in the page's place; anything found in it is there. */
type ReadPage = { outcome: 'read'; page: CapturedPage } | (FetchRefusal & { came?: CapturedPage });

/** Fetches a page and extracts its text. Rejects only with the signal's reason. */
export async function readPage(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<ReadPage> {
  const fetched = await fetch.fetch(url, signal);
  if (fetched.outcome !== 'fetched') return await refused(fetched, signal);
  const { finalUrl, contentType, body, status, charset, via } = fetched;
  const way = { url, finalUrl, status, via };
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
  const page: CapturedPage = { ...way, contentType, body, charset, ...extracted };
  const { barrier, isSaid } = reading;
  if (barrier === undefined) return { outcome: 'read', page };
  // Neither a debater nor the Verifier may take it for the page; and a kept page is never fetched again.
  const reason = `what came looks like a ${barrier}, not like the page`;
  return { outcome: 'blocked', ...way, reason, ...(isSaid ? { came: page } : {}) };
}

/** A login, a check or an empty shell also means that we cannot reach the page, whatever its status. */
async function refused({ page, ...refusal }: FetchRefusal, signal: AbortSignal): Promise<FetchRefusal> {
  if (page === undefined) return refusal;
  const { url, finalUrl, status } = refusal;
  const reading = await pageReading(url, { ...page, finalUrl }, signal, { isGone: true });
  signal.throwIfAborted();
  if (reading.kind === 'unread' || reading.barrier === undefined) return refusal;
  const said = status === undefined ? '' : ` (${status})`;
  return {
    ...refusal,
    outcome: 'blocked',
    reason: `the server answers${said} with what looks like a ${reading.barrier}`,
  };
}
