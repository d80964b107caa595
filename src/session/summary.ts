import { stat } from 'node:fs/promises';
import { formatNamed } from '../debate/formats/registry';
import type { Standing } from '../debate/step';
import { DebateLog, pathOfLog } from '../record/debateLog';
import { leaseStatus, type LeaseStatus } from '../record/lease';
import { recordErrorFrom } from '../record/recordError';
import { pool } from '../research/pool';
import { readEnds } from './logEnds';
import { factsOf, isDoubtful, isSettled, type RecordFacts } from './recordFacts';
import { runStatus, statusOf, type DebateStatus } from './status';
import { TroubleReader } from './trouble';

/** What a list of many debates shows of each: read from the ends of its log, not from all of it. */
export interface DebateSummary {
  folder: string;
  logPath: string;
  /** Empty where the record does not say. */
  topic: string;
  format: string;
  provider: string | undefined;
  /** Of the record; 0 where no Rostrum wrote it. */
  version: number;
  started: Date | undefined;
  debaters: string[];
  /**
   * For our own debates what `statusOf` says. `foreign`: a record of another program that was not concluded (`done` when it
   * was); `empty`: no complete line yet; `unreadable`: see `problem`.
   */
  state: DebateStatus['status'] | 'foreign' | 'empty' | 'unreadable';
  phase?: string;
  round?: number;
  outcome: string | null;
  entries: number | undefined;
  bytes: number;
  modifiedMs: number;
  /** Sources found unreliable or fabricated, once the documents are written. */
  trouble: number | undefined;
  /** Why the debate rests, in the words of whoever let go of it. */
  reason?: string;
  /** Why it could not be read. */
  problem?: string;
}

/** One summary, read anew; for a list use a `SummaryReader`. Never rejects. */
export const summaryOf = (folder: string): Promise<DebateSummary> => new SummaryReader().summaryOf(folder);

/** Summaries that are made at the same time. */
const width = 16;

/**
 * Summaries of many debates, again and again: a log is read again only when its size or time has changed. The lease is
 * read each time where it matters (the debate is not done), because a holder falls silent without touching a file.
 */
export class SummaryReader {
  readonly #known = new Map<string, Known>();
  readonly #trouble = new TroubleReader();

  constructor(private readonly now: () => Date = () => new Date()) {}

  /** The summaries in the order of the folders. @throws the signal's reason. */
  async summariesOf(folders: readonly string[], signal?: AbortSignal): Promise<DebateSummary[]> {
    const summaries: DebateSummary[] = [];
    const work = async ([index, folder]: [number, string]): Promise<void> => {
      summaries[index] = await this.summaryOf(folder);
    };
    await pool(folders.entries(), work, { width, signal });
    return summaries;
  }

  /** Never rejects: what cannot be read is said in the summary. */
  async summaryOf(folder: string): Promise<DebateSummary> {
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

  /** Lets go of what is kept of this debate. */
  forget(folder: string): void {
    this.#known.delete(pathOfLog(folder));
    this.#trouble.forget(folder);
  }

  async #read(logPath: string): Promise<Known> {
    const before = this.#known.get(logPath);
    const { size, mtimeMs } = before === undefined ? {} : await stat(logPath);
    if (before !== undefined && before.bytes === size && before.modifiedMs === mtimeMs) return before;
    const { found, ...rest } = await readEnds(logPath, { examine: factsOf, isEnough: isSettled });
    const facts = isDoubtful(found) && rest.bytes <= mostFoldedBytes ? await foldedFacts(logPath, found) : found;
    const known: Known = { ...rest, facts };
    this.#known.set(logPath, known);
    return known;
  }

  async #summaryFrom(facts: RecordFacts, place: Place): Promise<DebateSummary> {
    const { isOwn, version, standing, topic, format, provider, started, debaters, entries } = facts;
    if (entries === undefined) return { ...nothing, ...place, ...withoutEntries(facts) };
    const isDone = standing?.phase === 'done';
    const resting = isDone
      ? { state: 'done' as const }
      : isOwn
        ? await this.#resting(place.folder, format)
        : { state: 'foreign' as const };
    return {
      topic,
      format,
      provider,
      version,
      started,
      debaters,
      entries,
      ...place,
      ...resting,
      ...(standing?.phase === undefined ? {} : { phase: standing.phase }),
      ...(standing?.round === undefined ? {} : { round: standing.round }),
      outcome: standing?.outcome ?? null,
      trouble: isDone ? await this.#trouble.troubleIn(place.folder) : undefined,
    };
  }

  async #resting(folder: string, format: string): Promise<Pick<DebateSummary, 'state' | 'reason'>> {
    if (formatNamed(format) === undefined) return { state: 'unreadable_format' };
    const lease = await leaseStatus(folder, this.now).catch((): LeaseStatus => ({ state: 'free' }));
    const reason = lease.state === 'released' ? lease.holder.reason : undefined;
    return { state: runStatus(lease), ...(reason === undefined ? {} : { reason }) };
  }
}

interface Known {
  bytes: number;
  modifiedMs: number;
  facts: RecordFacts;
}

type Place = Pick<DebateSummary, 'folder' | 'logPath' | 'bytes' | 'modifiedMs'>;

const nothing = {
  topic: '',
  format: 'panel',
  provider: undefined,
  version: 0,
  started: undefined,
  debaters: [],
  outcome: null,
  entries: undefined,
  trouble: undefined,
};

function withoutEntries({ lines }: RecordFacts): Pick<DebateSummary, 'state' | 'problem'> {
  if (lines === 'none') return { state: 'empty' };
  if (lines === 'unfinished') return { state: 'empty', problem: 'There is no complete line in the log yet.' };
  return { state: 'unreadable', problem: 'No line of the log could be read as an entry.' };
}

/** Above this a log is not read whole for the sake of a list. */
const mostFoldedBytes = 64 * 1024 * 1024;

/** Rare: something was written behind the last step, or the ends do not tell. Then the whole log does. */
async function foldedFacts(logPath: string, facts: RecordFacts): Promise<RecordFacts> {
  const log = await DebateLog.open(logPath);
  try {
    const { status, phase, round, outcome, result, entries } = await statusOf(log);
    const standing = {
      phase: status === 'done' ? 'done' : (phase as Standing['phase']),
      round,
      outcome: outcome ?? result ?? null,
      isCertain: true,
    };
    return { ...facts, entries, standing };
  } finally {
    await log.close();
  }
}
