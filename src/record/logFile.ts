import { constants, fstatSync, readSync, statSync, writeSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { requireRegular } from '../async/regularFile';
import { RecordError, recordErrorFrom, systemCode } from './recordError';

export interface LogIo {
  write(file: FileHandle, buffer: Buffer): Promise<number>;
  sync(file: FileHandle): Promise<void>;
}

export const realIo: LogIo = {
  // The write fills the system's cache in microseconds; only the sync is slow.
  write: (file, buffer) => Promise.resolve(writeSync(file.fd, buffer)),
  sync: (file) => file.datasync(),
};

/** `replaced`: the file has to be read again from its start. */
type FileLook = 'same' | 'grown' | 'replaced';

export class LogFile {
  end = 0;
  /** Text after the last whole line: a torn line, or one being written. */
  tail = noTail;
  #handle: FileHandle | undefined;
  #isWritable = false;
  #seen: { size: number; mtimeMs: number } | undefined;
  #anchor: { offset: number; head: Buffer } | undefined;

  constructor(
    readonly path: string,
    private readonly io: LogIo,
  ) {}

  /**
   * Reads lines that were appended since the last read. `isQuick` avoids the thread pool. @throws RecordError
   * `folder_missing` if a file that was read before is gone.
   */
  async read(onLine: (line: ScannedLine) => void, isQuick = false): Promise<FileLook> {
    const stats = isQuick ? statSync(this.path, { throwIfNoEntry: false }) : await this.#stat();
    if (stats === undefined) {
      if (this.#handle === undefined) return 'same';
      throw new RecordError('folder_missing', `${this.path} is gone. Put it back, then resume.`);
    }
    if (this.#handle === undefined) await this.#open(constants.O_RDONLY);
    if (stats.size === this.#seen?.size && stats.mtimeMs === this.#seen.mtimeMs) return 'same';
    if (!this.#isContinued(stats)) return 'replaced';
    await this.#scan(stats, onLine);
    return 'grown';
  }

  get seen(): { bytes: number; modifiedMs: number } | undefined {
    return this.#seen && { bytes: this.#seen.size, modifiedMs: this.#seen.mtimeMs };
  }

  bytes(offset: number, length: number): Buffer | undefined {
    if (this.#handle === undefined) return undefined;
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.#handle.fd, buffer, 0, length, offset));
  }

  /** Writes at the end and syncs; after an error it cuts the file back. @throws the system's error. */
  async append(lines: readonly Buffer[], onLine: (line: ScannedLine) => void): Promise<void> {
    if (!this.#isWritable) await this.#open(constants.O_RDWR | constants.O_CREAT | constants.O_APPEND);
    const file = this.#handle;
    if (file === undefined) return;
    const size = this.#seen?.size ?? fstatSync(file.fd).size;
    try {
      let rest = lines.length === 1 && lines[0] !== undefined ? lines[0] : Buffer.concat(lines);
      while (rest.length > 0) rest = rest.subarray(await this.io.write(file, rest));
      await this.io.sync(file);
    } catch (error) {
      // A full disk may leave some lines and a fragment. If they cannot be cut back, the next append repairs them like
      // a dead writer's.
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
    const stats = fstatSync(file.fd);
    // A writer that takes no lock wrote at the same time.
    if (size !== this.end || stats.size !== size + byteLength(lines)) await this.#scan(stats, onLine);
    else this.#takeWritten(lines, stats, onLine);
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#isWritable = false;
    this.#seen = undefined;
    await handle?.close();
  }

  #stat(): Promise<Stats | undefined> {
    return stat(this.path).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw recordErrorFrom(error, 'read', this.path);
    });
  }

  async #open(flags: number): Promise<void> {
    const before = this.#handle;
    this.#handle = await this.#opened(flags).catch((error: unknown) => {
      throw recordErrorFrom(error, flags === constants.O_RDONLY ? 'read' : 'write to', this.path);
    });
    this.#isWritable = flags !== constants.O_RDONLY;
    await before?.close();
  }

  /** Opens without blocking: a pipe in the log's place must not hold up the reader. */
  async #opened(flags: number): Promise<FileHandle> {
    const handle = await open(this.path, flags | constants.O_NONBLOCK, 0o644);
    try {
      requireRegular(this.path, fstatSync(handle.fd));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Whether it is the file that was read before, possibly longer. A step that was cut off and written again has the
   * same length, so the last line read is compared too.
   */
  #isContinued(stats: Stats): boolean {
    if (this.#handle === undefined || stats.size < this.end) return false;
    // The file system cannot reuse the inode of a file that is held open.
    const opened = fstatSync(this.#handle.fd);
    if (opened.ino !== stats.ino || opened.dev !== stats.dev) return false;
    if (this.#anchor === undefined) return true;
    const { offset, head } = this.#anchor;
    return this.bytes(offset, head.length)?.equals(head) === true;
  }

  async #scan(stats: Stats, onLine: (line: ScannedLine) => void): Promise<void> {
    if (this.#handle === undefined) return;
    let last: ScannedLine | undefined;
    this.tail = await scanLines(this.#handle, { from: this.end, until: stats.size }, (line) => {
      last = line;
      this.end = line.offset + line.length + 1;
      onLine(line);
    });
    this.#seen = { size: stats.size, mtimeMs: stats.mtimeMs };
    if (last !== undefined) this.#anchorAt(last.offset, last.length);
  }

  #anchorAt(offset: number, length: number): void {
    // The compared part includes the line's end, so that a file cut right after the line is noticed.
    const head = this.bytes(offset, Math.min(length + 1, anchorBytes));
    if (head !== undefined) this.#anchor = { offset, head };
  }

  #takeWritten(lines: readonly Buffer[], stats: Stats, onLine: (line: ScannedLine) => void): void {
    for (const line of lines) {
      onLine({ text: line.toString('utf8', 0, line.length - 1), offset: this.end, length: line.length - 1 });
      this.#anchor = { offset: this.end, head: Buffer.from(line.subarray(0, anchorBytes)) };
      this.end += line.length;
    }
    this.tail = noTail;
    this.#seen = { size: stats.size, mtimeMs: stats.mtimeMs };
  }
}

/** Length that is compared: an entry's seq, time, speaker and the beginning of its words. */
const anchorBytes = 1024;

const byteLength = (lines: readonly Buffer[]): number => lines.reduce((sum, line) => sum + line.length, 0);

const chunkBytes = 1024 * 1024;
const newline = 0x0a;

/** Longest line that is read as an entry, in bytes; this program writes 1 MiB at most. */
export const longestLine = 16 * 1024 * 1024;

export interface ScannedLine {
  /** The line without its end, or the beginning of a line over `longestLine`. Offset and length are bytes. */
  text: string;
  offset: number;
  length: number;
}

interface ScanResult {
  tail: string;
  tailBytes: number;
}

const noTail: ScanResult = { tail: '', tailBytes: 0 };

/** Calls `onLine` for each complete line between two offsets of a growing file. One chunk is processed while the next is read. */
async function scanLines(
  file: FileHandle,
  { from, until }: { from: number; until: number },
  onLine: (line: ScannedLine) => void,
): Promise<ScanResult> {
  if (from >= until) return noTail;
  const lines = new LineJoiner(from, onLine);
  const bytes = Math.min(chunkBytes, until - from);
  let [current, spare] = [Buffer.allocUnsafe(bytes), Buffer.allocUnsafe(bytes)];
  const readAt = async (buffer: Buffer, at: number): Promise<Buffer> =>
    buffer.subarray(0, (await file.read(buffer, 0, Math.min(bytes, until - at), at)).bytesRead);
  let position = from;
  // A truncated file ends before `until`.
  for (let chunk = await readAt(current, position); chunk.length > 0;) {
    position += chunk.length;
    const reading = position >= until ? undefined : readAt(spare, position);
    lines.take(chunk);
    if (reading === undefined) break;
    chunk = await reading;
    [current, spare] = [spare, current];
  }
  return lines.rest();
}

/** Bytes that are shown of a line that is too long. */
const beginningBytes = 1024;

/** Joins the pieces of a line once, when the line ends. */
class LineJoiner {
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(
    private offset: number,
    private readonly onLine: (line: ScannedLine) => void,
  ) {}

  take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const length = this.#heldBytes + end - start;
      this.onLine({ text: this.#textWith(chunk.subarray(start, end)), offset: this.offset, length });
      this.offset += length + 1;
      start = end + 1;
    }
    // The piece is copied, because the next read overwrites the chunk.
    if (start < chunk.length && this.#heldBytes <= longestLine) this.#held.push(Buffer.from(chunk.subarray(start)));
    this.#heldBytes += chunk.length - start;
  }

  rest(): ScanResult {
    const tailBytes = this.#heldBytes;
    return { tail: this.#textWith(Buffer.alloc(0)), tailBytes };
  }

  #textWith(last: Buffer): string {
    const isTooLong = this.#heldBytes + last.length > longestLine;
    const whole =
      this.#held.length === 0 ? last : Buffer.concat(isTooLong ? this.#held.slice(0, 1) : [...this.#held, last]);
    this.#held = [];
    this.#heldBytes = 0;
    return isTooLong ? whole.toString('utf8', 0, beginningBytes) : whole.toString('utf8');
  }
}
