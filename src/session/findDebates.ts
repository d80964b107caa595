import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { logFileName } from '../record/logPath';

/** Where nobody keeps debates, and much else. */
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** See `createDebateFolder`: a debate that is being made. */
const isBeingMade = /^\.new-debate-/;

/** The folders of all debates in this folder and below, itself included. Links are not followed; what cannot be read is passed over. */
export async function debatesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => entry.name === logFileName && !entry.isDirectory())) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
  const found: string[] = [];
  for (const { name } of folders) found.push(...(await debatesBelow(join(folder, name))));
  return found;
}

const isPassedOver = (name: string): boolean => passedOver.has(name) || isBeingMade.test(name);
