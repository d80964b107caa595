import { open, type FileHandle } from 'node:fs/promises';
import { parseLine } from '../../debate/codec';
import type { RecordView } from '../../debate/view';
import type { VisibleEntry } from '../../debate/tasks';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { stampOf } from './debateIndexes';
import type { IndexRow } from './debateIndex';

interface KeptMask {
  stamp: string;
  /** Of the log: what masks it takes about as much at most. */
  bytes: number;
  mask: RecordView['mask'];
}

/** Of logs whose masks are kept. */
const mostBytes = 32 * 2 ** 20;

/** Reads entries of many logs, each as anyone may see it. Only what is masked has its log folded, and what masks it is kept for the next question. */
export class EntryReaders {
  readonly #files = new Map<string, FileHandle>();
  /** The one that was used last comes last. */
  readonly #masks = new Map<string, KeptMask>();
  #bytes = 0;
  /** How many logs were folded so far: nearly all of the work that there can be. */
  folded = 0;

  /** `most`: bytes of logs whose masks are kept. */
  constructor(private readonly most = mostBytes) {}

  async entry(
    folder: string,
    { offset, length, isMasked }: Pick<IndexRow, 'offset' | 'length' | 'isMasked'>,
  ): Promise<VisibleEntry | undefined> {
    const path = pathOfLog(folder);
    const file = this.#files.get(path) ?? (await open(path, 'r'));
    this.#files.set(path, file);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    const parsed = parseLine(buffer.toString('utf8'));
    if (parsed.kind !== 'entry') return undefined;
    return isMasked ? (await this.#maskOf(path)).entry(parsed.entry) : parsed.entry;
  }

  /** The question is answered. */
  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
    this.#files.clear();
  }

  async #maskOf(path: string): Promise<RecordView['mask']> {
    const stamp = stampOf(path);
    const known = this.#masks.get(path);
    const mask = known?.stamp === stamp ? known.mask : await this.#folded(path);
    this.#forget(path);
    const bytes = Number.parseInt(stamp, 10) || 0;
    this.#masks.set(path, { stamp, bytes, mask });
    this.#bytes += bytes;
    for (const oldest of this.#masks.keys()) if (this.#bytes > this.most) this.#forget(oldest);
    return mask;
  }

  #forget(path: string): void {
    this.#bytes -= this.#masks.get(path)?.bytes ?? 0;
    this.#masks.delete(path);
  }

  async #folded(path: string): Promise<RecordView['mask']> {
    this.folded += 1;
    const log = await DebateLog.open(path);
    try {
      return log.view.mask;
    } finally {
      await log.close();
    }
  }
}
