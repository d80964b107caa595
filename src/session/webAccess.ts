import type { Archive } from '../research/archive/archive';
import type { SafeFetch } from '../research/fetch/fetchedPage';

/**
 * The way out to the web for one program: what agents read, what the Verifier checks and what a user checks again goes through
 * the same fetch, because its limits (requests at once, per host; robots.txt) hold for all of them together. Built from the user's own
 * settings or flags, never from a record or a workspace file.
 */
export interface WebAccess {
  fetch: SafeFetch;
  /** Undefined where the user has switched it off: then nothing can be found to be fabricated on the web. */
  archive: Archive | undefined;
}
