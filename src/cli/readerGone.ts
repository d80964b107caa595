import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';

const lookMs = 1_000;
const output = 1;

/**
 * Calls back once nobody is left to read standard output: a pipe without readers, or, where the program that started this one holds the
 * other end, its end. A pipe says so only when something is written, which may be never. Returns how to stop looking.
 */
export function whenReaderGone(call: () => void): () => void {
  const stats = outputStats();
  const parent = process.ppid;
  const isGone =
    stats?.isFIFO() === true ? hasNoReader : stats?.isSocket() === true ? () => process.ppid !== parent : undefined;
  if (isGone === undefined || process.platform === 'win32') return () => undefined;
  const looking = setInterval(() => {
    if (!isGone()) return;
    clearInterval(looking);
    call();
  }, lookMs).unref();
  return () => clearInterval(looking);
}

function outputStats(): Stats | undefined {
  try {
    return fstatSync(output);
  } catch {
    return undefined; // It was closed before the start.
  }
}

/** To open a pipe for writing fails where nobody reads it. Elsewhere than on Linux an open pipe has no path. */
function hasNoReader(): boolean {
  try {
    closeSync(openSync(`/proc/self/fd/${output}`, constants.O_WRONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENXIO';
  }
}
