import { dirname } from 'node:path';
import { endInReturns, parseLine, returnsProblem } from '../debate/log/codec';
import { has, newerVersionReason } from '../debate/fold/versions';
import type { Draft, Entry } from '../debate/log/entry';
import { headerOf, type DebateState } from '../debate/fold/state';
import { createView, type RecordView } from '../debate/fold/view';
import { takeAppendLock } from './appendLock';
import { chainEntries, hashOfLine } from './chain';
import { entriesFrom, lineFrom } from './draftChecks';
import { watchFile } from './fileWatch';
import { LogFile, realIo, type LogIo } from './logFile';
import { LogIndex, type LogProblem } from './logIndex';
import { withShortManifest, type ManifestProblem } from './longManifest';
import { orRecordError, RecordError } from './recordError';
import { repairTail, type Repair } from './tailRepair';

export type { LogIo } from './logFile';
export type { LogProblem } from './logIndex';

export interface LogOptions {
  now?: () => Date;
  io?: LogIo;
  /** Age below which a torn tail may belong to a writer still at work. Default 2,000. */
  settleMs?: number;
  /**
   * Whether unreadable lines are kept as problems. Without them a large file that is no log takes less memory. Default
   * true.
   */
  keepsProblems?: boolean;
}

interface AppendOptions {
  /** Called under the append lock before anything is written; throws to stop the append. */
  guard?: () => Promise<void>;
}

type MakeDrafts = (view: RecordView) => readonly Draft[] | undefined;

/**
 * A debate's log on disk: the only writer of `debate-log.jsonl`, and a reader that follows other writers. The folded state is in memory;
 * bodies are read from their offset on demand.
 */
export class DebateLog {
  #index: LogIndex;
  #file: LogFile;
  #view: RecordView;
  readonly #repairs: Repair[] = [];
  readonly #bodies = new Map<number, Entry>();
  readonly #followers = new Set<{ dispose(): void }>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #options: Required<LogOptions>;

  private constructor(
    readonly path: string,
    options: LogOptions,
  ) {
    this.#options = { io: realIo, now: () => new Date(), settleMs: 2_000, keepsProblems: true, ...options };
    this.#file = new LogFile(path, this.#options.io);
    this.#index = new LogIndex(this.folder, this.#options.keepsProblems);
    this.#view = this.#viewOf(this.#index);
  }

  /**
   * Opens a log for reading; nothing changes on disk before the first append. A log that does not exist is empty.
   * @throws RecordError `not_permitted`, `io`.
   */
  static async open(path: string, options: LogOptions = {}): Promise<DebateLog> {
    const log = new DebateLog(path, options);
    try {
      await log.refresh();
      return log;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  get state(): DebateState {
    return this.#index.state;
  }

  /** The object changes when the log was truncated or replaced and read again. */
  get view(): RecordView {
    return this.#view;
  }

  get lines(): number {
    return this.#index.lines;
  }

  get problems(): readonly LogProblem[] {
    const { problems } = this.#index;
    return this.#tailProblem === undefined ? problems : [...problems, this.#tailProblem];
  }

  /** A last line that ends in carriage returns: a problem at once, since it can never become a whole line. */
  get #tailProblem(): LogProblem | undefined {
    const { lines } = this.#index;
    const raw = this.unfinishedTail;
    if (!this.#options.keepsProblems || !endInReturns(raw)) return undefined;
    return { ...returnsProblem, line: lines + 1, after: this.state.headers.length, seq: null, raw };
  }

  /** Numbers of the lines, from 1 on, that no entry was read from; an unfinished last line is among them. */
  get unreadLines(): number[] {
    const raw = this.problems.flatMap(({ line, raw }) => (raw === undefined ? [] : [line]));
    return this.unfinishedTail.trim() === '' || raw.at(-1) === this.lines + 1 ? raw : [...raw, this.lines + 1];
  }

  /**
   * How much of the log could be read. An unfinished last line may still be being written, so it counts only if it is
   * all there is.
   */
  get readable(): 'whole' | 'partly' | 'not' {
    if (this.state.headers.length > 0) return this.#index.holdsRaw ? 'partly' : 'whole';
    return this.#index.holdsRaw || this.unfinishedTail.trim() !== '' ? 'not' : 'whole';
  }

  get manifestProblem(): ManifestProblem | undefined {
    return this.#index.manifestProblem;
  }

  get repairs(): readonly Repair[] {
    return this.#repairs;
  }

  /** The size and time of the file as it was read last. */
  get seen(): { bytes: number; modifiedMs: number } | undefined {
    return this.#file.seen;
  }

  get folder(): string {
    return dirname(this.path);
  }

  get unfinishedTail(): string {
    return this.#file.tail.tail;
  }

  /** Returns an entry with its body, unmasked, as logged. */
  entry(seq: number): Entry | undefined {
    const known = this.#bodies.get(seq);
    if (known !== undefined) return known;
    return this.#kept(this.#bodyIn(this.#index.placeOf(seq)));
  }

  /** Returns the entry at a position, counted from 0: another program's log may use a `seq` twice. */
  entryAt(position: number): Entry | undefined {
    const header = this.state.headers[position];
    if (header === undefined) return undefined;
    const isFirst = headerOf(this.state, header.seq) === header;
    const known = isFirst ? this.#bodies.get(header.seq) : undefined;
    if (known !== undefined) return known;
    const entry = this.#bodyIn(this.#index.placeAt(position));
    return isFirst ? this.#kept(entry) : entry;
  }

  /** Line number of the entry, counted from 1. */
  lineOf(seq: number): number | undefined {
    return this.#index.lineOf(seq);
  }

  lineAt(position: number): number | undefined {
    return this.#index.lineAt(position);
  }

  /** Offset and length in bytes of the entry's line in the file. */
  placeAt(position: number): { offset: number; length: number } | undefined {
    return this.#index.placeAt(position);
  }

  /** The entry's line without its line end. */
  textOf(seq: number): string | undefined {
    return this.#textAt(this.#index.placeOf(seq))?.replace(/\r?\n$/, '');
  }

  /**
   * Reads entries that were appended since the last read, and returns their number. @throws RecordError
   * `folder_missing` when the log is gone; the entries already read stay.
   */
  refresh(): Promise<number> {
    return this.#exclusive(async () => {
      const { index, entries } = this.#mark();
      await orRecordError(this.#read(), 'read', this.path);
      const { index: indexNow, entries: entriesNow } = this.#mark();
      return indexNow === index ? entriesNow - entries : entriesNow;
    });
  }

  /**
   * Throws unless this program may write to the record and the files beside it. @throws RecordError `newer_version` for
   * a record of a later version, `line_ends` where its end is no line of a log, `manifest_missing` and
   * `manifest_altered` if its evidence is not known
   */
  requireWritable(): void {
    const reason = newerVersionReason(this.state);
    if (reason !== undefined) throw new RecordError('newer_version', `Nothing was written to ${this.path}. ${reason}`);
    if (endInReturns(this.unfinishedTail))
      throw new RecordError('line_ends', `Nothing was written to ${this.path}: ${returnsProblem.message}.`);
    const problem = this.manifestProblem;
    if (problem !== undefined)
      throw new RecordError(problem.code, `Nothing was written to ${this.path}: ${problem.message}.`);
  }

  /**
   * Appends entries in one write, then `fdatasync`: after a crash all are there or none. `make` is called under the
   * lock with the current state; nothing is appended if it returns undefined. @throws RecordError; then nothing was
   * written.
   */
  append(make: readonly Draft[] | MakeDrafts, options: AppendOptions = {}): Promise<Entry[]> {
    const makeDrafts = typeof make === 'function' ? make : () => make;
    return this.#exclusive(() => orRecordError(this.#appendLocked(makeDrafts, options), 'write to', this.path));
  }

  /**
   * Repairs the end as before an append: completes a last line that lacks its line end, and moves a torn line or an
   * incomplete step to `debate-log.torn-<timestamp>`.
   */
  repair(): Promise<readonly Repair[]> {
    return this.append(() => undefined).then(() => this.#repairs);
  }

  /**
   * Calls `onChange` after each change, by any writer, until disposed of. `added` counts the new entries, or all
   * entries when the log was read again.
   */
  follow(onChange: (added: number) => void): { dispose(): void } {
    let before = this.#mark();
    const look = async (): Promise<void> => {
      // The log may become readable again; appending reports the error.
      await this.refresh().catch(() => undefined);
      const { index, lines, entries } = before;
      before = this.#mark();
      if (before.index === index && before.lines === lines) return;
      if (!this.#followers.has(follower)) return;
      try {
        onChange(before.index === index ? before.entries - entries : before.entries);
      } catch (error) {
        // A failing listener stops neither this loop nor, as an unhandled rejection, the process.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    };
    const watching = watchFile(this.path, look);
    const follower = {
      dispose: () => {
        this.#followers.delete(follower);
        watching.dispose();
      },
    };
    this.#followers.add(follower);
    return follower;
  }

  async close(): Promise<void> {
    for (const follower of this.#followers) follower.dispose();
    await this.#exclusive(() => this.#file.close());
  }

  #viewOf({ state }: LogIndex): RecordView {
    return createView(state, (seq) => this.entry(seq), { unread: () => this.unreadLines, head: () => this.head });
  }

  #textAt(place: { offset: number; length: number } | undefined): string | undefined {
    return place && this.#file.bytes(place.offset, place.length)?.toString('utf8');
  }

  #bodyIn(place: { offset: number; length: number } | undefined): Entry | undefined {
    const parsed = parseLine(this.#textAt(place) ?? '');
    return parsed.kind === 'entry' ? parsed.entry : undefined;
  }

  #kept(entry: Entry | undefined): Entry | undefined {
    if (entry === undefined) return undefined;
    if (this.#bodies.size >= bodiesKept) this.#bodies.clear();
    this.#bodies.set(entry.seq, entry);
    return entry;
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #mark() {
    const index = this.#index;
    return { index, lines: index.lines, entries: index.state.headers.length };
  }

  async #read(isQuick = false): Promise<void> {
    while ((await this.#file.read((line) => this.#index.take(line), isQuick)) === 'replaced') await this.#startAnew();
  }

  async #startAnew(): Promise<void> {
    await this.#file.close();
    this.#file = new LogFile(this.path, this.#options.io);
    this.#index = new LogIndex(this.folder, this.#options.keepsProblems);
    this.#view = this.#viewOf(this.#index);
    this.#bodies.clear();
  }

  async #appendLocked(make: MakeDrafts, options: AppendOptions): Promise<Entry[]> {
    this.requireWritable();
    const lock = await takeAppendLock(this.path);
    try {
      await this.#read(true);
      this.requireWritable();
      await this.#checkBeforeRepair(make);
      await this.#repairTail();
      const { entries, lines } = await this.#checked(make, this.#options.now());
      if (entries.length === 0) return [];
      await options.guard?.();
      if (lock.isCompromised)
        throw new RecordError('lock_compromised', `The lock of ${this.path} was lost. Try again.`);
      await this.#file.append(lines, (line) => this.#index.take(line));
      return entries;
    } finally {
      lock.release();
    }
  }

  async #checked(make: MakeDrafts, now: Date): Promise<{ entries: Entry[]; lines: Buffer[] }> {
    const { state, nextSeq: firstSeq } = this.#index;
    const drafts: Draft[] = [];
    for (const draft of make(this.#view) ?? []) drafts.push(await withShortManifest(this.folder, draft));
    const made = entriesFrom(drafts, { state, firstSeq, now });
    const entries = this.#isChained(drafts) ? chainEntries(made, this.#lastLine()) : made;
    return { entries, lines: entries.map(lineFrom) };
  }

  /** Whether the record's version has a chain. The setup that begins a record says which version it will be. */
  #isChained([first]: readonly Draft[]): boolean {
    if (this.state.headers.length > 0) return has(this.state, 'chain');
    return first?.type === 'setup' && has({ version: Number(first.data?.['record_version'] ?? 1) }, 'chain');
  }

  /** The last line as it stands on the disk, without its line feed. */
  #lastLine(): Buffer | undefined {
    const place = this.#index.lastLine;
    return place && this.#file.bytes(place.offset, place.length);
  }

  /** SHA-256 of the last line: whoever keeps it can tell later whether anything before it was changed. Undefined in an empty log. */
  get head(): string | undefined {
    return hashOfLine(this.#lastLine());
  }

  /**
   * Checks the drafts first, because a refused append changes nothing, not even a damaged end. A last line that lacks
   * only its line end counts as an entry.
   */
  async #checkBeforeRepair(make: MakeDrafts): Promise<void> {
    const { end, tail } = this.#file;
    if (tail.tailBytes === 0 && this.#index.halfStep === undefined) return;
    const isWhole = parseLine(tail.tail).kind === 'entry';
    if (isWhole) this.#index.take({ text: tail.tail, offset: end, length: tail.tailBytes });
    try {
      await this.#checked(make, new Date(this.state.lastTime));
    } finally {
      if (isWhole) {
        await this.#startAnew();
        await this.#read(true);
      }
    }
  }

  async #repairTail(settleMs = this.#options.settleMs): Promise<void> {
    const { end, tail } = this.#file;
    const { halfStep } = this.#index;
    if (tail.tailBytes === 0 && halfStep === undefined) return;
    const repair = await repairTail({ path: this.path, end, ...tail, halfStep }, { settleMs, now: this.#options.now });
    if (repair === 'changed') {
      await this.#read(true);
      await this.#repairTail();
      return;
    }
    this.#repairs.push(repair);
    if (repair.kind === 'torn' && halfStep !== undefined) await this.#startAnew();
    await this.#read(true);
    // A completed line may be the middle of a step.
    if (repair.kind === 'completed') await this.#repairTail(0);
  }
}

const bodiesKept = 512;
