import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

const likely = new Set([
  'docs',
  'doc',
  'documentation',
  'evidence',
  'research',
  'sources',
  'references',
  'notes',
  'adr',
  'adrs',
  'rfcs',
  'rfc',
  'specs',
  'spec',
  'design',
  'papers',
  'reports',
  'data',
  'wiki',
]);
const most = 6;

/** Sub-folders of the folder and of its `docs`, by their names. */
export async function likelyEvidence(folder: string): Promise<string[]> {
  const own = await likelyIn(folder);
  const inDocs = await Promise.all(own.filter((path) => /^docs?$/i.test(basename(path))).map(likelyIn));
  return [...own, ...inDocs.flat()].slice(0, most);
}

/** A folder that cannot be listed offers nothing; choosing it shows why. */
async function likelyIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && likely.has(entry.name.toLowerCase()))
    .map((entry) => join(folder, entry.name))
    .sort();
}
