import { open, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseLine } from '../debate/log/codec';
import { timeStamp } from './logPath';
import { RecordError, systemCode } from './recordError';
import { counted } from '../matching/text/shortText';

export interface Repair {
  /** `completed`: the last line got its line end. `torn`: bytes were moved to `movedTo`. */
  kind: 'completed' | 'torn';
  bytes: number;
  movedTo?: string;
  message: string;
}

interface DamagedTail {
  path: string;
  /** Offset behind the last complete line. */
  end: number;
  /** Text after the last complete line, and its length in bytes. */
  tail: string;
  tailBytes: number;
  halfStep: { id: string; offset: number } | undefined;
}

/** Bytes; a longer tail is reported, not repaired. */
const longestTail = 64 * 1024 * 1024;

/**
 * Called under the append lock. A tail changed less than `settleMs` ago may belong to a writer without a lock, so it
 * waits. Returns `changed` if the file changed meanwhile and must be read again.
 */
export async function repairTail(
  tail: DamagedTail,
  options: { settleMs: number; now: () => Date },
): Promise<Repair | 'changed'> {
  const size = tail.end + tail.tailBytes;
  if (tail.tailBytes > longestTail)
    throw new RecordError(
      'line_ends',
      `${tail.path} ends in a line of ${tail.tailBytes.toLocaleString('en-US')} bytes, which no writer of records left. Cut it off behind its last whole line, then try again.`,
    );
  if (await isStillWritten(tail.path, size, options.settleMs)) return 'changed';
  const file = await open(tail.path, 'r+');
  try {
    return parseLine(tail.tail).kind === 'entry'
      ? await complete(file, size)
      : await moveAside(file, { ...tail, size }, options.now());
  } finally {
    await file.close();
  }
}

async function complete(file: FileHandle, size: number): Promise<Repair> {
  await file.write('\n', size);
  await file.datasync();
  return { kind: 'completed', bytes: 1, message: 'The last line lacked its line end, which was added.' };
}

async function moveAside(
  file: FileHandle,
  tail: DamagedTail & { size: number },
  now: Date,
): Promise<Repair | 'changed'> {
  const cutAt = tail.halfStep?.offset ?? tail.end;
  const bytes = Buffer.alloc(tail.size - cutAt);
  await file.read(bytes, 0, bytes.length, cutAt);
  const movedTo = await writeAside(join(dirname(tail.path), `debate-log.torn-${timeStamp(now)}`), bytes);
  if ((await file.stat()).size !== tail.size) {
    await rm(movedTo);
    return 'changed';
  }
  await file.truncate(cutAt);
  await file.datasync();
  return { kind: 'torn', bytes: bytes.length, movedTo, message: describe(tail, bytes.length, movedTo) };
}

function describe({ halfStep }: DamagedTail, bytes: number, movedTo: string): string {
  const what =
    halfStep === undefined
      ? `The last line was torn (${counted(bytes, 'byte')})`
      : `The last step, ${halfStep.id}, was not whole (${bytes} bytes)`;
  return `${what}: a writer died while writing. It was moved to ${movedTo}; the debate goes on from before it.`;
}

/** Picks a free name, because two repairs may happen in one second. */
async function writeAside(path: string, bytes: Buffer): Promise<string> {
  for (let suffix = 1; ; suffix += 1) {
    const candidate = suffix === 1 ? path : `${path}-${suffix}`;
    try {
      await writeFile(candidate, bytes, { flag: 'wx', flush: true });
      return candidate;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue;
      await rm(candidate, { force: true });
      throw error;
    }
  }
}

async function isStillWritten(path: string, size: number, settleMs: number): Promise<boolean> {
  // The file's time is the system's, so it is compared with the system's clock. Waits one settling time at most.
  for (let waited = 0; ; waited += 50) {
    const stats = await stat(path);
    if (stats.size !== size) return true;
    if (waited >= settleMs || Date.now() - stats.mtimeMs >= settleMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
