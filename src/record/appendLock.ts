import {
  closeSync,
  lstatSync,
  lutimesSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  type Stats,
} from 'node:fs';
import { lockSync } from 'proper-lockfile';
import { threadId } from 'node:worker_threads';
import { errorCode } from '../debate/log/objects';
import { isGone, isOwnNonce, ownIdentity, ownMachine } from './lease';
import { RecordError, systemCode } from './recordError';
import { sha256 } from './sha256';

/** Age at which a lock that was not refreshed counts as a dead process's. Its holder refreshes it every 5 s. */
const staleMs = 10_000;
const sureMs = 8_000;
/**
 * Waiting times between tries. Eight processes with 500 appends each took 2.5 s with these; 3.8 s with 1 to 6 ms,
 * mostly for failed tries; with 10 to 80 ms one process finished before others had begun.
 */
const retryMs = { min: 4, max: 24 };

interface AppendLock {
  readonly isCompromised: boolean;
  release(): void;
}

/**
 * Takes the lock for one append. `proper-lockfile` holds and refreshes it (`<file>.lock`). This module takes over a
 * dead holder's lock itself, because the library's way (stat, remove, create) let two processes in. The calls are
 * synchronous: each takes microseconds, and a trip through the thread pool takes ten times that. @throws RecordError
 * `lock_timeout`; the system's error when the folder cannot be written.
 */
export async function takeAppendLock(file: string, timeoutMs = 60_000): Promise<AppendLock> {
  const lockPath = `${file}.lock`;
  const started = performance.now();
  let seen = { mark: '', since: started };
  for (;;) {
    const taken = tryLock(file, lockPath);
    if (taken !== undefined) return taken;
    const held = heldLock(lockPath);
    if (held !== undefined) {
      if (held.mark !== seen.mark) seen = { mark: held.mark, since: performance.now() };
      // The wall clock decides, or our own count of time without a refresh, because clocks can differ.
      const isStale = Date.now() - held.mtimeMs > staleMs || performance.now() - seen.since > 1.5 * staleMs;
      if (isStale || isGoneOwner(held.owner)) removeDeadLock(lockPath, held.mark);
    }
    if (performance.now() - started > timeoutMs) {
      const words = `Another process has held ${lockPath} for ${timeoutMs / 1000} s. End it, then try again.`;
      throw new RecordError('lock_timeout', words);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs.min + Math.random() * (retryMs.max - retryMs.min)));
  }
}

function tryLock(file: string, lockPath: string): AppendLock | undefined {
  const taken = { wall: Date.now(), steady: performance.now() };
  // One of the two clocks stops while the machine sleeps, and the other can be set.
  const isSure = (): boolean => Math.max(Date.now() - taken.wall, performance.now() - taken.steady) < sureMs;
  const nonce = `${threadId}-${(locksTried += 1)}`;
  let isLost = false;
  try {
    const release = lockSync(file, {
      lockfilePath: lockPath,
      realpath: false,
      fs: lockCalls(isSure, nonce),
      // Never reached, because `removeDeadLock` does the take-over.
      stale: 2 ** 31,
      update: staleMs / 2,
      // The default throws from a timer, which ends the extension host.
      onCompromised: () => {
        isLost = true;
      },
    });
    heldHere.add(nonce);
    return {
      get isCompromised() {
        return isLost || !isSure();
      },
      release: () => {
        heldHere.delete(nonce);
        try {
          if (!isLost) release();
        } catch {
          return; // A lock that cannot be refreshed is left to the next writer, who takes it over.
        }
      },
    };
  } catch (error) {
    if (errorCode(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

let locksTried = 0;

/**
 * File calls that the library makes for one lock. The lock is a symbolic link that names its holder: one exclusive call
 * takes it, and waiting processes see at once that the holder has died. Where links are impossible (Windows without the
 * privilege, FAT) it is a file, and a dead holder's lock has to grow stale. On ext4 a directory would cost four times
 * as much.
 */
function lockCalls(isSure: () => boolean, nonce: string) {
  let birth: string | undefined;
  return {
    realpathSync,
    // This call only tests the resolution of file times, which a new lock's time does not need.
    utimesSync: (path: string, accessed: Date, changed: Date): void => {
      if (birth !== undefined) lutimesSync(path, accessed, changed);
    },
    mkdirSync: (path: string): void => createLock(path, nonce),
    statSync: (path: string) => {
      const stats = lstatSync(path);
      birth ??= birthOf(stats);
      return stats;
    },
    rmdirSync: (path: string): void => {
      // A holder that slept for long must not remove its successor's lock.
      if (isSure() || birthOf(lstatSync(path)) === birth) unlinkSync(path);
    },
  };
}

const noLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

function createLock(path: string, nonce: string): void {
  const { pid, process_start: start = '-' } = ownIdentity();
  try {
    // The target stays below 60 bytes, which ext4 keeps in the inode: a longer one takes ten times as long to remove.
    symlinkSync(`${pid} ${start} ${ownMachine()} ${nonce}`, path);
  } catch (error) {
    if (!noLinks.has(systemCode(error))) throw error;
    closeSync(openSync(path, 'wx'));
  }
}

/**
 * Locks that this thread holds. A lock that names this thread and is not among them was lost with its folder, which
 * came back.
 */
const heldHere = new Set<string>();

function isGoneOwner(owner: string): boolean {
  const [pid, start, machine, nonce] = owner.split(' ');
  if (nonce === undefined || machine !== ownMachine()) return false;
  const identity = { ...ownIdentity(), pid: Number(pid), process_start: start === '-' ? undefined : start };
  return isOwnNonce(identity, nonce) ? !heldHere.has(nonce) : isGone(identity);
}

const birthOf = (stats: Stats): string => `${stats.ino} ${stats.birthtimeMs}`;

interface HeldLock {
  mark: string;
  owner: string;
  mtimeMs: number;
}

function heldLock(lockPath: string): HeldLock | undefined {
  try {
    const stats = lstatSync(lockPath);
    const owner = stats.isSymbolicLink() ? readlinkSync(lockPath) : '';
    return { mark: `${birthOf(stats)} ${stats.mtimeMs} ${owner}`, owner, mtimeMs: stats.mtimeMs };
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'EINVAL') return undefined;
    throw error;
  }
}

/** Lifetime of a ticket: the time for which one whose owner died blocks the others. */
const ticketMs = 30_000;

/**
 * Removes a lock that is no longer refreshed. Only the process that exclusively creates a ticket named after the lock's
 * last refresh may do so. The second look and the renaming follow each other without a pause; only a process suspended
 * right between them for a ticket's lifetime could move a live lock.
 */
function removeDeadLock(lockPath: string, mark: string): void {
  const ticket = `${lockPath}-dead-${sha256(mark).slice(0, 16)}`;
  if (!createTicket(ticket)) return;
  try {
    if (heldLock(lockPath)?.mark !== mark) return;
    renameSync(lockPath, `${ticket}-moved`);
    rmSync(`${ticket}-moved`, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error; // Its holder woke up and released it.
  } finally {
    rmSync(ticket, { force: true });
  }
}

function createTicket(ticket: string): boolean {
  try {
    closeSync(openSync(ticket, 'wx'));
    return true;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    const found = lstatSync(ticket, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > ticketMs) rmSync(ticket, { force: true });
    return false;
  }
}
