import type { Archive } from '../research/archive/archive';
import type { SafeFetch } from '../research/fetch/fetchedPage';
import { createSafeFetch } from '../research/fetch/safeFetch';

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

export interface WebChoice {
  /** `host:port` of this machine or a private network that the user allowed one by one. */
  allowedHosts: readonly string[];
}

export function createWebAccess({ allowedHosts }: WebChoice): WebAccess {
  return { fetch: createSafeFetch({ allowedHosts }), archive: undefined };
}
