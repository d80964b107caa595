import * as z from 'zod';
import { Deadline } from '../../async/deadline';
import { jsonOf } from '../../debate/log/objects';
import { withoutFragment, percentDecoded } from '../../matching/text/sourceUrl';
import type { FetchedPage, SafeFetch } from '../fetch/fetchedPage';
import { parsedUrl } from '../parsedUrl';

// The index ("CDX") is described at https://github.com/internetarchive/wayback/tree/master/wayback-cdx-server,
// availability at https://archive.org/help/wayback_api.php. The index ignores http or https, `www.` and a final slash
// (SURT keys), so one query covers these spellings.

interface WaybackOptions {
  /** Fetch that ignores robots.txt: the archive's interface is for programs, and its robots.txt addresses crawlers. */
  fetch: SafeFetch;
  /** Name for people. */
  name?: string;
  /** Base of `/cdx/search/cdx` and `/web/`; may be a private archive. */
  baseUrl?: string;
  /** Base of `/wayback/available`, if the archive has one. */
  availabilityUrl?: string;
  /**
   * A page that the archive certainly has. It is looked up before "never seen" is believed, because an index under
   * reconstruction, or a portal, does not know it either.
   */
  control?: string;
  /** Milliseconds for all answers about one page together. */
  limitMs?: number;
}

const internetArchive = { baseUrl: 'https://web.archive.org', availabilityUrl: 'https://archive.org' };

export function createWayback({ fetch, baseUrl, ...options }: WaybackOptions): Archive {
  const isOwn = baseUrl !== undefined && withoutSlash(baseUrl) !== internetArchive.baseUrl;
  const base = withoutSlash(baseUrl ?? internetArchive.baseUrl);
  const availabilityUrl = options.availabilityUrl ?? (isOwn ? undefined : internetArchive.availabilityUrl);
  return new Wayback(fetch, {
    base,
    availability: availabilityUrl === undefined ? undefined : withoutSlash(availabilityUrl),
    name: options.name ?? (isOwn ? new URL(base).host : 'the Wayback Machine'),
    control: options.control ?? 'https://example.com/',
    limitMs: options.limitMs ?? 30_000,
  });
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

interface ArchiveUrls {
  name: string;
  base: string;
  availability: string | undefined;
  control: string;
  limitMs: number;
}

class Wayback implements Archive {
  readonly name: string;

  constructor(
    readonly fetch: SafeFetch,
    private readonly places: ArchiveUrls,
  ) {
    this.name = places.name;
  }

  async lookUp(page: string, signal: AbortSignal): Promise<ArchiveAnswer> {
    const { limitMs } = this.places;
    const limit = new Deadline({ signal, ms: limitMs });
    try {
      return await limit.first(this.#ask(withoutFragment(page), limit.signal));
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.isLate) throw error;
      return silent(`it gave no answer within ${Math.round(limitMs / 1000)} seconds`);
    } finally {
      limit.dispose();
    }
  }

  async #ask(url: string, signal: AbortSignal): Promise<ArchiveAnswer> {
    const good = await this.#index(url, { filter: 'statuscode:200', limit: '-1' }, signal);
    // Checked again, because a private archive may not know the filter, or may take an address for a pattern.
    const row = good.rows?.find(
      ({ status, timestamp, original }) => status === '200' && isCaptureOf(url, `/${timestamp}/${original}`),
    );
    if (row !== undefined) return this.#copy(row);
    const available = await this.#available(url, signal);
    if (available !== undefined) return available;
    if (good.rows === undefined) return silent(good.reason);
    return await this.#neverSeen(url, signal);
  }

  /** An archive that has seen the address, or that knows nothing at all, is no evidence of an invention. */
  async #neverSeen(url: string, signal: AbortSignal): Promise<ArchiveAnswer> {
    const any = await this.#index(url, { limit: '1' }, signal);
    if (any.rows === undefined) return silent(any.reason);
    if (any.rows.length > 0) return silent('it has come by there, but has no copy of a page');
    const control = await this.#index(this.places.control, { limit: '1' }, signal);
    if (control.rows === undefined) return silent(control.reason);
    if (control.rows.length === 0) return silent(`it does not even know ${this.places.control} just now`);
    const host = await this.#index(new URL(url).origin, { matchType: 'host', limit: '1' }, signal);
    if (host.rows === undefined) return silent(host.reason);
    return { outcome: 'never_seen', ...(host.rows.length === 0 ? { isHostUnknown: true } : {}) };
  }

  /** Address of a copy; `id_` omits the archive's banner and rewritten links. */
  #copy({ timestamp, original }: Capture): ArchiveAnswer {
    const url = `${this.places.base}/web/${timestamp}id_/${original}`;
    return { outcome: 'copy', url, date: dayOf(timestamp) };
  }

  async #index(url: string, query: Record<string, string>, signal: AbortSignal): Promise<Index> {
    const asked = new URLSearchParams({
      // The index reads `*.` before a host and `*` behind a path as patterns.
      url: url.replaceAll('*', '%2A'),
      matchType: 'exact',
      output: 'json',
      fl: 'timestamp,original,statuscode',
      ...query,
    });
    const answer = await this.fetch.fetch(`${this.places.base}/cdx/search/cdx?${asked.toString()}`, signal);
    if (answer.outcome !== 'fetched') return { rows: undefined, reason: answer.reason };
    return rowsIn(answer);
  }

  /** Asks the availability interface, which sometimes knows more than the index, sometimes less. */
  async #available(url: string, signal: AbortSignal): Promise<ArchiveAnswer | undefined> {
    const { availability } = this.places;
    if (availability === undefined) return undefined;
    const answer = await this.fetch.fetch(
      `${availability}/wayback/available?${new URLSearchParams({ url }).toString()}`,
      signal,
    );
    const json = answer.outcome === 'fetched' ? jsonOf(answer.text) : undefined;
    const closest = availableSchema.safeParse(json).data?.archived_snapshots.closest;
    if (closest === undefined || !isCaptureOf(url, closest.url)) return undefined;
    return this.#copy({ timestamp: closest.timestamp, original: captureIn(closest.url)?.original ?? url });
  }
}

const silent = (reason: string): ArchiveAnswer => ({ outcome: 'silent', reason });

interface CdxRow extends Capture {
  status: string;
}

type Index = { rows: CdxRow[] } | { rows: undefined; reason: string };

const timestamp = z.string().regex(/^\d{14}$/);
const indexSchema = z.array(z.array(z.string()));
const rowSchema = z.object({ timestamp, original: z.string().regex(/^https?:\/\//i), status: z.string() });
const availableSchema = z.looseObject({
  archived_snapshots: z.looseObject({
    closest: z.looseObject({ available: z.literal(true), status: z.literal('200'), url: z.string(), timestamp }),
  }),
});

/**
 * Reads `[]`, or field names and then rows. Any other answer ("Blocked Site Error", a portal's page, a cut answer)
 * proves nothing.
 */
function rowsIn({ text, kind }: FetchedPage): Index {
  const strange: Index = { rows: undefined, reason: 'its answer is not what such an archive answers' };
  if (kind !== 'json' && kind !== 'text') return strange;
  const table = indexSchema.safeParse(jsonOf(text)).data;
  if (table === undefined) return strange;
  const [names, ...rows] = table;
  if (names === undefined) return { rows: [] };
  const at = (name: string): number => names.indexOf(name);
  const read = rows.map(
    (row) =>
      rowSchema.safeParse({
        timestamp: row[at('timestamp')],
        original: row[at('original')],
        status: row[at('statuscode')],
      }).data,
  );
  return read.every((row) => row !== undefined) && at('timestamp') >= 0 ? { rows: read } : strange;
}

/** A copy in an archive of the Wayback kind, as its address names it. */
interface Capture {
  /** Time of the copy: `YYYYMMDDhhmmss`. */
  timestamp: string;
  /** Archived address. */
  original: string;
}

/** Day of the capture, `YYYY-MM-DD`. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 8).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

export function captureIn(url: string): Capture | undefined {
  const [, timestamp, original] = /\/(\d{14})(?:[a-z]{2}_)?\/(https?:\/?\/?.+)$/is.exec(url) ?? [];
  return timestamp === undefined || original === undefined ? undefined : { timestamp, original };
}

/**
 * Whether a response is a copy of the page. The archive's nearest copy is acceptable; a redirect that it kept leads to
 * another page. Spellings that archives treat as equal (scheme, `www.`, slashes, case) are ignored.
 */
export function isCaptureOf(page: string, found: string): boolean {
  const capture = captureIn(found);
  return capture !== undefined && sameKey(page) === sameKey(capture.original);
}

function sameKey(url: string): string {
  const bare = (parsedUrl(url)?.href ?? url)
    .replace(/^https?:\/*/i, '')
    .replace(/^www\d*\./i, '')
    .replace(/#.*/s, '');
  const [place = '', query] = bare.split(/\?(.*)/s);
  const path = percentDecoded(
    place
      .replace(/^([^/:]*?)\.?(?::(?:80|443))?(?=\/|$)/, '$1')
      .replace(/\/+/g, '/')
      .replace(/\/$/, ''),
  );
  const parameters = query === undefined || query === '' ? '' : `?${percentDecoded(query).split('&').sort().join('&')}`;
  return `${path}${parameters}`.toLowerCase();
}

/**
 * A web archive's knowledge of a page:
 * - `copy`: it has one, at `url`, taken on `date` (`YYYY-MM-DD`)
 * - `never_seen`: it answered, and has none. Only this is evidence that a page never existed; not even this for a page
 *   of a host that the archive never visited (`isHostUnknown`), unless that host's name does not exist
 * - `silent`: it could not be asked, or its answer says neither. `reason` is for people
 */
export type ArchiveAnswer =
  | { outcome: 'copy'; url: string; date: string }
  | { outcome: 'never_seen'; isHostUnknown?: true }
  | { outcome: 'silent'; reason: string };

/** A web archive, which is asked only about pages that are gone. */
export interface Archive {
  /** Name for people. */
  readonly name: string;
  /** Fetch that reads its copies; by default the one for all pages. */
  readonly fetch?: SafeFetch;
  /** Rejects only with the signal's reason. */
  lookUp(url: string, signal: AbortSignal): Promise<ArchiveAnswer>;
}
