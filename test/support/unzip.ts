import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** Unpacks an archive that a tool of ours made: stored or deflated files, of less than 4 GB. */
export function unzip(file: string, folder: string): void {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const path = join(folder, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, contentAt(bytes, at));
    at += 46 + nameLength + extraLength + commentLength;
  }
}

/** `at`: offset of its entry in the list at the end. */
function contentAt(bytes: Buffer, at: number): Buffer {
  const own = bytes.readUInt32LE(at + 42);
  const start = own + 30 + bytes.readUInt16LE(own + 26) + bytes.readUInt16LE(own + 28);
  const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
  return bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
}
