import { constants, readSync, watch, type FSWatcher } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entryOf, parseLine, serialiseEntry } from '../debate/codec';
import { draftProblems, maximumEntryBytes, type Draft, type Entry } from '../debate/entry';
import type { StepMark } from '../debate/entryData';
import { evolve } from '../debate/evolve';
import { headerOf, StateAccumulator, type DebateState } from '../debate/state';
import { createView, type RecordView } from '../debate/view';
import { takeAppendLock } from './appendLock';
import { scanLines, type ScannedLine } from './lineScanner';
import { RecordError, recordErrorFrom } from './recordError';
import { repairTail, type Repair } from './tailRepair';

export const logFileName = 'debate-log.jsonl';

/** What a line that is no proper entry is reported as. Lines are counted from 1. */
export interface LogProblem {
  line: number;
  seq: number | null;
  message: string;
  /** The line as it stands, when it could not be read as an entry at all. */
  raw?: string;
}

/** The calls that reach the disk, so that a test can make them fail. */
export interface LogIo {
  write(file: FileHandle, buffer: Buffer): Promise<number>;
  sync(file: FileHandle): Promise<void>;
}

const realIo: LogIo = {
  write: async (file, buffer) => (await file.write(buffer)).bytesWritten,
  sync: (file) => file.datasync(),
};

export interface LogOptions {
  now?: () => Date;
  io?: LogIo;
  /** A torn tail younger than this may belong to a writer still at work. Default 2,000. */
  settleMs?: number;
}

export interface AppendOptions {
  /** Run under the append lock before anything is written; throws to stop the append. */
  guard?: () => Promise<void>;
}

type MakeDrafts = (view: RecordView) => readonly Draft[] | undefined;

/**
 * A debate's log on disk: the only writer of `debate-log.jsonl`, and a reader that follows other writers. The folded
 * state is in memory; bodies are read from their offset on demand.
 */
export class DebateLog {
  #state = new StateAccumulator();
  #view: RecordView;
  #offsets: number[] = [];
  #lengths: number[] = [];
  #lines = 0;
  #end = 0;
  #tail = '';
  #lastMark: StepMark | undefined;
  #problems: LogProblem[] = [];
  #repairs: Repair[] = [];
  #file: FileHandle | undefined;
  #identity: { ino: number; dev: number } | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #cache = new Map<number, Entry>();
  readonly #io: LogIo;
  readonly #now: () => Date;
  readonly #settleMs: number;

  private constructor(
    readonly path: string,
    options: LogOptions,
  ) {
    this.#io = options.io ?? realIo;
    this.#now = options.now ?? (() => new Date());
    this.#settleMs = options.settleMs ?? 2_000;
    this.#view = createView(this.#state, (seq) => this.entry(seq));
  }

  /**
   * Opens a log for reading; nothing is changed on disk before the first append. A log that does not exist yet is empty.
   *
   * @throws RecordError `not_permitted`, `io`.
   */
  static async open(path: string, options: LogOptions = {}): Promise<DebateLog> {
    const log = new DebateLog(path, options);
    await log.refresh();
    return log;
  }

  get state(): DebateState {
    return this.#state;
  }

  /** A view of the state; it changes identity when the log was truncated or replaced and read anew. */
  get view(): RecordView {
    return this.#view;
  }

  get problems(): readonly LogProblem[] {
    return this.#problems;
  }

  /** What was moved aside or completed at the end of the log since it was opened. */
  get repairs(): readonly Repair[] {
    return this.#repairs;
  }

  get folder(): string {
    return dirname(this.path);
  }

  /** Bytes behind the last complete line: a torn line, or one that is being written. */
  get unfinishedTail(): string {
    return this.#tail;
  }

  /** The entry with this seq as it stands in the log, read from the disk; undefined when there is none. */
  entry(seq: number): Entry | undefined {
    const header = headerOf(this.#state, seq);
    if (header === undefined || this.#file === undefined) return undefined;
    const cached = this.#cache.get(seq);
    if (cached !== undefined) return cached;
    const position = this.#state.headers[seq] === header ? seq : this.#state.headers.indexOf(header);
    return this.#readAt(position, seq);
  }

  #readAt(position: number, seq: number): Entry | undefined {
    const offset = this.#offsets[position];
    const length = this.#lengths[position];
    if (offset === undefined || length === undefined || this.#file === undefined) return undefined;
    const buffer = Buffer.allocUnsafe(length);
    const read = readSync(this.#file.fd, buffer, 0, length, offset);
    const parsed = parseLine(buffer.toString('utf8', 0, read));
    if (parsed.kind !== 'entry') return undefined;
    if (this.#cache.size >= cachedBodies) this.#cache.clear();
    this.#cache.set(seq, parsed.entry);
    return parsed.entry;
  }

  /** The 1-based line of the entry with this seq. */
  lineOf(seq: number): number | undefined {
    const header = headerOf(this.#state, seq);
    return header === undefined ? undefined : this.#lineNumbers.get(header.seq) ?? header.seq + 1;
  }

  /** Lines of entries whose line is not their seq + 1: behind blank or unreadable lines. */
  readonly #lineNumbers = new Map<number, number>();

  /** Reads what was appended since; costs time in proportion to the new bytes. Returns the number of new entries. */
  refresh(): Promise<number> {
    return this.#exclusive(() => this.#refresh());
  }

  /**
   * Appends entries in one write, then `fdatasync`; after a crash either all of them are there or none. `make` is called
   * under the lock with the state as it then is; returning undefined appends nothing.
   *
   * @throws RecordError. Nothing was written when it throws.
   */
  append(make: readonly Draft[] | MakeDrafts, options: AppendOptions = {}): Promise<Entry[]> {
    return this.#exclusive(async () => {
      try {
        return await this.#appendLocked(typeof make === 'function' ? make : () => make, options);
      } catch (error) {
        throw recordErrorFrom(error, 'write to', this.path);
      }
    });
  }

  /**
   * Mends the end of the log as it would be before an append: completes a last line that lacks its line end, moves a
   * torn line or a step that is not whole to `debate-log.torn-<timestamp>`.
   */
  repair(): Promise<readonly Repair[]> {
    return this.append(() => undefined).then(() => this.#repairs);
  }

  /** Calls back after each change on disk, by this or any other writer, until disposed of. */
  follow(onChange: (added: number) => void): { dispose(): void } {
    let isRunning = false;
    let isWanted = false;
    const check = async (): Promise<void> => {
      isWanted = true;
      if (isRunning) return;
      isRunning = true;
      while (isWanted) {
        isWanted = false;
        const before = this.#state;
        const added = await this.refresh().catch(() => 0);
        if (added > 0 || this.#state !== before) onChange(added);
      }
      isRunning = false;
    };
    let watcher: FSWatcher | undefined;
    try {
      watcher = watch(this.folder, { persistent: false }, () => void check());
      watcher.on('error', () => watcher?.close()); // The poll goes on: the folder may come back.
    } catch {
      watcher = undefined; // No watcher here (network file system, watcher limit): the poll alone does it.
    }
    const poll = setInterval(() => void check(), pollMs);
    poll.unref();
    return {
      dispose: () => {
        clearInterval(poll);
        watcher?.close();
      },
    };
  }

  async close(): Promise<void> {
    await this.#exclusive(async () => {
      await this.#file?.close();
      this.#file = undefined;
    });
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #refresh(): Promise<number> {
    const stats = await stat(this.path).catch((error: unknown) => missing(error, this.path));
    if (stats === undefined) {
      if (this.#identity !== undefined) await this.#reset();
      return 0;
    }
    const isSame = this.#identity?.ino === stats.ino && this.#identity.dev === stats.dev;
    if (this.#identity !== undefined && (!isSame || stats.size < this.#end)) await this.#reset();
    if (this.#file === undefined) {
      this.#file = await open(this.path, 'r').catch((error: unknown) => {
        throw recordErrorFrom(error, 'read', this.path);
      });
      this.#identity = { ino: stats.ino, dev: stats.dev };
    }
    if (stats.size === this.#end) {
      this.#tail = '';
      return 0;
    }
    const before = this.#state.headers.length;
    const { end, tail } = await scanLines(this.#file, { from: this.#end, until: stats.size }, (line) => this.#take(line));
    this.#end = end;
    this.#tail = tail;
    return this.#state.headers.length - before;
  }

  async #reset(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    this.#identity = undefined;
    this.#state = new StateAccumulator();
    this.#view = createView(this.#state, (seq) => this.entry(seq));
    this.#offsets = [];
    this.#lengths = [];
    this.#lines = 0;
    this.#end = 0;
    this.#tail = '';
    this.#lastMark = undefined;
    this.#problems = [];
    this.#cache.clear();
    this.#lineNumbers.clear();
  }

  #take(line: ScannedLine): void {
    this.#lines += 1;
    const parsed = parseLine(line.text);
    if (parsed.kind === 'blank') return;
    const seq = parsed.kind === 'entry' ? parsed.entry.seq : null;
    const raw = parsed.kind === 'raw' ? { raw: parsed.text } : {};
    for (const message of parsed.problems) this.#problems.push({ line: this.#lines, seq, message, ...raw });
    if (parsed.kind === 'raw') return;
    this.#reportSeq(parsed.entry);
    if (this.#lines !== parsed.entry.seq + 1) this.#lineNumbers.set(parsed.entry.seq, this.#lines);
    this.#offsets.push(line.offset);
    this.#lengths.push(line.length);
    this.#lastMark = parsed.entry.data?.['step'] as StepMark | undefined;
    evolve(this.#state, parsed.entry);
  }

  #reportSeq(entry: Entry): void {
    const expected = this.#state.headers.length;
    if (entry.seq === expected) return;
    const isDouble = headerOf(this.#state, entry.seq) !== undefined;
    const message = isDouble
      ? `seq ${entry.seq} stands in the log twice`
      : `seq ${entry.seq} stands where ${expected} is due`;
    this.#problems.push({ line: this.#lines, seq: entry.seq, message });
  }

  async #appendLocked(make: MakeDrafts, options: AppendOptions): Promise<Entry[]> {
    const lock = await takeAppendLock(this.path);
    let failed = true;
    try {
      await this.#refresh();
      await this.#repairTail();
      const drafts = make(this.#view) ?? [];
      const entries = this.#entriesFrom(drafts);
      if (entries.length > 0) {
        const bytes = Buffer.from(entries.map(serialised).join(''), 'utf8');
        await options.guard?.();
        if (lock.isCompromised) throw new RecordError('lock_compromised', `The lock of ${this.path} was lost.`);
        await this.#write(bytes);
        await this.#refresh();
      }
      failed = false;
      return entries;
    } finally {
      // What went wrong before matters more than a lock that could not be removed (a deleted folder has none).
      await lock.release().catch((error: unknown) => {
        if (!failed) throw error;
      });
    }
  }

  #entriesFrom(drafts: readonly Draft[]): Entry[] {
    const first = nextSeq(this.#state);
    const time = new Date(Math.max(this.#now().getTime(), this.#state.lastTime)).toISOString();
    return drafts.map((draft, index) => {
      const problems = [...draftProblems(draft), ...referenceProblems(draft, this.#state, first + index)];
      const [problem] = problems;
      if (problem !== undefined) {
        const code = draftProblems(draft).length > 0 ? 'invalid_entry' : 'missing_reference';
        throw new RecordError(code, `The entry was not written: ${problems.join('; ')}.`);
      }
      return entryOf(draft, first + index, time);
    });
  }

  async #write(bytes: Buffer): Promise<void> {
    const file = await open(this.path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o644);
    try {
      const { size } = await file.stat();
      try {
        let written = 0;
        while (written < bytes.length) written += await this.#io.write(file, bytes.subarray(written));
        await this.#io.sync(file);
      } catch (error) {
        // One write is not all-or-nothing: on a full disk some lines and a fragment may have landed.
        await file.truncate(size);
        throw error;
      }
    } finally {
      await file.close();
    }
  }

  #firstOfLastStep(mark: StepMark): number {
    const { headers } = this.#state;
    let first = headers.length - 1;
    while (first > 0 && headers.length - first <= mark.index && headers[first - 1]?.step === mark.id) first -= 1;
    return first;
  }

  async #repairTail(): Promise<void> {
    const mark = this.#lastMark;
    const isHalfStep = mark !== undefined && mark.index + 1 < mark.count;
    if (this.#tail === '' && !isHalfStep) return;
    const cutAt = isHalfStep ? (this.#offsets[this.#firstOfLastStep(mark)] ?? this.#end) : this.#end;
    const repair = await repairTail(
      { path: this.path, end: this.#end, cutAt, halfStep: isHalfStep ? mark.id : undefined },
      { settleMs: this.#settleMs, now: this.#now },
    );
    if (repair === 'changed') {
      await this.#refresh();
      await this.#repairTail();
      return;
    }
    this.#repairs.push(repair);
    await this.#reset();
    await this.#refresh();
    // A completed line may turn out to be the middle of a step.
    if (repair.kind === 'completed') await this.#repairTail();
  }
}

/** Bodies kept after they were read. */
const cachedBodies = 512;
const pollMs = 1_000;

export function pathOfLog(folder: string): string {
  return join(folder, logFileName);
}

function serialised(entry: Entry): string {
  const line = serialiseEntry(entry);
  const bytes = Buffer.byteLength(line);
  if (bytes > maximumEntryBytes) {
    throw new RecordError(
      'entry_too_large',
      `The entry of ${entry.speaker} has ${bytes} bytes; at most ${maximumEntryBytes} (1 MiB) are allowed. Shorten it.`,
    );
  }
  return line;
}

function nextSeq(state: DebateState): number {
  const last = state.headers.at(-1);
  return last === undefined ? 0 : Math.max(state.headers.length, last.seq + 1);
}

/** References must exist and point back; a batch may refer to its own earlier entries. */
function referenceProblems(draft: Draft, state: DebateState, seq: number): string[] {
  const problems: string[] = [];
  for (const field of ['rebuttal_to_seq', 'target_seq'] as const) {
    const target = draft[field];
    if (target == null) continue;
    const isInBatch = target >= nextSeq(state) && target < seq;
    const header = headerOf(state, target);
    if (header === undefined && !isInBatch) problems.push(`${field} ${target} does not exist (the next seq is ${seq})`);
    else if (field === 'rebuttal_to_seq' && header?.speaker === draft.speaker) {
      problems.push(`rebuttal_to_seq ${target} is ${draft.speaker}'s own entry; a rebuttal answers another debater`);
    }
  }
  return problems;
}

function missing(error: unknown, path: string): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw recordErrorFrom(error, 'read', path);
}
