import { spawn } from 'node:child_process';
import { fstatSync, type Stats } from 'node:fs';

const lookMs = 1_000;
const output = 1;

/**
 * Calls back once standard output has no reader: the pipe has none, or the program that started this one and holds the
 * other end has ended. A pipe reports that only when something is written, which may be never. Returns a function that
 * stops watching.
 */
export function whenReaderGone(call: () => void): () => void {
  const stats = outputStats();
  if (stats?.isFIFO() === true && process.platform === 'linux') return whenPipeBroken(call);
  if (stats?.isSocket() === true && process.platform !== 'win32') return whenParentGone(call);
  return () => undefined;
}

function outputStats(): Stats | undefined {
  try {
    return fstatSync(output);
  } catch {
    return undefined; // It was closed before the start.
  }
}

/**
 * Watches a pipe with GNU `tail -f`, because Node.js cannot poll a pipe to which nothing is written: SIGPIPE ends
 * `tail` once its output has no readers. It also ends with this program. Without it, or with another `tail`, nothing is
 * noticed.
 */
function whenPipeBroken(call: () => void): () => void {
  const tail = spawn('tail', ['-f', `--pid=${process.pid}`, '/dev/null'], { stdio: ['ignore', output, 'ignore'] });
  tail.on('error', () => undefined);
  tail.once('exit', (_, signal) => {
    if (signal === 'SIGPIPE') call();
  });
  tail.unref();
  return () => {
    tail.removeAllListeners('exit');
    tail.kill();
  };
}

function whenParentGone(call: () => void): () => void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    call();
  }, lookMs).unref();
  return () => clearInterval(looking);
}
