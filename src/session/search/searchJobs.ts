import type { Report } from '../../async/workerJobs';
import { isDebateAsked } from './askedDebate';
import { DebateIndexes, type IndexedDebate } from './debateIndexes';
import type { SearchQuery } from './query';
import { ranked } from './ranked';
import { scanDebate } from './scanDebate';
import { nothingFound, type SearchAnswer, type DebateHit } from './debateHit';
import { EntryReaders, toldHit } from './toldHit';

/** What a thread that searches is sent. */
export type SearchJob =
  /** Makes indexes that are not as the logs are, for `ms` milliseconds. */
  | { kind: 'update'; folders: readonly string[]; cacheFolder: string; ms: number }
  | { kind: 'ask'; folders: readonly string[]; cacheFolder: string; query: SearchQuery; limit: number }
  /** Reads one debate through, without an index. */
  | { kind: 'scan'; folder: string; query: SearchQuery; limit: number };

let indexes: { cacheFolder: string; store: DebateIndexes } | undefined;

/** Kept from job to job. */
function storeIn(cacheFolder: string): DebateIndexes {
  if (indexes?.cacheFolder !== cacheFolder) indexes = { cacheFolder, store: new DebateIndexes(cacheFolder) };
  return indexes.store;
}

/** Does one job of a search. */
export async function doSearchJob(job: SearchJob, report: Report): Promise<SearchAnswer> {
  if (job.kind === 'scan') return await scanDebate(job);
  const store = storeIn(job.cacheFolder);
  return job.kind === 'update' ? await update(store, job, report) : await ask(store, job);
}

async function update(
  store: DebateIndexes,
  { folders, ms }: { folders: readonly string[]; ms: number },
  report: Report,
): Promise<SearchAnswer> {
  const until = performance.now() + ms;
  const { stale, left } = store.look(folders);
  let done = 0;
  for (const folder of stale) {
    await store.update(folder);
    done += 1;
    if (performance.now() >= until) break;
  }
  const pending = stale.length - done;
  report({ done: folders.length - pending, total: folders.length });
  if (pending === 0 && done > 0) await store.sweep(folders);
  return { ...nothingFound, pending, left: left.length };
}

type Ask = Extract<SearchJob, { kind: 'ask' }>;

async function ask(store: DebateIndexes, { folders, query, limit }: Ask): Promise<SearchAnswer> {
  const { ready, stale, left } = store.look(folders);
  const asked: IndexedDebate[] = [];
  for (const debate of ready) if (await isAsked(debate, query)) asked.push(debate);
  const found = ranked(asked, query, limit);
  const readers = new EntryReaders();
  const hits: DebateHit[] = [];
  try {
    for (const hit of found.hits) {
      const told = await toldHit(hit, { query, readers });
      if (told !== undefined) hits.push(told);
    }
  } finally {
    await readers.close();
  }
  const { total, debates, isLoose } = found;
  const { length: pending } = stale;
  return { hits, total, debates, isLoose, pending, left: left.length, isCut: hits.length < total };
}

const isAsked = ({ folder, info }: IndexedDebate, query: SearchQuery): Promise<boolean> =>
  isDebateAsked({ folder, format: info.format, position: info.position }, query);
