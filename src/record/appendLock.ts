import { open, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import { RecordError } from './recordError';

/** A lock not refreshed for this long belongs to a process that died. Its holder refreshes it every 5 s. */
const staleMs = 10_000;
const retryMs = { min: 4, max: 40 };

export interface AppendLock {
  /** Set when the lock was lost while it was held: nothing may be written any more. */
  readonly isCompromised: boolean;
  release(): Promise<void>;
}

/**
 * Takes the lock for one append. `proper-lockfile` holds it (a directory `<file>.lock`, refreshed); the take-over of a
 * dead holder's lock is ours, because the library's (stat, rmdir, mkdir) was measured to let two processes in.
 *
 * @throws RecordError `lock_timeout` after `timeoutMs`, `folder_missing` and the like when the folder cannot be written.
 */
export async function takeAppendLock(file: string, timeoutMs = 60_000): Promise<AppendLock> {
  const lockPath = `${file}.lock`;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const taken = await tryLock(file, lockPath);
    if (taken !== undefined) return taken;
    await removeDeadLock(lockPath);
    if (performance.now() > deadline) {
      throw new RecordError('lock_timeout', `Another process has held ${lockPath} for ${timeoutMs / 1000} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs.min + Math.random() * (retryMs.max - retryMs.min)));
  }
}

async function tryLock(file: string, lockPath: string): Promise<AppendLock | undefined> {
  let isCompromised = false;
  const takenAt = Date.now();
  try {
    const release = await lock(file, {
      lockfilePath: lockPath,
      realpath: false,
      // Never reached: the take-over is removeDeadLock's.
      stale: 2 ** 31,
      update: staleMs / 2,
      // The default throws from a timer, which ends the extension host.
      onCompromised: () => {
        isCompromised = true;
      },
    });
    return {
      get isCompromised() {
        // A process that was suspended meanwhile may have lost the lock before any timer of its could notice.
        return isCompromised || Date.now() - takenAt > staleMs * 0.8;
      },
      release: async () => {
        if (!isCompromised) await release();
      },
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return undefined;
    throw error;
  }
}

/**
 * Removes a lock that nobody refreshes. The one who may do so is the one who creates, exclusively, a ticket named after
 * the dead lock's last refresh; the removal is a rename, so that of two processes only one can have moved it.
 */
async function removeDeadLock(lockPath: string): Promise<void> {
  const held = await stat(lockPath).catch(() => undefined);
  if (held === undefined || Date.now() - held.mtimeMs < staleMs) return;
  const ticket = `${lockPath}-dead-${Math.round(held.mtimeMs)}-${held.ino}`;
  try {
    await (await open(ticket, 'wx')).close();
  } catch {
    await removeOldTicket(ticket);
    return; // Another process is at it.
  }
  const grave = `${ticket}-moved`;
  try {
    const again = await stat(lockPath);
    if (again.ino !== held.ino || again.mtimeMs !== held.mtimeMs) return;
    await rename(lockPath, grave);
    await rmdir(grave);
  } catch {
    return; // Its holder woke up and released it.
  } finally {
    await unlink(ticket).catch(() => undefined);
  }
}

/** A process that died between taking a ticket and using it must not block all others for ever. */
async function removeOldTicket(ticket: string): Promise<void> {
  const found = await stat(ticket).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > staleMs) await unlink(ticket).catch(() => undefined);
}
