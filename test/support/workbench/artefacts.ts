import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this repository, whether this code runs from its source or bundled in dist/. */
export const repository = above(import.meta.dirname);

function above(folder: string): string {
  return existsSync(join(folder, 'esbuild.mjs')) || folder === dirname(folder) ? folder : above(dirname(folder));
}

/** A file for looking at after a run: screenshots, logs of the server. Git ignores them. */
export function artefact(folder: 'screenshots' | 'logs', name: string): string {
  const path = join(repository, 'out', folder);
  mkdirSync(path, { recursive: true });
  return join(path, name.replaceAll(/[^\w.-]+/g, '-'));
}
