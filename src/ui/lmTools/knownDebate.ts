import { basename, resolve } from 'node:path';
import type { DebateSummary } from '../../session/summary';

const mostNamed = 10;

/**
 * The debate that a model names: by its folder, by a path from a workspace folder, or by the folder's name; without a name the newest one.
 * Only debates of the list can be named. Undefined where there is none at all.
 *
 * @throws Error that tells the model which there are: where none is meant, or several may be.
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
