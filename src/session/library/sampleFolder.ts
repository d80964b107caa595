import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sampleNamed } from '../../debate/flow/seats';

/** Finds the sample in the running installation: beside the bundle, beside `src`, or in the bundle's own folder. */
export function sampleFolder(name: string): string | undefined {
  if (!/^[a-z-]+$/.test(name)) return undefined;
  const places = [['..'], ['..', '..', '..'], []].map((up) => join(__dirname, ...up, 'media', 'sample', name));
  return places.find((place) => existsSync(join(place, 'script.json')));
}

export const evidenceOf = (folder: string): string => join(folder, 'evidence');

/** A sample's in this installation, else as it is recorded. */
export function locatedRoot<T extends string | null>(root: T): T | string {
  const folder = sampleFolder(sampleNamed(root) ?? '');
  return folder === undefined ? root : evidenceOf(folder);
}
