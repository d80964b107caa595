import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { isMainThread } from 'node:worker_threads';
import { errorCode } from '../debate/log/objects';
import { fileKind } from './fileKind';

export type ReadFailure = 'missing' | 'not_a_file' | 'unreadable' | 'too_large';

type BoundedRead =
  | { ok: true; body: Uint8Array; /** Hash of `body`, in hexadecimal. */ sha256: string }
  | { ok: false; reason: ReadFailure; detail: string };

/** Bytes; a longer file is not read at all. */
const maxFileBytes = 5 * 1024 * 1024;

/** Bytes of a PDF document, most of which is fonts and pictures. */
const maxPdfBytes = 20 * 1024 * 1024;

/** Maximum size for a file of this name. */
export function byteLimitOf(path: string): number {
  return fileKind(path) === 'pdf' ? maxPdfBytes : maxFileBytes;
}

const chunkBytes = 256 * 1024;

// These flags protect against a last component that has become a link, and a pipe that blocks `open`. On Windows both
// are undefined, which counts as 0.
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads and hashes a regular file of at most `limit` bytes; a link as the last component is refused (`not_a_file`).
 * Rejects only with the signal's reason.
 */
export async function boundedRead(
  absolute: string,
  { limit = maxFileBytes, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<BoundedRead> {
  signal?.throwIfAborted();
  // A thread has no other work, and reading many small files this way costs a tenth.
  if (!isMainThread) return readAtOnce(absolute, limit);
  let handle: FileHandle | undefined;
  try {
    handle = await open(absolute, openFlags);
    const stats = await handle.stat();
    return refused(stats, limit) ?? (await readWhole(handle, stats.size, signal));
  } catch (error) {
    signal?.throwIfAborted();
    return { ok: false, ...readFailure(error) };
  } finally {
    await handle?.close();
  }
}

function readAtOnce(absolute: string, limit: number): BoundedRead {
  let file: number | undefined;
  try {
    file = openSync(absolute, openFlags);
    const stats = fstatSync(file);
    const refusal = refused(stats, limit);
    if (refusal !== undefined) return refusal;
    const buffer = Buffer.allocUnsafeSlow(stats.size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(file, buffer, length, buffer.length - length, null);
    return readBody(buffer, length, createHash('sha256').update(buffer.subarray(0, length)));
  } catch (error) {
    return { ok: false, ...readFailure(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refused(stats: Stats, limit: number): BoundedRead | undefined {
  if (!stats.isFile()) return { ok: false, reason: 'not_a_file', detail: 'it is no regular file' };
  if (stats.size <= limit) return undefined;
  const detail = `${inMegabytes(stats.size)}; such files over ${inMegabytes(limit)} are not read`;
  return { ok: false, reason: 'too_large', detail };
}

/** Reads one byte more, to notice a file that grows or hides its size (like those of /proc). */
function readBody(buffer: Buffer, length: number, hash: Hash): BoundedRead {
  if (length === buffer.length)
    return { ok: false, reason: 'unreadable', detail: 'it grew while it was read; try again' };
  return { ok: true, body: buffer.subarray(0, length), sha256: hash.digest('hex') };
}

/** Reason and words for people for a file system's error. */
export function readFailure(error: unknown): { reason: ReadFailure; detail: string } {
  const code = errorCode(error) ?? String(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { reason: 'missing', detail: 'there is no such file' };
    case 'EISDIR':
    case 'ENXIO':
      return { reason: 'not_a_file', detail: 'it is no regular file' };
    case 'ELOOP':
      return { reason: 'not_a_file', detail: 'it is a link that leads in a circle' };
    case 'EACCES':
    case 'EPERM':
      return { reason: 'unreadable', detail: `no permission to read it (${code})` };
    default:
      return { reason: 'unreadable', detail: `it cannot be read (${code})` };
  }
}

async function readWhole(handle: FileHandle, size: number, signal: AbortSignal | undefined): Promise<BoundedRead> {
  const buffer = Buffer.allocUnsafeSlow(size + 1);
  const hash = createHash('sha256');
  let length = 0;
  while (length < buffer.length) {
    signal?.throwIfAborted();
    const wanted = Math.min(chunkBytes, buffer.length - length);
    const { bytesRead } = await handle.read(buffer, length, wanted, null);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(length, length + bytesRead));
    length += bytesRead;
  }
  return readBody(buffer, length, hash);
}

function inMegabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(bytes % (1024 * 1024) === 0 ? 0 : 1)} MB`;
}
