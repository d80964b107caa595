import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { evidenceWalk } from '../research/evidenceWalk';
import { fileKind } from '../research/fileKind';
import { IgnoreRules } from '../research/ignoreRules';

/** The Markdown files of folders, and all other paths as they are. What `.gitignore` names is left out. */
export async function documentFiles(paths: readonly string[], signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory() === true) found.push(...(await markdownIn(path, signal)));
    else found.push(path);
  }
  return [...new Set(found)];
}

async function markdownIn(folder: string, signal: AbortSignal): Promise<string[]> {
  const root = await realpath(folder);
  const rules = await IgnoreRules.atRoot(root, []);
  const { candidates } = await evidenceWalk({ root, excluded: [], rules, signal });
  return candidates
    .filter((path) => fileKind(path) === 'markdown')
    .sort()
    .map((path) => join(root, path));
}
