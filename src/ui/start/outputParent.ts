import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path';
import { isInside } from '../../research/workspaceFile';

interface OutputSetting {
  /** `rostrum.outputDirectory` as it stands. */
  value: string;
  /** Whether the workspace says so: a repository that was cloned must not choose where on this machine is written. */
  isOfWorkspace: boolean;
}

type OutputParent =
  | { ok: true; parent: string }
  /** `refused`: the workspace names a folder outside itself. `needs_folder`: there is none that the path is relative to. */
  | { ok: false; code: 'refused' | 'needs_folder' };

/** The folder for a debate that belongs to this workspace folder. */
export function outputParent({ value, isOfWorkspace }: OutputSetting, folder: string | undefined): OutputParent {
  const wanted = atHome(value.trim() === '' ? 'output' : value.trim());
  if (isAbsolute(wanted)) return isOfWorkspace ? { ok: false, code: 'refused' } : { ok: true, parent: resolve(wanted) };
  // `D:x` is relative to the folder that another drive is in.
  const leavesFolder = normalize(wanted).split(sep)[0] === '..' || /^[A-Za-z]:/.test(wanted);
  if (leavesFolder && isOfWorkspace) return { ok: false, code: 'refused' };
  return folder === undefined ? { ok: false, code: 'needs_folder' } : { ok: true, parent: resolve(folder, wanted) };
}

/**
 * Whether a path that by its name lies in the folder leads out of it over a link. A repository may bring links with it, so that
 * this counts whoever set the path. A link to nothing counts as one that leads outside: nobody knows where to.
 */
export async function leadsOutside(parent: string, folder: string): Promise<boolean> {
  if (!isInside(folder, parent)) return false;
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return false; // The folder itself is gone; that it cannot be written to is said elsewhere.
  for (let at = resolve(parent); isInside(folder, at); at = dirname(at)) {
    const found = await lstat(at).catch(() => undefined);
    if (found === undefined) continue;
    const real = await realpath(at).catch(() => undefined);
    return real === undefined || !isInside(root, real);
  }
  return false;
}

const atHome = (path: string): string => (/^~(?:[\\/]|$)/.test(path) ? join(homedir(), path.slice(2)) : path);

type Writable = { ok: true } | { ok: false; code: 'not_a_folder' | 'not_writable'; at: string };

/** Whether a folder can be written, by the nearest folder that exists. */
export async function isWritable(parent: string): Promise<Writable> {
  for (let at = resolve(parent); ; at = dirname(at)) {
    const found = await stat(at).catch((error: unknown) => error as NodeJS.ErrnoException);
    if (found instanceof Error) {
      if (found.code === 'ENOTDIR') continue;
      if (found.code !== 'ENOENT' || dirname(at) === at) return { ok: false, code: 'not_writable', at };
      continue;
    }
    if (!found.isDirectory()) return { ok: false, code: 'not_a_folder', at };
    const may = await access(at, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    return may ? { ok: true } : { ok: false, code: 'not_writable', at };
  }
}
