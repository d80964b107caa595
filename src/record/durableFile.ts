import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { recordErrorFrom, systemCode } from './recordError';
import { exists } from './logPath';

/**
 * Writes a file whole or not at all: a temporary file beside it is synced, then renamed; an error leaves none behind.
 * `mode` holds from the first byte on. @throws RecordError
 */
export async function writeDurably(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  await writeWhole(path, { content, mode }, (temporary) => rename(temporary, path));
  await syncFolder(dirname(path));
}

/**
 * Like `writeDurably`, but keeps an existing file: one of several writers, in any processes, wins; the others get
 * false. Without hard links the last of simultaneous writers wins. The file's name survives a power cut only after
 * `syncFolder`; one call serves several files of a folder.
 */
export async function writeOnce(path: string, content: string | Uint8Array): Promise<boolean> {
  if (await exists(path)) return false;
  let isFirst = true;
  await writeWhole(path, { content }, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      if (systemCode(error) === 'EEXIST') isFirst = false;
      else if (await exists(path)) isFirst = false;
      else {
        await rename(temporary, path);
        return;
      }
    }
    await unlink(temporary);
  });
  return isFirst;
}

/**
 * Makes a folder unless it exists, but not its parents: a deleted debate folder must not come back with nothing but
 * this in it. @throws RecordError
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  await mkdir(path, { mode }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw recordErrorFrom(error, 'make', path);
  });
}

/**
 * Makes a folder with its parents. On a read-only file system a recursive `mkdir` reports that the place does not
 * exist, so the first missing folder is made by itself for the true reason.
 */
export async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    let missing = path;
    while (!(await exists(dirname(missing)))) missing = dirname(missing);
    await mkdir(missing);
    await mkdir(path, { recursive: true });
  }
}

async function writeWhole(
  path: string,
  { content, mode }: { content: string | Uint8Array; mode?: number | undefined },
  put: (temporary: string) => Promise<void>,
): Promise<void> {
  // Two writes of one path may overlap.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await put(temporary);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw recordErrorFrom(error, 'write', path);
  }
}

/** Makes renames and new files in the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return; // Windows and some network file systems cannot sync a folder, and need not.
  }
}
