import type { Readable, Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** Bytes; a longer message ends the connection, since no job and no answer is nearly as long. */
const longestFrame = 256 * 1024 * 1024;
const lengthBytes = 4;

/** Writes a value to a pipe, preceded by its length. */
export function writeFrame(pipe: Writable, value: unknown): void {
  const body = serialize(value);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(body.length);
  pipe.write(length);
  pipe.write(body);
}

/** Reads the values that `writeFrame` wrote. A damaged frame, or one over the limit, destroys the pipe. */
export function readFrames(pipe: Readable, onValue: (value: unknown) => void): void {
  let held: Buffer[] = [];
  let bytes = 0;
  let wanted: number | undefined;
  const take = (length: number): Buffer => {
    const whole = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held);
    held = [whole.subarray(length)];
    bytes -= length;
    return whole.subarray(0, length);
  };
  pipe.on('data', (chunk: Buffer) => {
    held.push(chunk);
    bytes += chunk.length;
    try {
      for (;;) {
        if (wanted === undefined && bytes >= lengthBytes) wanted = take(lengthBytes).readUInt32BE();
        if (wanted === undefined) return;
        if (wanted > longestFrame)
          throw new RangeError(`A message of ${wanted} bytes; at most ${longestFrame} are read.`);
        if (bytes < wanted) return;
        const body = take(wanted);
        wanted = undefined;
        onValue(deserialize(body));
      }
    } catch (error) {
      pipe.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
}
