import { open, type FileHandle } from 'node:fs/promises';
import { parseLine } from '../../debate/codec';
import type { VisibleEntry } from '../../debate/tasks';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { passageOf, placesOf } from './passage';
import type { SearchQuery } from './query';
import type { RankedHit } from './ranked';
import { findableTexts } from './findableTexts';
import type { DebateHit } from './debateHit';

/** A hit in words; undefined where the log is another by now. */
export async function toldHit(
  { debate: { folder, info, index }, document }: RankedHit,
  { query, readers }: { query: SearchQuery; readers: EntryReaders },
): Promise<DebateHit | undefined> {
  const row = index()?.row(document);
  const entry = row === undefined ? undefined : await readers.entry(folder, { ...row, hasStruck: info.hasStruck });
  if (row === undefined || entry?.seq !== row.seq) return undefined;
  const found = findableTexts(entry).filter(({ kind }) => kind === row.kind)[row.source];
  if (found === undefined) return undefined;
  const { seq, speaker, type, kind, time, status } = row;
  return {
    folder,
    topic: info.topic,
    seq,
    speaker,
    type,
    kind,
    time,
    passage: passageOf(found.text, placesOf(found.text, query.units)),
    ...(found.url === undefined ? {} : { url: found.url }),
    ...(status === undefined ? {} : { status }),
  };
}

/** Reads entries of many logs, each as anyone may see it. */
export class EntryReaders {
  readonly #files = new Map<string, FileHandle>();
  readonly #logs = new Map<string, DebateLog>();

  /** `hasStruck`: something is struck in this log, so that an entry is masked. */
  async entry(
    folder: string,
    { offset, length, hasStruck }: { offset: number; length: number; hasStruck: boolean },
  ): Promise<VisibleEntry | undefined> {
    const path = pathOfLog(folder);
    const file = this.#files.get(path) ?? (await open(path, 'r'));
    this.#files.set(path, file);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    const parsed = parseLine(buffer.toString('utf8'));
    if (parsed.kind !== 'entry') return undefined;
    return hasStruck ? (await this.#log(path)).view.mask.entry(parsed.entry) : parsed.entry;
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
    for (const log of this.#logs.values()) await log.close();
  }

  async #log(path: string): Promise<DebateLog> {
    const log = this.#logs.get(path) ?? (await DebateLog.open(path));
    this.#logs.set(path, log);
    return log;
  }
}
