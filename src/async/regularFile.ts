import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** The path leads to no file, or to one that is too long to read. `message` says so, and what to do. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';

  constructor(
    readonly code: 'not_a_file' | 'too_large',
    message: string,
  ) {
    super(message);
  }
}

/** Bytes; no text that a person or this program wrote is nearly as long. */
const longestText = 64 * 1024 * 1024;

interface OpenOptions {
  /** Bytes; a longer file is refused. */
  most?: number;
  /** Whether to refuse a link in the file's place. */
  isOwn?: boolean;
}

/** Flags that keep a pipe without a writer from blocking. On Windows they are undefined, which counts as 0. */
const flagsFor = ({ isOwn = false }: OpenOptions): number =>
  constants.O_RDONLY | constants.O_NONBLOCK | (isOwn ? constants.O_NOFOLLOW : 0);

/**
 * Opens a file for reading, and never waits for it. @throws FileRefused for anything but a file, or a file that is too
 * long; the system's error.
 */
export async function openRegular(
  path: string,
  options: OpenOptions = {},
): Promise<{ handle: FileHandle; stats: Stats }> {
  const handle = await open(path, flagsFor(options)).catch((error: unknown): never => {
    throw refusedOpening(path, error);
  });
  try {
    const stats = await handle.stat();
    requireRegular(path, stats, options.most);
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file whole. @throws as `openRegular`. */
export async function readRegular(path: string, { most = longestText, ...options }: OpenOptions = {}): Promise<Buffer> {
  const { handle, stats } = await openRegular(path, { most, ...options });
  try {
    const buffer = Buffer.allocUnsafe(stats.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      ({ bytesRead: read } = await handle.read(buffer, length, buffer.length - length, null));
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/** Reads a file like `readRegular`, as UTF-8. */
export const readRegularText = async (path: string, options: OpenOptions = {}): Promise<string> =>
  (await readRegular(path, options)).toString('utf8');

/** Reads like `readRegular`, but synchronously: for threads, and while a prompt waits. */
export function readRegularSync(path: string, { most = longestText, ...options }: OpenOptions = {}): Buffer {
  const file = openedSync(path, options);
  try {
    const stats = fstatSync(file);
    requireRegular(path, stats, most);
    const buffer = Buffer.allocUnsafe(stats.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(file, buffer, length, buffer.length - length, null);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function openedSync(path: string, options: OpenOptions): number {
  try {
    return openSync(path, flagsFor(options));
  } catch (error) {
    throw refusedOpening(path, error);
  }
}

/** Names the reason if opening fails: a socket, or a pipe that is opened for writing. */
function refusedOpening(path: string, error: unknown): unknown {
  const isSpecial = error instanceof Error && 'code' in error && (error.code === 'ENXIO' || error.code === 'EISDIR');
  return isSpecial ? notAFile(path, 'something else') : error;
}

/** Refuses anything but a file of allowed length. @throws FileRefused */
export function requireRegular(path: string, stats: Stats, most = Infinity): void {
  if (!stats.isFile()) throw notAFile(path, kindOf(stats));
  if (stats.size <= most) return;
  const sizes = `${stats.size.toLocaleString('en-US')} bytes; at most ${most.toLocaleString('en-US')} are read`;
  throw new FileRefused('too_large', `${path} is too large to be read: ${sizes}. Put a shorter file in its place`);
}

const notAFile = (path: string, kind: string): FileRefused =>
  new FileRefused('not_a_file', `${path} is ${kind}, not a file. Put the file in its place, or take it away`);

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : 'something else';
}
