import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of this repository. */
export const repository = resolve(import.meta.dirname, '..', '..', '..');

/** A file that somebody may look at after a run: screenshots, logs of the server. Git does not see them. */
export function artefact(folder: 'screenshots' | 'logs', name: string): string {
  const path = join(repository, 'out', folder);
  mkdirSync(path, { recursive: true });
  return join(path, name.replaceAll(/[^\w.-]+/g, '-'));
}
