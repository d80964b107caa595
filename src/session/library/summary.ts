import { stat } from 'node:fs/promises';
import { returnsProblem } from '../../debate/log/codec';
import { standardFormat } from '../../debate/formats/formatName';
import { DebateLog } from '../../record/debateLog';
import { pathOfLog } from '../../record/logPath';
import { leaseOrFree } from '../../record/lease';
import { recordErrorFrom } from '../../record/recordError';
import { withoutWords } from '../../reports/eventLog';
import { pool } from '../../research/pool';
import {
  endFacts,
  type EndFacts,
  type HeadFacts,
  listedPosition,
  type ListedPosition,
} from '../../projections/headAndTail';
import { leads, type Lead, type SideScores } from '../../projections/formats/formatProjection';
import { type DebatePhase, statusFrom } from '../../projections/status';
import type { Status } from '../../projections/vocabulary';
import { readEnds } from './logEnds';
import { sha256 } from '../../record/sha256';
import { LogCache } from './logCache';
import * as z from 'zod';
import { sides } from '../../debate/log/entryData';
import { formatPhases } from '../../debate/flow/step';

export interface DebateSummary extends Omit<HeadFacts, 'isOwn' | 'isImported'> {
  folder: string;
  logPath: string;
  /** As `statusOf` says it; of `unreadable` see `problem`. */
  state: Status;
  phase?: DebatePhase | undefined;
  round?: number | undefined;
  outcome: string | null;
  scores?: SideScores | undefined;
  lead?: Lead | undefined;
  /** Of a format without an outcome, when it is done. */
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
  readonly #cache: LogCache<LogMark, KnownPosition>;

  /** `cacheFolder`: for what whole logs told; without it, that is kept as long as the reader. */
  constructor({ cacheFolder }: { cacheFolder?: string | undefined } = {}) {
    this.#cache = positionCache(cacheFolder);
  }

  /** In the order of the folders. @throws the signal's reason. */
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

  forget(folder: string): void {
    const logPath = pathOfLog(folder);
    this.#known.delete(logPath);
    void this.#cache.forget(logPath);
  }

  async #read(logPath: string): Promise<KnownSummary> {
    const before = this.#known.get(logPath);
    const { size, mtimeMs } = before === undefined ? {} : await stat(logPath);
    if (before !== undefined && before.bytes === size && before.modifiedMs === mtimeMs) return before;
    const { found, bytes, modifiedMs } = await readEnds(logPath, {
      examine: ({ head, tail }) => {
        const facts = endFacts(head, tail);
        const [last = ''] = facts.lacks === 'nothing' ? [] : tail.newestFirst();
        return { facts, lastLine: sha256(last) };
      },
      isEnough: ({ facts }) => facts.lacks !== 'longer_tail',
    });
    const isDoubtful = found.facts.isOwn && found.facts.entries !== undefined && found.facts.lacks !== 'nothing';
    const mark = { bytes, modifiedMs, lastLine: found.lastLine };
    const facts = isDoubtful ? { ...found.facts, ...(await this.#wholePosition(logPath, mark)) } : found.facts;
    const known: KnownSummary = { bytes, modifiedMs, facts };
    this.#known.set(logPath, known);
    return known;
  }

  /** Where the ends do not tell, the whole log is read once, as long as it stays as it is. */
  async #wholePosition(logPath: string, mark: LogMark): Promise<KnownPosition> {
    const before = await this.#cache.read(logPath, mark);
    if (before !== undefined) return before;
    const log = await DebateLog.open(logPath);
    try {
      const known = { position: listedPosition(log.view), entries: log.state.headers.length };
      const { size, mtimeMs } = await stat(logPath);
      if (size === mark.bytes && mtimeMs === mark.modifiedMs) await this.#cache.write(logPath, mark, known);
      return known;
    } finally {
      await log.close();
    }
  }

  async #summaryFrom(facts: EndFacts, file: LogFile): Promise<DebateSummary> {
    const { position, entries, topic, format, provider, version, started, debaters } = facts;
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

interface KnownPosition {
  position: ListedPosition;
  entries: number;
}

interface LogMark {
  bytes: number;
  modifiedMs: number;
  /** SHA-256 of the last complete line. */
  lastLine: string;
}

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
const knownSchema = z.object({ position: positionSchema, entries: z.int().min(0) });

/** Positions that whole logs told. `folder`: where they are kept; without one none is. */
const positionCache = (folder: string | undefined): LogCache<LogMark, KnownPosition> =>
  new LogCache(folder, { schema: knownSchema, meaning: '4' });
