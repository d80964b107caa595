import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from './recordError';

/** A file that Rostrum wrote, as it is now; a link in its place, or in its folder's, is nothing of ours, whatever it leads to. */
export type KeptFile = { state: 'kept'; bytes: Buffer } | { state: 'missing' | 'link' | 'unreadable' };

/** Windows knows no such flag; there it is undefined, which counts as 0. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Follows no link. Does not reject. */
export async function keptFile(path: string): Promise<KeptFile> {
  try {
    for (const place of [dirname(path), path]) if ((await lstat(place)).isSymbolicLink()) return { state: 'link' };
    const handle = await open(path, openFlags);
    try {
      return { state: 'kept', bytes: await handle.readFile() };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = systemCode(error);
    return { state: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : code === 'ELOOP' ? 'link' : 'unreadable' };
  }
}
