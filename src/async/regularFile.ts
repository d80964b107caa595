import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** A path that leads to no file, or to one that is too long to be read. `message` says so, and what to do. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';

  constructor(
    readonly code: 'not_a_file' | 'too_large',
    message: string,
  ) {
    super(message);
  }
}

/** In bytes: no text that a person or this program wrote is nearly as long. */
const longestText = 64 * 1024 * 1024;

interface OpenOptions {
  /** In bytes; a longer file is refused. */
  most?: number;
  /** Refuses a link in the file's place. */
  isOwn?: boolean;
}

/** A pipe that nobody writes to must not hold up whoever opens it. On Windows the flags are undefined, which counts as 0. */
const flagsFor = ({ isOwn = false }: OpenOptions): number =>
  constants.O_RDONLY | constants.O_NONBLOCK | (isOwn ? constants.O_NOFOLLOW : 0);

/**
 * Opens a file for reading, and never waits for it. @throws FileRefused for what is no file, or too long; the system's error.
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

/** As `readRegular`, as UTF-8. */
export const readRegularText = async (path: string, options: OpenOptions = {}): Promise<string> =>
  (await readRegular(path, options)).toString('utf8');

/** As `readRegular`, at once: for threads, and where a prompt waits. */
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

/** A socket, and a pipe that is opened for writing, refuse to be opened. */
function refusedOpening(path: string, error: unknown): unknown {
  const isSpecial = error instanceof Error && 'code' in error && (error.code === 'ENXIO' || error.code === 'EISDIR');
  return isSpecial ? notAFile(path, 'something else') : error;
}

/** @throws FileRefused */
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
