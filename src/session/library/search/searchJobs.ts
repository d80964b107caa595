import type { FileHandle } from 'node:fs/promises';
import { openRegular } from '../../../async/regularFile';
import type { Report } from '../../../async/workerJobs';
import { parseLine } from '../../../debate/log/codec';
import { formatIn } from '../../../debate/formats/formatName';
import type { FoundStatus } from '../../../debate/log/sourceMark';
import type { VisibleEntry } from '../../../debate/flow/tasks';
import type { RecordView } from '../../../debate/fold/view';
import { positionOf, statusFrom, type Position } from '../../../projections/status';
import { topicOf } from '../../../projections/topic';
import { DebateLog } from '../../../record/debateLog';
import { leaseOrFree } from '../../../record/lease';
import { pathOfLog } from '../../../record/logPath';
import { nothingFound, type SearchAnswer, type DebateHit, passageOf, placesOf, matchedRanges } from './debateHit';
import type { IndexRow } from './debateIndex';
import { DebateIndexes, type IndexedDebate, stampOf } from './debateIndexes';
import { findableTexts, statusAt } from './makeIndex';
import { type SearchQuery, regExpOf } from './query';
import { ranked, type Ranked, type RankedHit, passesRow, isSourceStatus } from './ranked';

interface KeptMask {
  stamp: string;
  bytes: number;
  mask: RecordView['mask'];
}

/** Bytes of logs whose masks are kept. */
const mostBytes = 32 * 2 ** 20;

/** Each entry as anyone may see it. Only what is masked has its log folded; what masks it is kept for the next question. */
export class EntryReaders {
  readonly #files = new Map<string, FileHandle>();
  readonly #masks = new Map<string, KeptMask>();
  #bytes = 0;
  /** Logs so far: nearly all of the work. */
  folded = 0;

  async entry(
    folder: string,
    { offset, length, isMasked }: Pick<IndexRow, 'offset' | 'length' | 'isMasked'>,
  ): Promise<VisibleEntry | undefined> {
    const path = pathOfLog(folder);
    const file = this.#files.get(path) ?? (await openRegular(path)).handle;
    this.#files.set(path, file);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    const parsed = parseLine(buffer.toString('utf8'));
    if (parsed.kind !== 'entry') return undefined;
    return isMasked ? (await this.#maskOf(path)).entry(parsed.entry) : parsed.entry;
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
    this.#files.clear();
  }

  async #maskOf(path: string): Promise<RecordView['mask']> {
    const stamp = stampOf(path);
    const known = this.#masks.get(path);
    const mask = known?.stamp === stamp ? known.mask : await this.#folded(path);
    this.#forget(path);
    const bytes = Number.parseInt(stamp, 10) || 0;
    this.#masks.set(path, { stamp, bytes, mask });
    this.#bytes += bytes;
    for (const oldest of this.#masks.keys()) if (this.#bytes > mostBytes) this.#forget(oldest);
    return mask;
  }

  #forget(path: string): void {
    this.#bytes -= this.#masks.get(path)?.bytes ?? 0;
    this.#masks.delete(path);
  }

  async #folded(path: string): Promise<RecordView['mask']> {
    this.folded += 1;
    const log = await DebateLog.open(path, { keepsProblems: false });
    try {
      return log.view.mask;
    } finally {
      await log.close();
    }
  }
}

export type SearchJob =
  /** Indexes that are not as the logs are, for `ms` milliseconds. */
  | { kind: 'update'; folders: readonly string[]; cacheFolder: string; ms: number }
  /** Alone, so that it is known which one a thread broke on. */
  | { kind: 'updateOne'; folder: string; cacheFolder: string }
  /** `first`: how many of the hits are told now. */
  | { kind: 'ask'; folders: readonly string[]; cacheFolder: string; query: SearchQuery; limit: number; first: number }
  | { kind: 'scan'; folder: string; query: SearchQuery; limit: number };

type Job<K extends SearchJob['kind']> = Extract<SearchJob, { kind: K }>;

let indexes: { cacheFolder: string; store: DebateIndexes } | undefined;
const readers = new EntryReaders();
/** The question before, of whose hits the rest may be asked for. */
let last: { key: string; asked: readonly IndexedDebate[]; found: Ranked } | undefined;

function storeIn(cacheFolder: string): DebateIndexes {
  if (indexes?.cacheFolder !== cacheFolder) indexes = { cacheFolder, store: new DebateIndexes(cacheFolder) };
  return indexes.store;
}

export async function doSearchJob(job: SearchJob, report: Report): Promise<SearchAnswer> {
  if (job.kind === 'scan') return await scanDebate(job);
  const store = storeIn(job.cacheFolder);
  if (job.kind === 'ask') return await ask(store, job);
  if (job.kind === 'update') return await update(store, job, report);
  await store.update(job.folder);
  return nothingFound;
}

async function update(store: DebateIndexes, { folders, ms }: Job<'update'>, report: Report): Promise<SearchAnswer> {
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
  if (pending === 0 && (store.keepOnly(folders) || done > 0)) await store.sweep(folders);
  return { ...nothingFound, pending, left };
}

/** Debates whose logs cannot be read by now are left out. */
async function ask(store: DebateIndexes, job: Job<'ask'>): Promise<SearchAnswer> {
  const { folders, query, limit, first } = job;
  const { ready, stale, left } = store.look(folders);
  const asked: IndexedDebate[] = [];
  const readable = ready.filter(({ info }) => info.readable !== 'not');
  for (const debate of readable) if (await isDebateAsked({ ...debate.info, ...debate }, query)) asked.push(debate);
  const found = rankedOnce(asked, query, limit);
  const { hits, unread } = await toldHits(found.hits.slice(0, first), query);
  if (unread.size > 0) {
    for (const folder of unread) store.forget(folder);
    const others = await ask(store, { ...job, folders: folders.filter((folder) => !unread.has(folder)) });
    return { ...others, left: [...others.left, ...unread] };
  }
  const { total, debates, isLoose } = found;
  const { length: pending } = stale;
  const partly = asked.filter(({ info }) => info.readable === 'partly').length;
  const unreadable = ready.filter(({ info }) => info.readable === 'not').map(({ folder }) => folder);
  return { hits, total, debates, isLoose, pending, left: [...left, ...unreadable], partly, isCut: hits.length < total };
}

function rankedOnce(asked: readonly IndexedDebate[], query: SearchQuery, limit: number): Ranked {
  const key = JSON.stringify([query, limit]);
  const isSame =
    last?.key === key && last.asked.length === asked.length && last.asked.every((one, at) => one === asked[at]);
  if (last === undefined || !isSame) last = { key, asked, found: ranked(asked, query, limit) };
  return last.found;
}

/** `unread`: debates whose logs cannot be read. */
async function toldHits(
  found: readonly RankedHit[],
  query: SearchQuery,
): Promise<{ hits: DebateHit[]; unread: ReadonlySet<string> }> {
  const hits: DebateHit[] = [];
  const unread = new Set<string>();
  try {
    for (const hit of found) {
      const { folder } = hit.debate;
      const shownHit = unread.has(folder) ? undefined : await toldHit(hit, query).catch(() => void unread.add(folder));
      if (shownHit !== undefined) hits.push(shownHit);
    }
  } finally {
    await readers.close();
  }
  return { hits, unread };
}

/** Undefined where the log is another by now. */
async function toldHit(
  { debate: { folder, info, index }, document }: RankedHit,
  query: SearchQuery,
): Promise<DebateHit | undefined> {
  const row = index()?.row(document);
  const entry = row === undefined ? undefined : await readers.entry(folder, row);
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
    passage: passageOf(found.text, placesOf(found.text, query.units), kind !== 'source'),
    url: found.url,
    status,
  };
}

/** The newest entry first. @throws RecordError */
async function scanDebate({ folder, query, limit }: Job<'scan'>): Promise<SearchAnswer> {
  const log = await DebateLog.open(pathOfLog(folder), { keepsProblems: false });
  try {
    const { view, state, readable } = log;
    if (readable === 'not') return { ...nothingFound, left: [folder] };
    const debate = { folder, format: formatIn(state.setup), position: positionOf(state) };
    if (!(await isDebateAsked(debate, query))) return nothingFound;
    const topic = view.mask.text(topicOf(view) ?? '');
    const pattern = regExpOf(query.pattern ?? '');
    const hits: DebateHit[] = [];
    for (let at = state.headers.length - 1; at >= 0 && hits.length < limit; at -= 1) {
      const entry = log.entryAt(at);
      if (entry === undefined) continue;
      const statusOf = (url: string): FoundStatus | undefined => statusAt(state, entry.seq, url);
      for (const hit of matchesIn(view.mask.entry(entry), { pattern, query, statusOf })) {
        hits.push({ ...hit, folder, topic });
        if (hits.length >= limit) break;
      }
    }
    const total = hits.length;
    const partly = readable === 'partly' ? 1 : 0;
    return { ...nothingFound, hits, total, debates: total === 0 ? 0 : 1, partly, isCut: total >= limit };
  } finally {
    await log.close();
  }
}

interface Matching {
  pattern: RegExp;
  query: SearchQuery;
  statusOf: (url: string) => FoundStatus | undefined;
}

const mostMatches = 100;

function* matchesIn(
  entry: VisibleEntry,
  { pattern, query, statusOf }: Matching,
): Generator<Omit<DebateHit, 'folder' | 'topic'>> {
  const { seq, speaker, type, timestamp } = entry;
  const time = Date.parse(timestamp) || 0;
  for (const { kind, text, url } of findableTexts(entry)) {
    const status = url === undefined ? undefined : statusOf(url);
    if (!passesRow({ speaker, type, kind, status, time }, query.filters)) continue;
    const places = matchedRanges(text, pattern, mostMatches);
    if (places.length === 0) continue;
    const passage = passageOf(text, places, kind !== 'source');
    yield { seq, speaker, type, kind, time, passage, url, status };
  }
}

async function isDebateAsked(
  { folder, format, position }: { folder: string; format: string; position: Pick<Position, 'kind' | 'isOver'> },
  { filters }: SearchQuery,
): Promise<boolean> {
  if (filters.format.length > 0 && !filters.format.includes(format.toLowerCase())) return false;
  const wanted = filters.status.filter((status) => !isSourceStatus(status));
  if (wanted.length === 0) return true;
  return wanted.includes(statusFrom(position, await leaseOrFree(folder)));
}
