import { dirname } from 'node:path';
import * as z from 'zod';
import { sides } from '../../debate/log/entryData';
import { formatPhases } from '../../debate/flow/step';
import { leads } from '../../projections/formats/formatProjection';
import type { EndFacts } from '../../projections/headAndTail';
import { LogCache } from './logCache';
import { readEndMark, type EndMark } from './logEnds';

interface KnownLog {
  mark: EndMark;
  facts: EndFacts;
}

/**
 * What the list of debates shows of each log, masked, in one file for all debates in the same folder. It holds for a log whose size, time
 * and last 4 KiB are the same, so an entry that was appended meanwhile, such as a redaction, ends it.
 */
export class ListCache {
  readonly #files: LogCache<object, Record<string, KnownLog>>;
  readonly #loading = new Map<string, Promise<Map<string, KnownLog>>>();
  readonly #unsaved = new Set<string>();

  /** `folder`: without one nothing is kept on disk. */
  constructor(private readonly folder: string | undefined) {
    this.#files = new LogCache(folder, { schema: z.record(z.string(), knownLogSchema), meaning: 'list 1' });
  }

  /** Undefined where nothing is known of the log as it is now. @throws the error of the operating system. */
  async find(logPath: string): Promise<KnownLog | undefined> {
    if (this.folder === undefined) return undefined;
    const known = (await this.#logsBeside(logPath)).get(logPath);
    if (known === undefined) return undefined;
    const { bytes, modifiedMs, end } = await readEndMark(logPath);
    const { mark } = known;
    return mark.bytes === bytes && mark.modifiedMs === modifiedMs && mark.end === end ? known : undefined;
  }

  async keep(logPath: string, known: KnownLog): Promise<void> {
    if (this.folder === undefined) return;
    (await this.#logsBeside(logPath)).set(logPath, known);
    this.#unsaved.add(parentOf(logPath));
  }

  async forget(logPath: string): Promise<void> {
    if (this.folder === undefined || !(await this.#logsBeside(logPath)).delete(logPath)) return;
    this.#unsaved.add(parentOf(logPath));
    await this.save();
  }

  async save(): Promise<void> {
    const parents = [...this.#unsaved];
    this.#unsaved.clear();
    for (const parent of parents) {
      const logs = (await this.#loading.get(parent)) ?? new Map<string, KnownLog>();
      if (logs.size === 0) await this.#files.forget(parent);
      else await this.#files.write(parent, {}, Object.fromEntries(logs));
    }
  }

  #logsBeside(logPath: string): Promise<Map<string, KnownLog>> {
    const parent = parentOf(logPath);
    const known = this.#loading.get(parent);
    if (known !== undefined) return known;
    const loading = this.#files.read(parent, {}).then((logs) => new Map(Object.entries(logs ?? {})));
    this.#loading.set(parent, loading);
    return loading;
  }
}

const parentOf = (logPath: string): string => dirname(dirname(logPath));

const positionSchema = z
  .object({
    kind: z.enum(['empty', 'foreign', 'unknown_format', 'own']),
    isOver: z.boolean(),
    outcome: z.string().nullable(),
    phase: z.enum([...formatPhases, 'unknown']).optional(),
    round: z.number().optional(),
    scores: z.record(z.enum(sides), z.object({ total: z.number(), count: z.int().min(0) })).exactOptional(),
    lead: z.enum(leads).exactOptional(),
    result: z.string().exactOptional(),
  })
  .transform(({ phase, round, ...rest }) => ({ ...rest, phase, round }));

const factsSchema = z
  .object({
    isOwn: z.boolean(),
    isImported: z.boolean(),
    isSample: z.boolean(),
    version: z.number(),
    topic: z.string(),
    format: z.string(),
    provider: z.string().optional(),
    started: z.iso.datetime().optional(),
    debaters: z.array(z.string()),
    entries: z.int().min(0).optional(),
    lines: z.enum(['some', 'unfinished', 'returns', 'none']),
    position: positionSchema,
    lacks: z.enum(['nothing', 'longer_tail', 'whole_log']),
  })
  .transform(({ provider, started, entries, ...rest }) => ({
    ...rest,
    provider,
    started: started === undefined ? undefined : new Date(started),
    entries,
  }));

const knownLogSchema = z.object({
  mark: z.object({ bytes: z.int().min(0), modifiedMs: z.number(), end: z.string() }),
  facts: factsSchema,
});
