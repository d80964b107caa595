import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { requireRegular } from '../../async/regularFile';
import { sha256 } from '../../record/sha256';
import { endInReturns } from '../../debate/log/codec';
import { maximumEntryBytes } from '../../debate/log/entry';
import type { LinePattern } from '../../projections/formats/formatProjection';
import type { LogHead, LogTail } from '../../projections/headAndTail';

/** Identifies a log without reading it whole: `end` is the SHA-256 of its last 4 KiB. */
export interface EndMark {
  bytes: number;
  modifiedMs: number;
  end: string;
}

const endBytes = 4 * 1024;

interface LogEnds {
  head: LogHead;
  tail: LogTail;
}

const firstHeadBytes = 16 * 1024;
/** A setup line is long with thousands of files. */
const mostHeadBytes = 256 * 1024;
const firstTailBytes = 64 * 1024;
/** The longest line there can be is whole in it. */
const mostTailBytes = maximumEntryBytes + firstTailBytes;
const newline = 0x0a;

/**
 * Handles of `node:fs/promises` take several times as long, which a list of a thousand debates feels. So would it feel a turn of the thread
 * pool for what waits for no disk: the facts of an open file, and closing it.
 */
const open = promisify(fs.open);

/** @throws the error of the operating system. */
export async function readEndMark(path: string): Promise<EndMark> {
  const file = await openLog(path);
  try {
    const { size: bytes, mtimeMs: modifiedMs } = fs.fstatSync(file);
    const from = Math.max(0, bytes - endBytes);
    return { bytes, modifiedMs, end: sha256(await readAt(file, from, Buffer.allocUnsafe(bytes - from))) };
  } finally {
    fs.closeSync(file);
  }
}

/** A pipe in its place must not hold up a list of debates. */
const openLog = (path: string): Promise<number> => open(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);

/**
 * Reads the ends of a log and what `examine` makes of them; when that is not enough, a longer tail is examined. The ends hold only while
 * `examine` runs. @throws the error of the operating system.
 */
export async function readEnds<T>(
  path: string,
  { examine, isEnough }: { examine: (ends: LogEnds) => T; isEnough: (found: T) => boolean },
): Promise<{ mark: EndMark; found: T }> {
  const file = await openLog(path);
  const room = spare.pop() ?? Buffer.allocUnsafe(firstTailBytes + firstHeadBytes);
  try {
    const stats = fs.fstatSync(file);
    requireRegular(path, stats);
    const { size: bytes, mtimeMs: modifiedMs } = stats;
    const buffer = await readEnd(file, bytes, room.subarray(0, firstTailBytes));
    const mark = { bytes, modifiedMs, end: sha256(buffer.subarray(-endBytes)) };
    const tail = tailIn(buffer, bytes);
    const head = tail.reachesStart
      ? { lines: tail.lines, isCut: false }
      : await readHead(file, room.subarray(firstTailBytes));
    const found = examine({ head, tail });
    if (tail.reachesStart || isEnough(found)) return { mark, found };
    const longer = await readEnd(file, bytes, Buffer.allocUnsafe(mostTailBytes));
    return { mark, found: examine({ head, tail: tailIn(longer, bytes) }) };
  } finally {
    spare.push(room);
    fs.closeSync(file);
  }
}

/** A new one for each of a thousand logs keeps the garbage collector busy. */
const spare: Buffer[] = [];

async function readHead(file: number, room: Buffer): Promise<LogHead> {
  const buffer = await readAt(file, 0, room);
  if (buffer.includes(newline)) return { lines: completeLines(buffer), isCut: false };
  const more = await readAt(file, 0, Buffer.allocUnsafe(mostHeadBytes));
  const isCut = !more.includes(newline);
  return { lines: isCut ? [more.toString('utf8')] : completeLines(more), isCut };
}

function completeLines(buffer: Buffer): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      for (let start = 0; ;) {
        const end = buffer.indexOf(newline, start);
        if (end === -1) return;
        yield buffer.toString('utf8', start, end);
        start = end + 1;
      }
    },
  };
}

function readEnd(file: number, size: number, room: Buffer): Promise<Buffer> {
  const from = Math.max(0, size - room.length);
  return readAt(file, from, room.subarray(0, size - from));
}

function tailIn(buffer: Buffer, size: number): LogTail {
  const from = size - buffer.length;
  // Before its first line end stands the rest of a line, behind its last one a line being written.
  const start = from === 0 ? 0 : buffer.indexOf(newline) + 1;
  const end = buffer.lastIndexOf(newline);
  const whole = end === -1 && from > 0 ? buffer.indexOf('\r') + 1 : end + 1;
  const torn = buffer.length === end + 1 ? 'no' : endInReturns(buffer.toString('utf8', whole)) ? 'returns' : 'yes';
  return new TailLines(buffer.subarray(start, Math.max(start, end + 1)), from === 0, torn);
}

/** `read` is looked up at each call: a test counts what it reads. */
const readAt = (file: number, position: number, room: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    fs.read(file, room, 0, room.length, position, (error, bytesRead) => {
      if (error === null) resolve(room.subarray(0, bytesRead));
      else reject(error);
    });
  });

class TailLines implements LogTail {
  readonly #lines: string[] = [];
  #start: number;

  constructor(
    private readonly bytes: Buffer,
    readonly reachesStart: boolean,
    readonly torn: LogTail['torn'],
  ) {
    this.#start = bytes.length;
  }

  get lines(): Iterable<string> {
    return completeLines(this.bytes);
  }

  /** Mostly the first few suffice: the others are never made into strings. */
  *newestFirst(): Generator<string> {
    for (let index = 0; ; index += 1) {
      const line = this.#lines[index] ?? this.#older();
      if (line === undefined) return;
      yield line;
    }
  }

  newest({ pattern, marks }: LinePattern): { line: string; match: RegExpMatchArray } | undefined {
    if (!marks.some((mark) => this.bytes.includes(mark))) return undefined;
    for (const line of this.newestFirst()) {
      const match = pattern.exec(line);
      if (match !== null) return { line, match };
    }
    return undefined;
  }

  #older(): string | undefined {
    if (this.#start === 0) return undefined;
    const end = this.#start - 1;
    this.#start = end === 0 ? 0 : this.bytes.lastIndexOf(newline, end - 1) + 1;
    const line = this.bytes.toString('utf8', this.#start, end);
    this.#lines.push(line);
    return line;
  }
}
