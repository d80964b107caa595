import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { formatPhases } from '../debate/step';
import type { ListedPosition } from '../projections/headAndTail';

/** What the whole log told, for a list that reads only its ends. */
export interface KnownPosition {
  position: ListedPosition;
  entries: number;
}

/** By what a log is known again. */
export interface LogMark {
  bytes: number;
  modifiedMs: number;
  /** SHA-256 of the last complete line. */
  lastLine: string;
}

const markSchema = z.object({ bytes: z.number(), modifiedMs: z.number(), lastLine: z.string() });
const knownSchema = z.object({
  position: z.object({
    kind: z.enum(['empty', 'foreign', 'unknown_format', 'own']),
    isOver: z.boolean(),
    outcome: z.string().nullable(),
    phase: z.enum([...formatPhases, 'unknown']).optional(),
    round: z.number().optional(),
    result: z.string().exactOptional(),
  }),
  entries: z.int().min(0),
});
const fileSchema = z.object({ mark: markSchema, known: knownSchema, sum: z.string() });

/** The meaning of what is kept: with another one it is made again. */
const meaning = 1;

/**
 * What whole logs told, one file a log, for as long as they are the same. It may be deleted at any time; engine, lint and documents never
 * read it. What is damaged, or of another log, is not there: the log is read again. Nothing here rejects.
 */
export class PositionCache {
  /** `folder`: where it is kept; without one nothing is. */
  constructor(private readonly folder: string | undefined) {}

  async read(logPath: string, mark: LogMark): Promise<KnownPosition | undefined> {
    if (this.folder === undefined) return undefined;
    try {
      const file = fileSchema.parse(JSON.parse(await readFile(this.#pathOf(this.folder, logPath), 'utf8')));
      const { phase, round, ...position } = file.known.position;
      const known = { entries: file.known.entries, position: { ...position, phase, round } };
      return file.sum === sumOf(mark, known) ? known : undefined;
    } catch {
      return undefined; // Not there, cut, or no file of ours.
    }
  }

  async write(logPath: string, mark: LogMark, known: KnownPosition): Promise<void> {
    if (this.folder === undefined) return;
    const path = this.#pathOf(this.folder, logPath);
    const draft = `${path}.${process.pid}`;
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(draft, JSON.stringify({ mark, known, sum: sumOf(mark, known) }), { mode: 0o600 });
      await rename(draft, path);
    } catch {
      await rm(draft, { force: true }).catch(() => undefined); // A full disk: the next look reads the log again.
    }
  }

  async forget(logPath: string): Promise<void> {
    if (this.folder !== undefined) await rm(this.#pathOf(this.folder, logPath), { force: true }).catch(() => undefined);
  }

  #pathOf(folder: string, logPath: string): string {
    return join(folder, `${digest(logPath).slice(0, 32)}.json`);
  }
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const sumOf = ({ bytes, modifiedMs, lastLine }: LogMark, { entries, position }: KnownPosition): string => {
  const { kind, isOver, outcome, phase, round, result } = position;
  return digest(
    JSON.stringify([meaning, bytes, modifiedMs, lastLine, entries, kind, isOver, outcome, phase, round, result]),
  );
};
