import { stat } from 'node:fs/promises';
import { returnsProblem } from '../../debate/log/codec';
import { standardFormat } from '../../debate/formats/formatName';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { leaseOrFree } from '../../record/lease';
import { recordErrorFrom } from '../../record/recordError';
import { withoutWords } from '../../reports/eventLog';
import { pool } from '../../research/pool';
import { endFacts, type EndFacts, type HeadFacts, listedPosition } from '../../projections/headAndTail';
import type { Lead, SideScores } from '../../projections/formats/formatProjection';
import { type DebatePhase, statusFrom } from '../../projections/status';
import type { Status } from '../../projections/vocabulary';
import { readEnds } from './logEnds';
import { ListCache } from './listCache';

export interface DebateSummary extends Omit<HeadFacts, 'isOwn' | 'isImported' | 'isSample'> {
  isSample?: boolean;
  folder: string;
  logPath: string;
  /** The status of `statusOf`; for `unreadable` see `problem`. */
  state: Status;
  phase?: DebatePhase | undefined;
  round?: number | undefined;
  outcome: string | null;
  scores?: SideScores | undefined;
  lead?: Lead | undefined;
  /** The result in a format without an outcome, when the debate is done. */
  result?: string | undefined;
  entries: number | undefined;
  bytes: number;
  modifiedMs: number;
  /** Why it is paused, in the words of whoever released it. */
  reason?: string | undefined;
  problem?: string;
}

const width = 16;

/**
 * A log is read again only when its size or time has changed. The lease is read each time where the debate is not done, because a holder
 * falls silent without touching a file.
 */
export class SummaryReader {
  readonly #known = new Map<string, KnownSummary>();
  readonly #cache: ListCache;
  #hasReadWhole = false;

  /** `cacheFolder`: for the next reader; without it, what was read is kept as long as this one. */
  constructor({ cacheFolder }: { cacheFolder?: string | undefined } = {}) {
    this.#cache = new ListCache(cacheFolder);
  }

  /** Summaries in the order of the folders. @throws the signal's reason. */
  async summariesOf(folders: readonly string[], signal?: AbortSignal): Promise<DebateSummary[]> {
    const summaries: DebateSummary[] = [];
    const work = async ([index, folder]: [number, string]): Promise<void> => {
      summaries[index] = await this.#summaryOf(folder);
    };
    await pool(folders.entries(), work, { width, signal });
    if (folders.length > 1) await this.#cache.forgetGone((logPath) => this.#known.has(logPath));
    // One debate that grows is read again every few seconds: that is not worth writing what is known of all.
    if (folders.length > 1 || this.#hasReadWhole) await this.#save();
    return summaries;
  }

  /** Never rejects: what cannot be read is said in the summary. */
  async summaryOf(folder: string): Promise<DebateSummary> {
    const summary = await this.#summaryOf(folder);
    if (this.#hasReadWhole) await this.#save();
    return summary;
  }

  async #save(): Promise<void> {
    this.#hasReadWhole = false;
    await this.#cache.save();
  }

  async #summaryOf(folder: string): Promise<DebateSummary> {
    const logPath = pathOfLog(folder);
    try {
      const { bytes, modifiedMs, facts } = await this.#read(logPath);
      return await this.#summaryFrom(facts, { folder, logPath, bytes, modifiedMs });
    } catch (error) {
      this.forget(folder);
      const { message: problem } = recordErrorFrom(error, 'read', logPath);
      return { ...nothing, folder, logPath, bytes: 0, modifiedMs: 0, state: 'unreadable', problem };
    }
  }

  forget(folder: string): void {
    const logPath = pathOfLog(folder);
    this.#known.delete(logPath);
    void this.#cache.forget(logPath);
  }

  async #read(logPath: string): Promise<KnownSummary> {
    const before = this.#known.get(logPath);
    const { size, mtimeMs } = before === undefined ? {} : await stat(logPath);
    if (before !== undefined && before.bytes === size && before.modifiedMs === mtimeMs) return before;
    const kept = await this.#cache.find(logPath);
    const known = kept === undefined ? await this.#readLog(logPath) : { ...kept.mark, facts: kept.facts };
    this.#known.set(logPath, known);
    return known;
  }

  async #readLog(logPath: string): Promise<KnownSummary> {
    const { found, mark } = await readEnds(logPath, {
      examine: ({ head, tail }) => endFacts(head, tail),
      isEnough: ({ lacks }) => lacks !== 'longer_tail',
    });
    const isDoubtful = found.isOwn && found.entries !== undefined && found.lacks !== 'nothing';
    const facts = isDoubtful ? { ...found, ...(await this.#wholePosition(logPath)) } : found;
    const { size, mtimeMs } = isDoubtful ? await stat(logPath) : { size: mark.bytes, mtimeMs: mark.modifiedMs };
    if (size === mark.bytes && mtimeMs === mark.modifiedMs) await this.#cache.keep(logPath, { mark, facts });
    return { ...mark, facts };
  }

  /** Where the ends do not tell, the whole log is read once, as long as it stays as it is. */
  async #wholePosition(logPath: string): Promise<Pick<EndFacts, 'position' | 'entries'>> {
    const log = await DebateLog.open(logPath);
    try {
      this.#hasReadWhole = true;
      return { position: listedPosition(log.view), entries: log.state.headers.length };
    } finally {
      await log.close();
    }
  }

  async #summaryFrom(facts: EndFacts, file: LogFile): Promise<DebateSummary> {
    const { position, entries, topic, format, provider, version, started, debaters, isSample } = facts;
    if (entries === undefined) return { ...nothing, ...file, ...withoutEntries(facts) };
    const { phase, round, outcome, scores, lead, result } = position;
    const lease = position.kind === 'own' && !position.isOver ? await leaseOrFree(file.folder) : undefined;
    const state = statusFrom(position, lease ?? { state: 'free' });
    // Gates quote what they refuse, and the ends do not tell what is redacted.
    const reason = lease?.state === 'released' ? withoutWords(lease.holder.reason ?? '') || undefined : undefined;
    return {
      topic,
      format,
      provider,
      version,
      started,
      debaters,
      ...(isSample ? { isSample } : {}),
      entries,
      ...file,
      state,
      phase,
      round,
      outcome,
      scores,
      lead,
      result,
      reason,
    };
  }
}

interface KnownSummary {
  bytes: number;
  modifiedMs: number;
  facts: EndFacts;
}

type LogFile = Pick<DebateSummary, 'folder' | 'logPath' | 'bytes' | 'modifiedMs'>;

const nothing = {
  topic: '',
  format: standardFormat,
  provider: undefined,
  version: 0,
  started: undefined,
  debaters: [],
  outcome: null,
  entries: undefined,
};

function withoutEntries({ lines }: EndFacts): Pick<DebateSummary, 'state' | 'problem'> {
  if (lines === 'none') return { state: 'empty' };
  if (lines === 'unfinished') return { state: 'empty', problem: 'There is no complete line in the log yet.' };
  const why = lines === 'returns' ? `: ${returnsProblem.message}` : '';
  return { state: 'unreadable', problem: `No line of the log could be read as an entry${why}.` };
}
