import type { PageKind } from './pageKind';

/** Decompressed and decoded; `extract/` makes its text. */
export interface FetchedPage {
  outcome: 'fetched';
  /** The requested address. */
  url: string;
  /** The address after redirects, without a fragment. */
  finalUrl: string;
  status: number;
  /** The media type in lower case, without parameters. */
  contentType: string;
  kind: PageKind;
  /** By its standard name; empty for a PDF document. */
  charset: string;
  body: Uint8Array;
  /** Without a byte order mark; empty for a PDF document. */
  text: string;
  /** It came through the proxy that the user switched on. */
  via?: 'proxy' | undefined;
}

/**
 * Why no page came:
 * - `refused`: we may not reach the address, or one it leads to
 * - `dead`: 404 or 410; `no_host`: nobody has that name. Neither proves that there never was such a page
 * - `blocked`: 401, 402, 403, 407, 429 or 451: it may be there, for others
 * - `robots`: the site asks programs like ours not to read it
 * - `server`: 5xx; `tls`: no trusted encryption; `failed`: anything else that is not the citer's fault
 * - `deadline`: reading it exceeded the reader's last limit; this proves nothing
 * - `too_large`, `too_complex`, `unsupported`: it exists, but we do not read it
 */
export type RefusalOutcome =
  | 'refused'
  | 'dead'
  | 'no_host'
  | 'blocked'
  | 'robots'
  | 'server'
  | 'timeout'
  | 'tls'
  | 'too_large'
  | 'too_complex'
  | 'unsupported'
  | 'deadline'
  | 'failed';

export interface FetchRefusal {
  outcome: RefusalOutcome;
  /** The requested address. */
  url: string;
  /** The last address; differs from `url` after redirects. */
  finalUrl: string;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  /** For people; completes "the page could not be read: …". */
  reason: string;
  /** The user's proxy was asked, and may have answered itself. */
  via?: 'proxy' | undefined;
  /** The body of a `dead` answer: it may be a login. */
  page?: Pick<FetchedPage, 'kind' | 'text' | 'body'> | undefined;
}

/** The way out to the web. Rejects only with the signal's reason. */
export interface SafeFetch {
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage | FetchRefusal>;
}

/** A refusal inside `fetch`, which never throws it. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';

  constructor(
    readonly outcome: RefusalOutcome,
    readonly reason: string,
    readonly details: FailureDetails & ErrorOptions = {},
  ) {
    super(reason, details);
  }
}

interface FailureDetails {
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  page?: FetchRefusal['page'] | undefined;
  /** Another try may succeed. */
  isPassing?: boolean;
  /** The host's earliest time for another request. */
  retryAfterMs?: number;
}

/** 404 and 410 only say that a page is not there now, or not for us. */
export function refuseStatus(status: number): FetchFailure {
  const details = { status, isPassing: status >= 500 };
  const failure = (outcome: FetchFailure['outcome'], reason: string): FetchFailure =>
    new FetchFailure(outcome, reason, details);
  if (status === 404 || status === 410)
    return failure('dead', `the server says that there is no such page (${status})`);
  const blocked = blockedWords[status];
  if (blocked !== undefined) return failure('blocked', `${blocked} (${status})`);
  if (status >= 500) return failure('server', `the server failed (${status}); it may work later`);
  return failure('failed', `the server answered with status ${status} instead of a page`);
}

const blockedWords: Partial<Record<number, string>> = {
  401: 'the server asks for a login',
  402: 'the server asks for payment',
  403: 'the server refuses to show it to us',
  407: 'a proxy asks for a login',
  429: 'the server says that we ask too often',
  451: 'the server may not show it for legal reasons',
};
