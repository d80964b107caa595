import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { errorCode } from '../debate/objects';

/** The process that holds something; lets another one check whether it lives. */
interface ProcessIdentity {
  pid: number;
  host: string;
  /** The process's start in kernel ticks, if readable: tells a reused pid from the holder. */
  process_start?: string | undefined;
  /** The namespace of `pid` (Linux): a container may share the host's name and not its processes. */
  pid_namespace?: string | undefined;
}

/** This process; read once. */
export function ownIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    host: hostname(),
    process_start: processStart(process.pid),
    pid_namespace: pidNamespace(),
  };
  return own;
}

let own: ProcessIdentity | undefined;

/** A name for something that this thread holds. */
export const newNonce = (): string => `${threadId}-${randomUUID()}`;

/** Whether this thread, in this process, made the nonce. Other threads cannot be asked. */
export const isOwnNonce = (identity: ProcessIdentity, nonce: string): boolean =>
  identity.pid === process.pid && isSameMachine(identity) && nonce.startsWith(`${threadId}-`);

/** This machine in few characters: the host's name and its process namespace. */
export function ownMachine(): string {
  const { host, pid_namespace: namespace } = ownIdentity();
  machine ??= createHash('sha256')
    .update(`${host} ${namespace ?? ''}`)
    .digest('hex')
    .slice(0, 12);
  return machine;
}

let machine: string | undefined;

/** True only if certain: the same machine, and no such process, or another one with its number. */
export function isGone(identity: ProcessIdentity): boolean {
  if (!isSameMachine(identity)) return false;
  const { pid, process_start: start } = identity;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const now = processStart(pid);
  return start !== undefined && now !== undefined && now !== start;
}

function isSameMachine({ host, pid_namespace: namespace }: ProcessIdentity): boolean {
  const { host: ownHost, pid_namespace: ownNamespace } = ownIdentity();
  return host === ownHost && (namespace === undefined || namespace === ownNamespace);
}

function pidNamespace(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    return undefined; // Not Linux, or /proc is not mounted.
  }
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
