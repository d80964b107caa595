import type { SafeFetch } from '../fetch/fetchedPage';

/**
 * What an archive of the web knows of a page:
 * - `copy`: it has one, at `url`, taken on `date` (`YYYY-MM-DD`)
 * - `never_seen`: it answered, and has none. Only this is a witness that a page never was; none at all for a page of a host that it never came by
 *   (`isHostUnknown`), unless nobody has that host's name
 * - `silent`: it could not be asked, or its answer says neither. `reason` is for people
 */
export type ArchiveAnswer =
  | { outcome: 'copy'; url: string; date: string }
  | { outcome: 'never_seen'; isHostUnknown?: true }
  | { outcome: 'silent'; reason: string };

/** An archive of the web, asked only about pages that are gone from where they were. */
export interface Archive {
  /** As people know it. */
  readonly name: string;
  /** By which its copies are read; like any page where it is left out. */
  readonly fetch?: SafeFetch;
  /** Rejects only with the signal's reason. */
  lookUp(url: string, signal: AbortSignal): Promise<ArchiveAnswer>;
}
