import type { Report } from '../../async/workerJobs';
import { WorkerFailure, WorkerPool } from '../../async/workerPool';
import type { SearchQuery } from './query';
import { nothingFound, type SearchAnswer } from './debateHit';
import type { SearchJob } from './searchJobs';

/** The expression takes too long: no reader waits for it. */
export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError';
  readonly code = 'slow_pattern';

  constructor(seconds: number, options: ErrorOptions) {
    super(
      `The expression took longer than ${seconds} s on one debate, and the search was stopped. Write it without repeats inside repeats.`,
      options,
    );
  }
}

interface SearchOptions {
  signal: AbortSignal;
  /** Debates that are done with, of all. */
  onProgress?: Report;
}

interface AskOptions extends SearchOptions {
  /** The most hits that are wanted. */
  limit: number;
  /** What has been found so far: of words the first ten, before the rest is read. */
  onFound?: (answer: SearchAnswer) => void;
}

/** A question waits so long at most for an index that is being made. */
const sliceMs = 100;
/** The indexes are held so long after the last question. */
const idleMs = 300_000;
/** So many are told first: about what is in sight. */
const firstHits = 10;
/** A debate of 64 MB is read through in a fraction of it. */
const scanSeconds = 5;

/** Searches debates in threads: one keeps indexes, one reads for regular expressions. */
export class DebateSearch {
  readonly #indexing = threads({ cpuMs: Infinity, idleMs });
  readonly #scanning = threads({ cpuMs: scanSeconds * 1_000, idleMs: 10_000 });

  /** `cacheFolder`: where indexes are kept, one file a debate. */
  constructor(private readonly cacheFolder: string) {}

  /** Makes the indexes that are not there, or not as the logs are. Returns how many debates will have none. Rejects with the signal's reason. */
  async update(folders: readonly string[], { signal, onProgress }: SearchOptions): Promise<number> {
    const job: SearchJob = { kind: 'update', folders, cacheFolder: this.cacheFolder, ms: sliceMs };
    for (;;) {
      const { pending, left } = await this.#indexing.run(job, { signal, onProgress });
      if (pending === 0) return left;
    }
  }

  /**
   * What is found in these debates, `folders` the newest first. Of words: in those whose index is as the log is; see `pending`. A regular
   * expression reads the logs themselves, until as much was found as is wanted.
   *
   * @throws SlowPatternError, RecordError; the signal's reason.
   */
  async ask(folders: readonly string[], query: SearchQuery, options: AskOptions): Promise<SearchAnswer> {
    if (query.pattern !== undefined) return await this.#scan(folders, query, options);
    const { limit, signal, onFound } = options;
    let found = nothingFound;
    for (const most of onFound === undefined ? [limit] : [Math.min(firstHits, limit), limit]) {
      // The thread is not told of the signal: it would be lost with all that it holds.
      found = await this.#indexing.run({ kind: 'ask', folders, cacheFolder: this.cacheFolder, query, limit: most });
      signal.throwIfAborted();
      if (!found.isCut || most === limit) break;
      onFound?.(found);
    }
    return found;
  }

  async #scan(folders: readonly string[], query: SearchQuery, options: AskOptions): Promise<SearchAnswer> {
    const { signal, onProgress, onFound } = options;
    let found = nothingFound;
    for (const [done, folder] of folders.entries()) {
      onProgress?.({ done, total: folders.length });
      const limit = options.limit - found.total;
      found = joined(found, await this.#scanned({ kind: 'scan', folder, query, limit }, signal));
      if (found.isCut) break;
      onFound?.(found);
    }
    return found;
  }

  /** A debate that cannot be read is left out. */
  async #scanned(job: SearchJob, signal: AbortSignal): Promise<SearchAnswer> {
    try {
      return await this.#scanning.run(job, { signal });
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      if (error.code === 'deadline') throw new SlowPatternError(scanSeconds, { cause: error });
      return { ...nothingFound, left: 1 };
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

const joined = (one: SearchAnswer, other: SearchAnswer): SearchAnswer => ({
  ...other,
  hits: [...one.hits, ...other.hits],
  total: one.total + other.total,
  debates: one.debates + other.debates,
  left: one.left + other.left,
});
