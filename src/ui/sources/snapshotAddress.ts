import { posix } from 'node:path';
import * as z from 'zod';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import { collapsed, cutText } from '../../matching/text/shortText';
import { jsonOf } from '../../debate/log/objects';

export const snapshotScheme = 'rostrum-snapshot';

export interface SnapshotAddress {
  readonly folder: string;
  /** The address without its fragment: one document for all that is cited of a source. */
  readonly url: string;
}

const querySchema = z.object({ folder: z.string().min(1), url: z.string().min(1) });

/** The path is for people and for the syntax colours; the query is what counts. */
export function snapshotUriParts(
  { folder, url }: SnapshotAddress,
  title: string,
): { scheme: string; path: string; query: string } {
  const bare = withoutFragment(url);
  return {
    scheme: snapshotScheme,
    path: `/${snapshotName(bare, title)}`,
    query: JSON.stringify({ folder, url: bare }),
  };
}

/** Undefined for a query that is none of ours. */
export const parseSnapshotQuery = (query: string): SnapshotAddress | undefined =>
  querySchema.safeParse(jsonOf(query)).data;

const longestName = 80;

/** `load-test-report (snapshot).md`; for a page its title. */
function snapshotName(url: string, title: string): string {
  const parsed = parseSourceUrl(url);
  if (parsed.kind === 'workspace') {
    const { name, ext } = posix.parse(parsed.path);
    // What is shown is the text that was taken from it.
    return `${tidy(name)} (snapshot)${/^\.pdf$/i.test(ext) ? '.txt' : tidy(ext)}`;
  }
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
  return `${tidy(title) || tidy(host) || 'page'} (snapshot).txt`;
}

function tidy(text: string): string {
  const plain = collapsed(text.replace(/[\p{Cc}\p{Cs}\u2028\u2029/\\]+/gu, ' '));
  return cutText(plain, longestName);
}
