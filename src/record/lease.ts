import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, stat, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { readRegularText } from '../async/regularFile';
import * as z from 'zod';
import { orRecordError, RecordError, recordErrorFrom } from './recordError';
import { sha256 } from './sha256';
import { errorCode, jsonOf } from '../debate/log/objects';

/**
 * The run lease makes sure that one engine drives a debate. Its holder exclusively created the highest epoch file
 * `lock.<n>` of the folder, and touches it as a heartbeat. After a stale or released lease the next engine creates
 * `lock.<n+1>`. Under the append lock an engine checks that its epoch is still the highest, so a suspended one that
 * lost its lease cannot write.
 */

const heartbeatMs = 2_000;
const leaseStaleMs = 15_000;
/** An engine fills its lease at once. One that is empty for longer was left by a full disk or a crash, and is ignored. */
const unfilledMs = 1_000;
const lookAgainMs = 100;

const holderSchema = z.looseObject({
  pid: z.int(),
  nonce: z.string().optional(),
  host: z.string(),
  /** Start time in kernel ticks, if readable; distinguishes the holder from a later process with the same pid. */
  process_start: z.string().optional(),
  /** Namespace of `pid` (Linux): a container may share the host's name but not its processes. */
  pid_namespace: z.string().optional(),
  since: z.string(),
  program: z.string(),
  released: z.string().optional(),
  reason: z.string().optional(),
});

/** `released`: `done`, `paused`, `budget`, `stopped`, `interrupted` or `failed`. */
export type LeaseHolder = z.infer<typeof holderSchema>;

export type LeaseStatus =
  | { state: 'free' }
  | { state: 'released'; epoch: number; holder: LeaseHolder }
  /** `dead`: the process is gone. `silent`: the heartbeat has stopped, and the process may or may not live. */
  | { state: 'held' | 'dead' | 'silent'; epoch: number; holder: LeaseHolder };

export interface Lease {
  readonly epoch: number;
  /** Throws if another engine has taken the lease. @throws RecordError `lease_lost` */
  verify(): Promise<void>;
  release(as: string, reason?: string): Promise<void>;
}

interface LeaseOptions {
  program: string;
  /** Takes over from a silent holder. A dead holder's lease is always taken over. */
  takeOver?: boolean | undefined;
}

/**
 * Creates the next epoch file. @throws RecordError `lease_held`, which names the holder and the time; `not_permitted`
 * and other errors of the system.
 */
export const acquireLease = (folder: string, options: LeaseOptions): Promise<Lease> =>
  orRecordError(acquire(folder, options), 'take the lease in', folder);

async function acquire(folder: string, options: LeaseOptions): Promise<Lease> {
  let status = await leaseStatus(folder);
  for (let waited = 0; isUnfilled(status) && waited < 2 * unfilledMs; waited += lookAgainMs) {
    await sleep(lookAgainMs);
    status = await leaseStatus(folder);
  }
  if (status.state === 'held' || (status.state === 'silent' && options.takeOver !== true)) throw heldBy(status);
  const epoch = status.state === 'free' ? 1 : status.epoch + 1;
  const path = join(folder, `lock.${epoch}`);
  const nonce = `${threadId}-${randomUUID()}`;
  const holder = { ...ownIdentity(), nonce, since: new Date().toISOString(), program: options.program };
  heldHere.add(nonce);
  try {
    const isCreated = await createExclusively(path, JSON.stringify(holder));
    // The listing may be old, so the epoch created may be below the current one.
    const isHighest = isCreated && (await highestEpoch(folder)) === epoch;
    if (isCreated && !isHighest) await unlink(path).catch(() => undefined);
    if (!isHighest) throw heldBy(await leaseStatus(folder));
  } catch (error) {
    heldHere.delete(nonce);
    throw error;
  }
  await removeEpochsBelow(folder, epoch);
  return heldLease(folder, { epoch, path, holder });
}

function heldBy(status: LeaseStatus): RecordError {
  if (status.state === 'free') return new RecordError('lease_held', 'Another engine took this debate just now.');
  if (isUnfilled(status))
    return new RecordError('lease_held', 'Another program is opening this debate just now. Try again in a moment.');
  const { holder } = status;
  const who = `${holder.program} (process ${holder.pid} on ${holder.host}) since ${sinceText(holder)}`;
  const hint =
    status.state === 'silent'
      ? 'It has given no sign of life. If you are sure that it is gone, take over.'
      : 'Wait for it, or stop it there.';
  return new RecordError('lease_held', `This debate is run by ${who}. ${hint}`);
}

/** The start of the run in local time, such as `30 Nov 2026, 10:03`. */
export function sinceText({ since }: Pick<LeaseHolder, 'since'>): string {
  const time = Date.parse(since);
  if (Number.isNaN(time)) return since;
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

function heldLease(
  folder: string,
  { epoch, path, holder }: { epoch: number; path: string; holder: LeaseHolder & { nonce: string } },
): Lease {
  const heartbeat = setInterval(() => {
    const time = new Date();
    // verify() notices a failed heartbeat before the next append.
    utimes(path, time, time).catch(() => undefined);
  }, heartbeatMs);
  heartbeat.unref();
  return {
    epoch,
    verify: () => verifyEpoch(folder, epoch),
    async release(as, reason) {
      clearInterval(heartbeat);
      heldHere.delete(holder.nonce);
      const released = { ...holder, released: as, reason };
      // A folder deleted since then has no lease to release. When the disk is full, an empty file marks the lease as
      // free.
      await writeFile(path, JSON.stringify(released), { flag: 'r+' }).catch(() =>
        truncate(path, 0).catch(() => undefined),
      );
    },
  };
}

async function createExclusively(path: string, content: string): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.writeFile(content);
    return true;
  } catch (error) {
    // The disk may be full; an empty lease without a holder must not stay.
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function epochsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []).map(Number);
}

const highestEpoch = async (folder: string): Promise<number> => Math.max(0, ...(await epochsIn(folder)));

async function verifyEpoch(folder: string, epoch: number): Promise<void> {
  if ((await highestEpoch(folder)) === epoch) return;
  throw new RecordError('lease_lost', 'Another engine has taken over this debate. Nothing more is written from here.');
}

async function removeEpochsBelow(folder: string, epoch: number): Promise<void> {
  const old = (await epochsIn(folder)).filter((candidate) => candidate < epoch);
  await Promise.all(old.map((candidate) => unlink(join(folder, `lock.${candidate}`)).catch(() => undefined)));
}

/** Reads who holds the lease, and changes nothing. @throws RecordError `folder_missing`, `not_permitted`, `io`. */
export async function leaseStatus(folder: string, now: () => Date = () => new Date()): Promise<LeaseStatus> {
  const epoch = await highestEpoch(folder).catch((error: unknown) => {
    throw recordErrorFrom(error, 'read the lease in', folder);
  });
  if (epoch === 0) return { state: 'free' };
  const path = join(folder, `lock.${epoch}`);
  const [text, stats] = await Promise.all([readRegularText(path).catch(() => ''), stat(path).catch(() => undefined)]);
  const holder = holderSchema.safeParse(jsonOf(text)).data;
  const age = now().getTime() - (stats?.mtimeMs ?? 0);
  if (holder === undefined) {
    // The file was created and not filled, or cut by a full disk or a crash: its age decides.
    return { state: age < unfilledMs ? 'held' : 'dead', epoch, holder: nobody };
  }
  if (holder.released !== undefined) return { state: 'released', epoch, holder };
  if (isLetGo(holder)) return { state: 'dead', epoch, holder };
  return { state: age < leaseStaleMs ? 'held' : 'silent', epoch, holder };
}

const nobody: LeaseHolder = { pid: 0, host: 'unknown', since: 'unknown', program: 'another program' };

/** Whether the lease's file is too damaged to name its holder. */
export const isUnnamed = ({ pid, host }: LeaseHolder): boolean => pid === nobody.pid && host === nobody.host;

const isUnfilled = (status: LeaseStatus): boolean => status.state === 'held' && isUnnamed(status.holder);

/** Returns `free` for a lease that cannot be read: a debate whose folder is gone is not running. */
export const leaseOrFree = (folder: string): Promise<LeaseStatus> =>
  leaseStatus(folder).catch((): LeaseStatus => ({ state: 'free' }));

/**
 * Leases of this thread. A lease that names this thread and is not among them was released while its folder was away,
 * so the file could not be marked.
 */
const heldHere = new Set<string>();

function isLetGo(holder: LeaseHolder): boolean {
  const { nonce } = holder;
  return nonce !== undefined && isOwnNonce(holder, nonce) ? !heldHere.has(nonce) : isGone(holder);
}

type ProcessIdentity = Pick<LeaseHolder, 'pid' | 'host' | 'process_start' | 'pid_namespace'>;

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

/** Whether this thread created the lease or lock. Other threads of the process cannot be asked. */
export const isOwnNonce = (identity: ProcessIdentity, nonce: string): boolean =>
  identity.pid === process.pid && isSameMachine(identity) && nonce.startsWith(`${threadId}-`);

/** Short hash of the host's name and its process namespace. */
export function ownMachine(): string {
  const { host, pid_namespace: namespace } = ownIdentity();
  return (machine ??= sha256(`${host} ${namespace ?? ''}`).slice(0, 12));
}

let machine: string | undefined;

/**
 * True only if the owner is certain to be gone: same machine, and its process has ended or its pid belongs to another.
 */
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
    return undefined; // Another system than Linux, or /proc is not mounted.
  }
}

/** Start time of the process: field 22 of /proc/<pid>/stat on Linux, undefined elsewhere. */
function processStart(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie keeps its number.
    return fields[0] === 'Z' ? 'zombie' : fields[19];
  } catch {
    return undefined;
  }
}
