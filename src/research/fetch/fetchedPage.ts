import type { PageKind } from './pageKind';

/** A page as it came over the wire, decompressed and decoded; what its text is, is for `extract/` to say. */
export interface FetchedPage {
  outcome: 'fetched';
  /** As it was asked for. */
  url: string;
  /** Where it was found after redirects, without a fragment. */
  finalUrl: string;
  status: number;
  /** The media type in lower case, without parameters. */
  contentType: string;
  kind: PageKind;
  /** In what `body` was written, by the encoding's standard name; empty for a PDF document. */
  charset: string;
  body: Uint8Array;
  /** `body` decoded, a byte order mark stripped; empty for a PDF document, whose text is still in its body. */
  text: string;
  /** It came through the proxy that the user switched on. */
  via?: 'proxy';
}

/**
 * Why no page came:
 * - `refused`: the address, or one it led to, is not to be reached by us; nothing was sent there
 * - `dead`: 404 or 410; `no_host`: nobody has that name. Neither proves that there never was such a page
 * - `blocked`: 401, 402, 403, 407, 429 or 451: it may be there, for others
 * - `robots`: the site asks programs like ours not to read it
 * - `server`: 5xx; `timeout`; `tls`: no trusted encryption; `failed`: anything else that is no fault of who cited it
 * - `deadline`: it came, and reading it was given up at the reader's last limit: nothing follows from that
 * - `too_large`, `too_complex`, `unsupported`: it is there, and we do not read such things
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
  /** As it was asked for. */
  url: string;
  /** Where it ended; differs from `url` after redirects. */
  finalUrl: string;
  /** HTTP status, where there was an answer. */
  status?: number;
  /** For people; completes "the page could not be read: …". */
  reason: string;
  /** The proxy that the user switched on was asked, and may have answered itself. */
  via?: 'proxy';
  /** What came with `dead`: it may be a login. */
  page?: Pick<FetchedPage, 'kind' | 'text' | 'body'>;
}

/** The way out to the web. Rejects only with the signal's reason. */
export interface SafeFetch {
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage | FetchRefusal>;
}

/** A refusal on its way up to `fetch`, which never lets it out. */
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
  /** HTTP status, where there was an answer. */
  status?: number;
  page?: FetchRefusal['page'];
  /** It may be gone at the next try. */
  isPassing?: boolean;
  /** The host asked not to be asked again before. */
  retryAfterMs?: number;
}
