import { stat } from 'node:fs/promises';
import type { Report } from '../../../async/workerJobs';
import { WorkerFailure } from '../../../async/workerJobs';
import { WorkerPool } from '../../../async/workerPool';
import { counted } from '../../../matching/text/shortText';
import { pathOfLog } from '../../../record/logPath';
import { removeIndex, stampOf } from '../logCache';
import type { SearchQuery } from './query';
import { nothingFound, type SearchAnswer } from './debateHit';
import type { SearchJob } from './searchJobs';

export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError';
  readonly code = 'slow_pattern';

  constructor(debates: number) {
    super(
      `The expression took too long on ${counted(debates, 'debate')}, and the search was stopped. Write it without repeats inside repeats.`,
    );
  }
}

interface SearchOptions {
  signal: AbortSignal;
  onProgress?: Report;
}

interface AskOptions extends SearchOptions {
  limit: number;
  /** So far: of words the first ten, before the rest is read. */
  onFound?: (answer: SearchAnswer) => void;
}

/** The longest that a question waits for an index that is being made. */
const sliceMs = 100;
const idleMs = 300_000;
const firstHits = 10;
/** CPU time for the expression itself, and for each byte that is read: some times what it takes. */
const scanMs = { whole: 5_000, perByte: 1 / 8_000 };
/** More slow debates are the expression's fault. */
const mostSlow = 3;

export class DebateSearch {
  readonly #indexing = threads({ cpuMs: Infinity, idleMs });
  readonly #scanning = threads({ cpuMs: scanMs.whole, idleMs: 10_000 });
  readonly #breaking = new Map<string, string>();

  constructor(private readonly cacheFolder: string) {}

  /** Returns how many debates will have no index. Rejects with the signal's reason. */
  async update(folders: readonly string[], options: SearchOptions): Promise<number> {
    for (;;) {
      const sound = await this.#sound(folders);
      try {
        return folders.length - sound.length + (await this.#updateAll(sound, options));
      } catch (error) {
        if (!(error instanceof WorkerFailure) || !(await this.#setApart(sound, options))) throw error;
      }
    }
  }

  async #updateAll(folders: readonly string[], { signal, onProgress }: SearchOptions): Promise<number> {
    const job: SearchJob = { kind: 'update', folders, cacheFolder: this.cacheFolder, ms: sliceMs };
    for (;;) {
      const { pending, left } = await this.#indexing.run(job, { signal, onProgress });
      if (pending === 0) return left.length;
    }
  }

  /** The thread broke on one of these: each is indexed alone, and those it breaks on are left out. False where there is none. */
  async #setApart(folders: readonly string[], { signal, onProgress }: SearchOptions): Promise<boolean> {
    let broken = 0;
    for (const [done, folder] of folders.entries()) {
      onProgress?.({ done, total: folders.length });
      try {
        await this.#indexing.run({ kind: 'updateOne', folder, cacheFolder: this.cacheFolder }, { signal });
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        broken += 1;
        this.#breaking.set(folder, await stampAt(folder));
        await removeIndex(this.cacheFolder, folder);
      }
    }
    return broken > 0;
  }

  /** Leaves out debates on whose logs, as they are, a thread broke. */
  async #sound(folders: readonly string[]): Promise<readonly string[]> {
    for (const [folder, stamp] of this.#breaking) if ((await stampAt(folder)) !== stamp) this.#breaking.delete(folder);
    return folders.filter((folder) => !this.#breaking.has(folder));
  }

  /**
   * `folders`: the newest first. Words are sought where the index is as the log is; see `pending`. An expression reads the logs
   * themselves, until enough was found. @throws SlowPatternError where it is slow on several debates, or on all; the signal's reason.
   */
  async ask(folders: readonly string[], query: SearchQuery, options: AskOptions): Promise<SearchAnswer> {
    if (query.pattern !== undefined) return await this.#scan(folders, query, options);
    const { limit, signal, onFound } = options;
    const sound = await this.#sound(folders);
    const broken = folders.filter((folder) => this.#breaking.has(folder));
    let found = nothingFound;
    const job = { kind: 'ask', folders: sound, cacheFolder: this.cacheFolder, query, limit } as const;
    for (const first of onFound === undefined ? [limit] : [Math.min(firstHits, limit), limit]) {
      // Not with the signal: the thread would be lost with all that it holds.
      const answer = await this.#indexing.run({ ...job, first });
      found = { ...answer, left: [...broken, ...answer.left] };
      signal.throwIfAborted();
      if (!found.isCut || first === limit) break;
      onFound?.(found);
    }
    return found;
  }

  async #scan(folders: readonly string[], query: SearchQuery, options: AskOptions): Promise<SearchAnswer> {
    const { signal, onProgress, onFound } = options;
    let [found, slow] = [nothingFound, 0];
    for (const [done, folder] of folders.entries()) {
      onProgress?.({ done, total: folders.length });
      const limit = options.limit - found.total;
      const scanned = await this.#scanned({ kind: 'scan', folder, query, limit }, signal);
      if (scanned === 'slow') slow += 1;
      if (slow >= Math.min(mostSlow, folders.length)) throw new SlowPatternError(slow);
      found = joined(found, scanned === 'slow' ? { ...nothingFound, left: [folder] } : scanned);
      if (found.isCut) break;
      onFound?.(found);
    }
    return found;
  }

  /** What cannot be read is left out. */
  async #scanned(job: Extract<SearchJob, { kind: 'scan' }>, signal: AbortSignal): Promise<SearchAnswer | 'slow'> {
    try {
      const { size } = await stat(pathOfLog(job.folder));
      return await this.#scanning.run(job, { signal, cpuMs: scanMs.whole + size * scanMs.perByte });
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof WorkerFailure && error.code === 'deadline'
        ? 'slow'
        : { ...nothingFound, left: [job.folder] };
    }
  }
}

function threads({ cpuMs, idleMs: keptMs }: { cpuMs: number; idleMs: number }): WorkerPool<SearchJob, SearchAnswer> {
  return new WorkerPool({
    program: { folder: import.meta.dirname, name: 'debateSearchThread.js' },
    here: async (job, report) => (await import('./searchJobs')).doSearchJob(job, report),
    width: 1,
    idleMs: keptMs,
    limits: { cpuMs, megabytes: 128 },
  });
}

const stampAt = async (folder: string): Promise<string> => (await stampOf(pathOfLog(folder))).stamp;

const joined = (one: SearchAnswer, other: SearchAnswer): SearchAnswer => ({
  ...other,
  hits: [...one.hits, ...other.hits],
  total: one.total + other.total,
  debates: one.debates + other.debates,
  left: [...one.left, ...other.left],
  partly: one.partly + other.partly,
});
