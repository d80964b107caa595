import { basename, resolve } from 'node:path';
import type { DebateSummary } from '../../session/summary';

const mostNamed = 10;

/**
 * The debate that a model names: by its folder, by a path from a workspace folder, or by the folder's name; without a name the newest one.
 * Only debates of the list can be named. Undefined where there is none at all.
 *
 * @throws Error that tells the model which there are.
 */
export function knownDebate(
  debates: readonly DebateSummary[],
  named: string | undefined,
  roots: readonly string[],
): DebateSummary | undefined {
  if (named === undefined) return debates[0];
  const paths = new Set([resolve(named), ...roots.map((root) => resolve(root, named))]);
  const found =
    debates.find(({ folder }) => paths.has(folder)) ?? debates.find(({ folder }) => basename(folder) === named);
  if (found !== undefined) return found;
  const names = debates.slice(0, mostNamed).map(({ folder }) => folder);
  const known =
    names.length === 0
      ? 'There is no debate in this workspace.'
      : `The debates of this workspace, newest first: ${names.join(', ')}.`;
  throw new Error(`No debate of this workspace is in ${named}. ${known}`);
}
