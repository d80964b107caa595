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

export interface ScanResult {
  /** The offset behind the last complete line. */
  end: number;
  /** What follows it: an unfinished line, or nothing. */
  tail: string;
}

/** Calls `onLine` for each complete line from `offset` on. Reads a megabyte at a time, keeps only an unfinished line. */
export async function scanLines(
  file: FileHandle,
  offset: number,
  onLine: (line: ScannedLine) => void,
): Promise<ScanResult> {
  let buffer = Buffer.allocUnsafe(chunkBytes);
  let filled = 0;
  let lineStart = offset;
  for (;;) {
    if (filled === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, lineStart + filled);
    if (bytesRead === 0) break;
    let from = 0;
    let at = buffer.subarray(0, filled + bytesRead).indexOf(newline, filled);
    filled += bytesRead;
    while (at !== -1) {
      onLine({ text: buffer.toString('utf8', from, at), offset: lineStart + from, length: at - from });
      from = at + 1;
      at = buffer.subarray(0, filled).indexOf(newline, from);
    }
    buffer.copyWithin(0, from, filled);
    filled -= from;
    lineStart += from;
  }
  return { end: lineStart, tail: buffer.toString('utf8', 0, filled) };
}
