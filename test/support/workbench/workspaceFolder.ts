import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../tempFolder';
import { repository } from './artefacts';

export type WorkspaceContents = {
  /** Begin with a copy of `test/fixtures/gateway`. */
  sample?: boolean;
  /** Path with `/` → content; a path that ends in `/` makes an empty folder. */
  files?: Record<string, string | Uint8Array>;
};

export type WorkspaceFolder = { path: string; remove: () => void };

/** A new folder to open in a window. */
export function workspaceFolder(contents: WorkspaceContents = {}): WorkspaceFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-workspace-')));
  fillFolder(path, contents);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export function fillFolder(path: string, { sample = false, files = {} }: WorkspaceContents): void {
  if (sample) cpSync(join(repository, 'test', 'fixtures', 'gateway'), path, { recursive: true });
  writeFiles(path, files);
}
