export interface SearchHit {
  title: string;
  url: string;
  /** A few words of the page or about it; no quotation. */
  snippet: string;
}

/** Finds pages. A hit has not been read, so it cannot be cited. */
export interface SearchService {
  /** For people: `Brave Search`. */
  readonly name: string;
  /**
   * The first `count` hits; fewer, or none, if it finds no more. Tries once.
   *
   * @throws SearchError, or the signal's reason when aborted.
   */
  search(query: string, options: SearchOptions): Promise<SearchHit[]>;
}

interface SearchOptions {
  count: number;
  signal: AbortSignal;
}

/** Provides the key, again for each search. */
export type GetKey = () => Promise<string | undefined>;

/**
 * - `key_missing`, `key_rejected`, `quota`, `bad_request`, `not_set_up`: asking again changes nothing
 * - `rate_limited`, `server`, `unreachable`, `timeout`: it may work later
 * - `malformed`: this is not an answer of the service; its address may be another program's
 */
export type SearchErrorCode =
  | 'key_missing'
  | 'key_rejected'
  | 'quota'
  | 'bad_request'
  | 'not_set_up'
  | 'rate_limited'
  | 'server'
  | 'unreachable'
  | 'timeout'
  | 'malformed';

const passing: ReadonlySet<SearchErrorCode> = new Set(['rate_limited', 'server', 'unreachable', 'timeout']);

/** A search that failed. The message says what happened and what to do next; it never holds a key or what the service wrote. */
export class SearchError extends Error {
  override readonly name = 'SearchError';

  constructor(
    readonly code: SearchErrorCode,
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }

  get isRetryable(): boolean {
    return passing.has(this.code);
  }
}
