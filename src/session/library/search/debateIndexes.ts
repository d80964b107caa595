import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { DebateLog } from '../../../record/debateLog';
import { pathOfLog } from '../../../record/logPath';
import { readEnds } from '../logEnds';
import { engineVersion } from '../../version';
import { sha256 } from '../../../record/sha256';
import { endOfIndexName, indexName, isPut, removed } from '../logCache';
import { DebateIndex, keyInIndex, type IndexInfo } from './debateIndex';
import { makeIndex } from './makeIndex';

export interface IndexedDebate {
  folder: string;
  info: IndexInfo;
  documents: number;
  /** The different ones of each document, summed. */
  words: number;
  /** In memory; else it is read whenever it is asked. */
  isHeld: boolean;
  /** Good until another index is asked for. Undefined where it was on disk only, and is damaged. May wait for the disk: for threads. */
  index: () => DebateIndex | undefined;
}

interface IndexState {
  ready: IndexedDebate[];
  /** Their index is not made yet, or that of another log. */
  stale: string[];
  /** There will be no index: too large, or not to be read. */
  left: string[];
}

interface Known {
  mark: string;
  debate: IndexedDebate | undefined;
  bytes: number;
}

interface MadeIndex {
  index: DebateIndex | undefined;
  isKept: boolean;
}

const noIndex: MadeIndex = { index: undefined, isKept: false };

/** More would take much of the memory to make. */
const largestIndexed = 64 * 2 ** 20;
/** Bytes; further indexes are read whenever they are asked. */
const mostHeld = 72 * 2 ** 20;

/**
 * One file a debate, for as long as the log is the same. The files may be deleted at any time; what is damaged, or of another log, is made
 * again.
 */
export class DebateIndexes {
  readonly #known = new Map<string, Known>();
  #held = 0;
  #room = new Uint8Array(2 ** 18);

  constructor(private readonly cacheFolder: string) {}

  /** An index made before the last change of its log is not asked: it may hold what is redacted by now. */
  look(folders: readonly string[]): IndexState {
    const state: IndexState = { ready: [], stale: [], left: [] };
    for (const folder of folders) {
      const known = this.#known.get(folder);
      if (known?.mark !== stampOf(pathOfLog(folder))) state.stale.push(folder);
      else if (known.debate === undefined) state.left.push(folder);
      else state.ready.push(known.debate);
    }
    return state;
  }

  /** Makes the index, or reads it where it was made before. Never rejects. */
  async update(folder: string): Promise<void> {
    const mark = stampOf(pathOfLog(folder));
    this.forget(folder);
    const key = await keyOf(folder).catch(() => '');
    const kept = this.#read(folder, key);
    const made =
      kept === undefined ? await this.#made(folder, { key, mark }).catch(() => noIndex) : { index: kept, isKept: true };
    const { index, isKept } = made;
    const bytes = index !== undefined && this.#held + index.size <= mostHeld ? index.size : 0;
    this.#held += bytes;
    const held = bytes > 0 ? index : undefined;
    const read = (): DebateIndex | undefined => held ?? this.#readAgain(folder, key);
    const isThere = index !== undefined && (isKept || held !== undefined);
    const described = isThere ? { folder, info: index.info, ...index.counts } : undefined;
    const debate = described === undefined ? undefined : { ...described, isHeld: held !== undefined, index: read };
    this.#known.set(folder, { mark, debate, bytes });
    if (!isKept) await removed(this.#pathOf(folder));
  }

  forget(folder: string): void {
    this.#held -= this.#known.get(folder)?.bytes ?? 0;
    this.#known.delete(folder);
  }

  /** False where nothing else is known. */
  keepOnly(folders: readonly string[]): boolean {
    const wanted = new Set(folders);
    const others = [...this.#known.keys()].filter((folder) => !wanted.has(folder));
    for (const folder of others) this.forget(folder);
    return others.length > 0;
  }

  async sweep(folders: readonly string[]): Promise<void> {
    const wanted = new Set(folders.map((folder) => indexName(folder)));
    const names = await readdir(this.cacheFolder).catch((): string[] => []);
    for (const name of names.filter((one) => one.endsWith(endOfIndexName) && !wanted.has(one))) {
      const path = join(this.cacheFolder, name);
      if (await isOrphan(path)) await removed(path);
    }
  }

  #read(folder: string, key: string): DebateIndex | undefined {
    try {
      return DebateIndex.from(new Uint8Array(readFileSync(this.#pathOf(folder))), key);
    } catch {
      return undefined;
    }
  }

  /** Into the same room each time: many would be much for the garbage collector. */
  #readInRoom(folder: string, key: string): DebateIndex | undefined {
    try {
      const file = openSync(this.#pathOf(folder), 'r');
      try {
        const { size } = fstatSync(file);
        if (this.#room.length < size) this.#room = new Uint8Array(2 * size);
        const bytes = this.#room.subarray(0, size);
        return readSync(file, bytes) === size ? DebateIndex.from(bytes, key) : undefined;
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }

  /** What is damaged is made again with the next update. */
  #readAgain(folder: string, key: string): DebateIndex | undefined {
    const index = this.#readInRoom(folder, key);
    if (index === undefined) this.forget(folder);
    return index;
  }

  async #made(folder: string, { key, mark }: { key: string; mark: string }): Promise<MadeIndex> {
    const path = pathOfLog(folder);
    if (key === '' || statSync(path).size > largestIndexed) return noIndex;
    const log = await DebateLog.open(path, { keepsProblems: false });
    try {
      const bytes = makeIndex(log, key);
      // If there is no room for it, what was kept before may hold what is redacted by now.
      const isWritten = await isPut(this.#pathOf(folder), bytes);
      // Whoever removed the index of what was redacted meanwhile (`removeIndex`) came too early for this one.
      return { index: DebateIndex.from(bytes, key), isKept: isWritten && stampOf(path) === mark };
    } finally {
      await log.close();
    }
  }

  #pathOf(folder: string): string {
    return join(this.cacheFolder, indexName(folder));
  }
}

/** Shows whether a log is the one that was looked at, without reading it. Waits for the disk, so it is for threads. */
export function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.size} ${stats.mtimeMs}`;
}

const meaning = `${engineVersion} 5`;
const keySchema = z.object({ meaning: z.string(), folder: z.string() });

async function keyOf(folder: string): Promise<string> {
  const {
    mark: { bytes, modifiedMs },
    found,
  } = await readEnds(pathOfLog(folder), {
    examine: ({ tail }) => {
      for (const line of tail.newestFirst()) return sha256(line);
      return undefined;
    },
    isEnough: (line) => line !== undefined,
  });
  return JSON.stringify({ meaning, folder, bytes, modifiedMs, lastLine: found ?? '' });
}

async function isOrphan(path: string): Promise<boolean> {
  try {
    const key = keyInIndex(new Uint8Array(await readFile(path)));
    return statSync(pathOfLog(keySchema.parse(JSON.parse(key)).folder), { throwIfNoEntry: false }) === undefined;
  } catch {
    return true;
  }
}
