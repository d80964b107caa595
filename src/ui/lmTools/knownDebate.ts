import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, resolve } from 'node:path';
import { isInside } from '../../research/workspaceFile';
import type { DebateSummary } from '../../session/library/summary';

const mostNamed = 10;

/**
 * The debate that a model names: by its folder, by a path from a workspace folder, or by the folder's name; without a
 * name the newest one. Only debates of the list can be named. Undefined if the list is empty.
 *
 * @throws Error that tells the model which debates exist, if none or several match.
 */
export function knownDebate(
  debates: readonly DebateSummary[],
  named: string | undefined,
  roots: readonly string[],
): DebateSummary | undefined {
  if (named === undefined) return debates[0];
  const paths = new Set([resolve(named), ...roots.map((root) => resolve(root, named))]);
  const there = debates.filter(({ folder }) => paths.has(folder));
  const found = there.length > 0 ? there : debates.filter(({ folder }) => basename(folder) === named);
  if (found.length > 1)
    throw new Error(
      `${named} is the name of ${found.length} debates, newest first: ${foldersOf(found)}. Name one by its whole folder; ask the user which is meant where you cannot know.`,
    );
  if (found.length === 1) return found[0];
  const known =
    debates.length === 0
      ? 'There is no debate in this workspace.'
      : `The debates of this workspace, newest first: ${foldersOf(debates)}.`;
  throw new Error(`No debate of this workspace is in ${named}. ${known}`);
}

const foldersOf = (debates: readonly DebateSummary[]): string =>
  debates
    .slice(0, mostNamed)
    .map(({ folder }) => folder)
    .join(', ');

/**
 * Path in the workspace that a model names, relative to one of the folders, or absolute. It is judged without links, so
 * that nothing outside is reached or probed.
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
