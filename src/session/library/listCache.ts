import { dirname } from 'node:path';
import * as z from 'zod';
import { exists } from '../../record/logPath';
import type { EndFacts } from '../../projections/headAndTail';
import { LogCache, written } from './logCache';
import { readEndMark, type EndMark } from './logEnds';

interface KnownLog {
  mark: EndMark;
  facts: EndFacts;
}

/** JSON has no dates. */
type WrittenLog = Omit<KnownLog, 'facts'> & { facts: Omit<EndFacts, 'started'> & { started?: string } };

/**
 * What the list of debates shows of each log, masked, in one file for all debates in the same folder. It holds for a log whose size, time
 * and last 4 KiB are the same, so an entry that was appended meanwhile, such as a redaction, ends it.
 */
export class ListCache {
  readonly #files: LogCache<object, Record<string, WrittenLog>>;
  readonly #loading = new Map<string, Promise<Map<string, WrittenLog>>>();
  readonly #unsaved = new Set<string>();

  /** `folder`: without one nothing is kept on disk. */
  constructor(private readonly folder: string | undefined) {
    this.#files = new LogCache(folder, { schema: z.record(z.string(), written<WrittenLog>()), meaning: 'list 1' });
  }

  /** Undefined where nothing is known of the log as it is now. @throws the error of the operating system. */
  async find(logPath: string): Promise<KnownLog | undefined> {
    if (this.folder === undefined) return undefined;
    const known = (await this.#logsBeside(logPath)).get(logPath);
    if (known === undefined) return undefined;
    const { bytes, modifiedMs, end } = await readEndMark(logPath);
    const { mark, facts } = known;
    if (mark.bytes !== bytes || mark.modifiedMs !== modifiedMs || mark.end !== end) return undefined;
    return { mark, facts: { ...facts, started: facts.started === undefined ? undefined : new Date(facts.started) } };
  }

  async keep(logPath: string, { mark, facts: { started, ...facts } }: KnownLog): Promise<void> {
    if (this.folder === undefined) return;
    const known = { mark, facts: { ...facts, ...(started === undefined ? {} : { started: started.toISOString() }) } };
    (await this.#logsBeside(logPath)).set(logPath, known);
    this.#unsaved.add(parentOf(logPath));
  }

  async forget(logPath: string): Promise<void> {
    if (this.folder === undefined || !(await this.#logsBeside(logPath)).delete(logPath)) return;
    this.#unsaved.add(parentOf(logPath));
    await this.save();
  }

  /** Debates may have been deleted while nobody watched: those that nobody asked for are looked for. */
  async forgetGone(isAskedFor: (logPath: string) => boolean): Promise<void> {
    for (const [parent, loading] of this.#loading) {
      const logs = await loading;
      for (const logPath of [...logs.keys()].filter((one) => !isAskedFor(one))) {
        if (await exists(logPath)) continue;
        logs.delete(logPath);
        this.#unsaved.add(parent);
      }
    }
  }

  async save(): Promise<void> {
    const parents = [...this.#unsaved];
    this.#unsaved.clear();
    for (const parent of parents) {
      const logs = (await this.#loading.get(parent)) ?? new Map<string, WrittenLog>();
      if (logs.size === 0) await this.#files.forget(parent);
      else await this.#files.write(parent, {}, Object.fromEntries(logs));
    }
  }

  #logsBeside(logPath: string): Promise<Map<string, WrittenLog>> {
    const parent = parentOf(logPath);
    const known = this.#loading.get(parent);
    if (known !== undefined) return known;
    const loading = this.#files.read(parent, {}).then((logs) => new Map(Object.entries(logs ?? {})));
    this.#loading.set(parent, loading);
    return loading;
  }
}

const parentOf = (logPath: string): string => dirname(dirname(logPath));
