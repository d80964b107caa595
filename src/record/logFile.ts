import { constants, fstatSync, readSync, statSync, writeSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { RecordError, recordErrorFrom, systemCode } from './recordError';

/** The calls that reach the disk, so that a test can make them fail. */
export interface LogIo {
  write(file: FileHandle, buffer: Buffer): Promise<number>;
  sync(file: FileHandle): Promise<void>;
}

export const realIo: LogIo = {
  // Into the system's cache, which takes microseconds; the sync is slow.
  write: (file, buffer) => Promise.resolve(writeSync(file.fd, buffer)),
  sync: (file) => file.datasync(),
};

/** The result of a look at the file: nothing new, lines to take, or a need to read it again from its start. */
type FileLook = 'same' | 'grown' | 'replaced';

/** The log's file: how far it was read, and whether that part is unchanged. */
export class LogFile {
  /** The offset after the last complete line read. */
  end = 0;
  /** Bytes after it: a torn line, or one that is being written. */
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
   * Looks at the file and reads what is new. `isQuick` looks without the thread pool.
   *
   * @throws RecordError `folder_missing` if a file that was read before is gone.
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

  /** Reads `length` bytes, from memory or the disk. */
  bytes(offset: number, length: number): Buffer | undefined {
    if (this.#handle === undefined) return undefined;
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(this.#handle.fd, buffer, 0, length, offset));
  }

  /**
   * Writes lines at the end of the file and syncs them; after an error the file is cut back.
   *
   * @throws the system's error.
   */
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
      // One write is not atomic: on a full disk some lines and a fragment may be written. If they cannot be cut back,
      // the next append repairs them like a dead writer's.
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
    const stats = fstatSync(file.fd);
    // A writer without a lock wrote at the same time: the positions must be read.
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
    this.#handle = await open(this.path, flags, 0o644).catch((error: unknown) => {
      throw recordErrorFrom(error, flags === constants.O_RDONLY ? 'read' : 'write to', this.path);
    });
    this.#isWritable = flags !== constants.O_RDONLY;
    await before?.close();
  }

  /**
   * Whether the file is the one that was read, possibly longer. A step that was cut off and written again gives the
   * same length, so the last line read is compared as well.
   */
  #isContinued(stats: Stats): boolean {
    if (this.#handle === undefined || stats.size < this.end) return false;
    // An inode that is held open cannot be given to another file.
    const opened = fstatSync(this.#handle.fd);
    if (opened.ino !== stats.ino || opened.dev !== stats.dev) return false;
    if (this.#anchor === undefined) return true;
    const { offset, head } = this.#anchor;
    return this.bytes(offset, head.length)?.equals(head) === true;
  }

  async #scan(stats: Stats, onLine: (line: ScannedLine) => void): Promise<void> {
    if (this.#handle === undefined) return;
    let last: ScannedLine | undefined;
    const result = await scanLines(this.#handle, { from: this.end, until: stats.size }, (line) => {
      last = line;
      this.end = line.offset + line.length + 1;
      onLine(line);
    });
    this.tail = { tail: result.tail, tailBytes: result.tailBytes };
    this.#seen = { size: stats.size, mtimeMs: stats.mtimeMs };
    if (last !== undefined) this.#anchorAt(last.offset, last.length);
  }

  #anchorAt(offset: number, length: number): void {
    // The line's end too: the file must not have been cut right after the compared part.
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

/** Enough for an entry's seq, time, speaker and the beginning of its words. */
const anchorBytes = 1024;

const byteLength = (lines: readonly Buffer[]): number => lines.reduce((sum, line) => sum + line.length, 0);

const chunkBytes = 1024 * 1024;
const newline = 0x0a;

export interface ScannedLine {
  /** Without its line end. */
  text: string;
  /** Bytes from the start of the file. */
  offset: number;
  /** Bytes, without the line end. */
  length: number;
}

interface ScanResult {
  /** The offset after the last complete line. */
  end: number;
  /** The bytes after it: an unfinished line, or nothing. */
  tail: string;
  tailBytes: number;
}

const noTail: Omit<ScanResult, 'end'> = { tail: '', tailBytes: 0 };

/**
 * Calls `onLine` for each complete line between two offsets of a growing file. One chunk is processed while the next
 * one is read, so reading costs hardly any time.
 */
async function scanLines(
  file: FileHandle,
  { from, until }: { from: number; until: number },
  onLine: (line: ScannedLine) => void,
): Promise<ScanResult> {
  if (from >= until) return { end: from, ...noTail };
  const bytes = Math.min(chunkBytes, until - from);
  let current = new Chunk(bytes);
  let spare = from + bytes < until ? new Chunk(bytes) : current;
  let position = from;
  // A truncated file ends before `until`.
  for (let read = await current.read(file, position, until); ;) {
    position += read;
    const reading = read === 0 || position >= until ? undefined : spare.read(file, position, until);
    current.takeLines(onLine);
    if (reading === undefined) return current.result;
    read = await reading;
    spare.prepend(current);
    [current, spare] = [spare, current];
  }
}

/** A piece of the file: the rest of the previous piece, and the new bytes after it. */
class Chunk {
  /** The file offset of the first unprocessed byte. */
  offset = 0;
  #buffer: Buffer;
  /** The target of reading; the room before it is for the rest of the previous piece. */
  #room: number;
  #start: number;
  #end: number;

  constructor(private readonly bytes: number) {
    this.#room = this.#start = this.#end = Math.min(bytes, 64 * 1024);
    this.#buffer = Buffer.allocUnsafe(this.#room + bytes);
  }

  get result(): ScanResult {
    const tail = this.#buffer.toString('utf8', this.#start, this.#end);
    return { end: this.offset, tail, tailBytes: this.#end - this.#start };
  }

  async read(file: FileHandle, offset: number, until: number): Promise<number> {
    const wanted = Math.min(this.bytes, until - offset);
    const { bytesRead } = await file.read(this.#buffer, this.#room, wanted, offset);
    this.#start = this.#room;
    this.#end = this.#room + bytesRead;
    this.offset = offset;
    return bytesRead;
  }

  /** Copies the previous piece's unfinished line to the front. */
  prepend(before: Chunk): void {
    const length = before.#end - before.#start;
    if (length > this.#start) this.#makeRoom(length);
    this.#start -= length;
    this.offset -= length;
    before.#buffer.copy(this.#buffer, this.#start, before.#start, before.#end);
  }

  #makeRoom(length: number): void {
    const room = 2 * length;
    const larger = Buffer.allocUnsafe(room + this.bytes);
    this.#buffer.copy(larger, room, this.#start, this.#end);
    this.#end += room - this.#start;
    this.#start = room;
    this.#room = room;
    this.#buffer = larger;
  }

  takeLines(onLine: (line: ScannedLine) => void): void {
    for (;;) {
      const at = this.#buffer.indexOf(newline, this.#start);
      if (at === -1 || at >= this.#end) return;
      const text = this.#buffer.toString('utf8', this.#start, at);
      const length = at - this.#start;
      onLine({ text, offset: this.offset, length });
      this.#start = at + 1;
      this.offset += length + 1;
    }
  }
}
