import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { isObject } from '../../debate/log/objects';
import { sha256 } from '../../record/sha256';
import { engineVersion } from '../version';

interface Kept<Known> {
  schema: z.ZodType<Known>;
  /** Names what the kept values mean. With another name, or another version of the code, they are made again. */
  meaning: string;
}

/** A value whose shape is not described a second time: the sum of its file says that this version of the code wrote it. */
export const written = <T extends object>(): z.ZodType<T> => z.custom<T>(isObject);

const fileSchema = z.object({ known: z.unknown(), sum: z.string() });

/**
 * What was made of whole logs, a file each, for as long as they are the same. It may be deleted at any time; engine, lint and documents
 * never read it. What is damaged, or of another log, is made again. Nothing here rejects.
 */
export class LogCache<Mark extends object, Known> {
  /** `folder`: without one nothing is kept. `Mark`: by what a log is known again; its keys in one order. */
  constructor(
    private readonly folder: string | undefined,
    private readonly kept: Kept<Known>,
  ) {}

  async read(logPath: string, mark: Mark): Promise<Known | undefined> {
    if (this.folder === undefined) return undefined;
    try {
      const file = fileSchema.parse(JSON.parse(await readFile(pathIn(this.folder, logPath), 'utf8')));
      const known = this.kept.schema.parse(file.known);
      return file.sum === this.#sumOf(mark, known) ? known : undefined;
    } catch {
      return undefined;
    }
  }

  async write(logPath: string, mark: Mark, known: Known): Promise<void> {
    if (this.folder === undefined) return;
    const same = this.kept.schema.safeParse(JSON.parse(JSON.stringify(known))).data;
    if (same === undefined) return;
    const text = JSON.stringify({ known: same, sum: this.#sumOf(mark, same) });
    await isPut(pathIn(this.folder, logPath), text);
  }

  async forget(logPath: string): Promise<void> {
    if (this.folder !== undefined) await removeKept(this.folder, logPath);
  }

  #sumOf(mark: Mark, known: Known): string {
    return sha256(JSON.stringify([engineVersion, this.kept.meaning, mark, known]));
  }
}

const pathIn = (folder: string, logPath: string): string => join(folder, `${sha256(logPath).slice(0, 32)}.json`);

export const removeKept = (folder: string, logPath: string): Promise<void> => removed(pathIn(folder, logPath));

export const endOfIndexName = '.index';

export const indexName = (folder: string): string => `${sha256(folder).slice(0, 32)}${endOfIndexName}`;

/** Replaces a file as a whole; false on a full disk and the like. */
export async function isPut(path: string, content: string | Uint8Array): Promise<boolean> {
  const draft = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, path);
    return true;
  } catch {
    await removed(draft);
    return false;
  }
}

export const removed = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined);

/** Something was redacted from this debate: its index is made again by the next search. Never rejects. */
export const removeIndex = (cacheFolder: string, folder: string): Promise<void> =>
  removed(join(cacheFolder, indexName(resolve(folder))));

/** The stamp by which an unchanged file is recognised; '' where the file is missing. */
export async function stampOf(path: string): Promise<{ bytes: number; stamp: string }> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { bytes: 0, stamp: '' };
  const { size, mtimeMs, ctimeMs } = stats;
  return { bytes: size, stamp: `${size} ${mtimeMs} ${ctimeMs}` };
}

export async function areAsTheyWere(files: readonly { path: string; stamp: string }[]): Promise<boolean> {
  for (const { path, stamp } of files) if ((await stampOf(path)).stamp !== stamp) return false;
  return true;
}
