import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { isInside } from '../../research/workspaceFile';

/**
 * The path of something in the workspace, as a model names it: relative to one of the folders, or absolute. Where it leads is judged
 * without its links, so that nothing outside is reached or probed for.
 *
 * @throws Error that tells the model what is wrong.
 */
export async function pathInWorkspace(named: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0)
    throw new Error('No folder of a disk is open in the editor, so no path can be named. Ask the user to open one.');
  if (named.includes('\0')) throw new Error('A path may not hold NUL characters.');
  const candidates = isAbsolute(named) ? [resolve(named)] : roots.map((root) => resolve(root, named));
  const inside = candidates.filter((path) => roots.some((root) => isInside(root, path)));
  for (const path of inside) if (await isReallyInside(path, roots)) return path;
  const what =
    inside.length === 0 ? 'lies outside the workspace' : 'is not in the workspace, or is a link that leads out of it';
  throw new Error(`${named} ${what}. Name a file or folder inside ${roots.join(' or ')}.`);
}

async function isReallyInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return false;
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  return realRoots.some((root) => isInside(root, real));
}
