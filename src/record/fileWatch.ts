import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

const pollMs = 1_000;

/**
 * Calls `look` when the file may have changed, one call at a time, until disposed of. The system's notices can be late,
 * merged or missing, so `look` also runs every second. `look` must not throw.
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
    watcher.on('error', () => watcher.close()); // Polling continues: the folder may come back.
    return watcher;
  } catch {
    return undefined; // A network file system or a watcher limit; polling suffices.
  }
}
