import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { recordErrorFrom } from './recordError';

/**
 * Writes a file whole or not at all: a temporary file beside it, synced, then renamed; after an error none is left.
 *
 * @throws RecordError `no_space`, `not_permitted` and the like.
 */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  // Two writes of one path may overlap: each has a temporary file of its own.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // The first error says more.
    throw recordErrorFrom(error, 'write', path);
  }
  await syncFolder(dirname(path));
}

/** Makes renames and new files in a folder outlast a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return; // Windows and some network file systems cannot sync folders, and need not be told to.
  }
}
