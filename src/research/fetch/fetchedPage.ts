import type { PageKind } from './pageKind';

/** A page, decompressed and decoded; `extract/` makes its text. */
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
  /** Standard name of the encoding; empty for a PDF document. */
  charset: string;
  body: Uint8Array;
  /** Text without a byte order mark; empty for a PDF document. */
  text: string;
  /** Set if the page came through the proxy that the user switched on. */
  via?: 'proxy' | undefined;
  /** What its server needs to say later whether the page has changed. */
  validators?: PageValidators;
}

/** The marks of one version of a page; `url` is the address that gave them. */
export interface PageValidators {
  url: string;
  etag?: string;
  lastModified?: string;
}

/**
 * Why there is no page:
 * - `refused`: we may not reach the address, or one to which it leads
 * - `dead`: 404 or 410; `no_host`: the name does not exist. Neither proves that the page never existed
 * - `blocked`: 401, 402, 403, 407, 429 or 451: the page may exist for others
 * - `robots`: the site asks programs like ours not to read it
 * - `server`: 5xx; `tls`: no trusted encryption; `failed`: any other cause that is not the citing debater's fault
 * - `deadline`: reading it exceeded the reader's last limit; this proves nothing
 * - `too_large`, `too_complex`, `unsupported`: the page exists, but we do not read it
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
  /** Reason for people; completes "the page could not be read: …". */
  reason: string;
  /** Set if the user's proxy was used, which may have answered itself. */
  via?: 'proxy' | undefined;
  /** Body of a `dead` answer, which may be a login. */
  page?: Pick<FetchedPage, 'kind' | 'text' | 'body'> | undefined;
}

/** Access to the web. Rejects only with the signal's reason. */
export interface SafeFetch {
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage | FetchRefusal>;
  /** Asks for a page only if it is no longer the known version. */
  fetchIfChanged?(
    url: string,
    known: PageValidators,
    signal: AbortSignal,
  ): Promise<FetchedPage | FetchRefusal | { outcome: 'unchanged' }>;
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
  /** Whether another try may succeed. */
  isPassing?: boolean;
  /** Milliseconds until the host allows another request. */
  retryAfterMs?: number;
}

/** A refusal by status; 404 and 410 only say that a page is not there now, or not for us. */
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
