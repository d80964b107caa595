import type { FileHandle } from 'node:fs/promises';

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

export const noTail: Omit<ScanResult, 'end'> = { tail: '', tailBytes: 0 };

/**
 * Calls `onLine` for each complete line between two offsets of a growing file. One chunk is processed while the next
 * one is read, so reading costs hardly any time.
 */
export async function scanLines(
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
