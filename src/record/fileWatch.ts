import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

const pollMs = 1_000;

/**
 * Calls `look`, which must not throw, when the file may have changed, one call at a time, until disposed of: on the system's notices,
 * which are late, merged or missing, and every second.
 */
export function watchFile(path: string, look: () => Promise<void>): { dispose(): void } {
  let isDisposed = false;
  let isRunning = false;
  let isWanted = false;
  const check = async (): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted && !isDisposed) {
      isWanted = false;
      await look();
    }
    isRunning = false;
  };
  const watcher = watchFolder(dirname(path), (name) => {
    if (name === null || name === basename(path)) void check();
  });
  const poll = setInterval(() => void check(), pollMs);
  poll.unref();
  return {
    dispose: () => {
      isDisposed = true;
      clearInterval(poll);
      watcher?.close();
    },
  };
}

function watchFolder(folder: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
    watcher.on('error', () => watcher.close()); // The poll goes on: the folder may come back.
    return watcher;
  } catch {
    return undefined; // Network file system, watcher limit: polling suffices.
  }
}
