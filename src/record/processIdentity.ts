import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Which process holds something, so that another one can tell whether it still lives. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** The start of the process in the kernel's ticks, where it can be read: tells a reused pid from the holder. */
  process_start?: string | undefined;
}

/** This process; read once. */
export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, host: hostname(), process_start: processStart(process.pid) };
  return own;
}

let own: ProcessIdentity | undefined;

/** True only when it is certain: the same host, and no such process or another one under its number. */
export function isGone({ pid, host, process_start: start }: ProcessIdentity): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  const now = processStart(pid);
  return start !== undefined && now !== undefined && now !== start;
}

/** Field 22 of /proc/<pid>/stat (Linux): when the process started. Undefined elsewhere. */
function processStart(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie is dead, though its number is still taken.
    return fields[0] === 'Z' ? 'zombie' : fields[19];
  } catch {
    return undefined;
  }
}
