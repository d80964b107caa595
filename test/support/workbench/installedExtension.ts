import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { repository } from './artefacts';

const manifest = z.object({ publisher: z.string(), name: z.string(), version: z.string() });

/** The folder of the extension under test: this repository, unless `ROSTRUM_TEST_EXTENSION` names another. */
export const extensionFolder = (): string => process.env['ROSTRUM_TEST_EXTENSION'] ?? repository;

/** Nothing but a manifest: it declares the models and tools that host tests then bring, because only declared ones are taken. */
export const chatModelsFolder = (): string => join(repository, 'test', 'support', 'chatModels');

/**
 * Lists extensions as installed at their place, so that windows run them as for a person. A window with
 * `extensionDevelopmentPath` has to know that a test drives it, and then shows no notifications.
 */
export function listAsInstalled(extensionsFolder: string, extensions: readonly string[]): void {
  mkdirSync(extensionsFolder, { recursive: true });
  writeFileSync(join(extensionsFolder, 'extensions.json'), JSON.stringify(extensions.map(entryFor)));
}

function entryFor(extension: string): object {
  const { publisher, name, version } = manifest.parse(
    JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8')),
  );
  return {
    identifier: { id: `${publisher}.${name}` },
    version,
    location: { $mid: 1, path: extension, scheme: 'file' },
    metadata: { installedTimestamp: 0, source: 'vsix' },
  };
}
