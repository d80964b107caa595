import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { engineVersion } from './version';

interface Kept<Known> {
  schema: z.ZodType<Known>;
  /** The meaning of what is kept: with another one, or by another version of the code that made it, it is made again. */
  meaning: string;
}

const fileSchema = z.object({ known: z.unknown(), sum: z.string() });

/**
 * What was made of whole logs, one file a log, for as long as they are the same. It may be deleted at any time; engine, lint and documents
 * never read it. What is damaged, or of another log, is not there: it is made again. Nothing here rejects.
 */
export class LogCache<Mark extends object, Known> {
  /** `folder`: where it is kept; without one nothing is. `Mark`: by what a log is known again; its keys in one order. */
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
      return undefined; // Not there, cut, or no file of ours.
    }
  }

  async write(logPath: string, mark: Mark, known: Known): Promise<void> {
    if (this.folder === undefined) return;
    const path = pathIn(this.folder, logPath);
    const draft = `${path}.${process.pid}`;
    try {
      await mkdir(this.folder, { recursive: true });
      const same = this.kept.schema.parse(JSON.parse(JSON.stringify(known)));
      await writeFile(draft, JSON.stringify({ known: same, sum: this.#sumOf(mark, same) }), { mode: 0o600 });
      await rename(draft, path);
    } catch {
      await rm(draft, { force: true }).catch(() => undefined); // A full disk: the next look reads the log again.
    }
  }

  async forget(logPath: string): Promise<void> {
    if (this.folder !== undefined) await removeKept(this.folder, logPath);
  }

  #sumOf(mark: Mark, known: Known): string {
    return digest(JSON.stringify([engineVersion, this.kept.meaning, mark, known]));
  }
}

const pathIn = (folder: string, logPath: string): string => join(folder, `${digest(logPath).slice(0, 32)}.json`);

/** Removes what is kept of this log, whatever was made of it. */
export const removeKept = (folder: string, logPath: string): Promise<void> =>
  rm(pathIn(folder, logPath), { force: true }).catch(() => undefined);

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
