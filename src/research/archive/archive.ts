import type { SafeFetch } from '../fetch/fetchedPage';

/**
 * What a web archive knows about a page:
 * - `copy`: it has one, at `url`, taken on `date` (`YYYY-MM-DD`)
 * - `never_seen`: it answered, and has none. Only this is evidence that a page never existed; not even this for a page
 *   of a host that the archive never visited (`isHostUnknown`), unless nobody has that host's name
 * - `silent`: it could not be asked, or its answer says neither. `reason` is for people
 */
export type ArchiveAnswer =
  | { outcome: 'copy'; url: string; date: string }
  | { outcome: 'never_seen'; isHostUnknown?: true }
  | { outcome: 'silent'; reason: string };

/** A web archive, asked only about pages that are gone. */
export interface Archive {
  /** For people. */
  readonly name: string;
  /** Reads its copies; by default like any page. */
  readonly fetch?: SafeFetch;
  /** Rejects only with the signal's reason. */
  lookUp(url: string, signal: AbortSignal): Promise<ArchiveAnswer>;
}
