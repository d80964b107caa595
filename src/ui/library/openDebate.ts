import { watch } from 'node:fs';
import { exists, pathOfLog } from '../../record/logPath';
import { DebateLog } from '../../record/debateLog';
import { leaseOrFree, type LeaseStatus } from '../../record/lease';
import { type Disposable, DisposableStore, Emitter, Settling } from '../kit/emitter';
import type { SourceChanges } from '../../session/review/sourceChanges';

export type DebateChange =
  /** `isReplaced`: the log was truncated or replaced and read again; `added` then counts all entries. */
  | { kind: 'entries'; added: number; isReplaced: boolean }
  | { kind: 'lease' }
  /** More is known of the snapshots, or of the files as they are now: see `proofs` and `changes` of the view. */
  | { kind: 'proofs' }
  /** The folder or its log went away, or came back. What was read of it stays. */
  | { kind: 'presence' };

const leasePollMs = 2_000;
/** How often it is looked whether files that are cited have changed. */
const changesPollMs = 5_000;

/** The folded log, followed as anybody writes to it, and who drives it. */
export class OpenDebate {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<DebateChange>());
  readonly onDidChange = this.#changed.event;
  #lease: LeaseStatus = { state: 'free' };
  #isGone = false;
  #view: unknown;
  #epoch = 0;
  #looking: Promise<void> | undefined;
  readonly #proofs: SourceProofs;
  readonly #stop = new AbortController();
  #changes: { of: DebateLog['view']; look: SourceChanges } | undefined;
  #comparing: Promise<void> | undefined;

  private constructor(
    readonly folder: string,
    readonly log: DebateLog,
    /** How long the log took to be read: what is not urgent waits in proportion, so that what is shown comes first. */
    readonly openedInMs: number,
  ) {
    this.#view = log.view;
    this.#proofs = this.#owned.add(new SourceProofs(log, () => this.#changed.fire({ kind: 'proofs' }), openedInMs));
  }

  /** @throws RecordError when the log cannot be read. A folder without a log is an empty debate. */
  static async open(folder: string): Promise<OpenDebate> {
    const started = performance.now();
    const log = await DebateLog.open(pathOfLog(folder));
    const debate = new OpenDebate(folder, log, performance.now() - started);
    debate.#follow();
    await debate.look();
    return debate;
  }

  /** Counts how often the log was read again from the start. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Who drives the debate, as it was seen last: at most two seconds ago. */
  get lease(): LeaseStatus {
    return this.#lease;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Looks who drives the debate, and whether that program is still there. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Looks for files that changed since they were cited: see `changes` of the view. */
  lookForChanges(): Promise<void> {
    this.#comparing ??= this.#compare().finally(() => (this.#comparing = undefined));
    return this.#comparing;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#owned.dispose();
    await this.log.close();
  }

  #follow(): void {
    this.#owned.add(this.log.follow((added) => this.#onEntries(added)));
    this.#every(leasePollMs, () => this.look());
    this.#every(changesPollMs, () => this.lookForChanges());
    void this.lookForChanges();
    this.#watchLease();
  }

  #every(ms: number, look: () => Promise<void>): void {
    const poll = setInterval(() => void look(), ms).unref();
    this.#owned.add({ dispose: () => clearInterval(poll) });
  }

  async #compare(): Promise<void> {
    const { signal } = this.#stop;
    try {
      const { SourceChanges } = await import('../../session/review/sourceChanges');
      // A log that is read again from the start has another view.
      if (this.#changes?.of !== this.log.view) this.#changes = { of: this.log.view, look: new SourceChanges(this.log) };
      const news = await this.#changes.look.look(signal);
      if (news.length > 0) this.#changed.fire({ kind: 'proofs' });
    } catch (error) {
      if (!signal.aborted) process.emitWarning(error instanceof Error ? error : String(error));
    }
  }

  /** The poll is what is relied on; the system's notice only makes it quicker. */
  #watchLease(): void {
    try {
      const watcher = watch(this.folder, { persistent: false }, (_, name) => {
        if (name?.startsWith('lock.') === true) void this.look();
      });
      watcher.on('error', () => watcher.close());
      this.#owned.add({ dispose: () => watcher.close() });
    } catch {
      // No watcher here: a network file system, or the limit of watchers.
    }
  }

  #onEntries(added: number): void {
    const isReplaced = this.#view !== this.log.view;
    this.#view = this.log.view;
    if (isReplaced) this.#epoch += 1;
    this.#changed.fire({ kind: 'entries', added, isReplaced });
    this.#proofs.look();
    void this.lookForChanges();
  }

  async #look(): Promise<void> {
    const isGone = !(await exists(this.log.path));
    const lease = await leaseOrFree(this.folder);
    if (this.#owned.isDisposed) return;
    const hasMoved = leaseKey(lease) !== leaseKey(this.#lease);
    const hasComeOrGone = isGone !== this.#isGone;
    this.#lease = lease;
    this.#isGone = isGone;
    if (hasComeOrGone) this.#changed.fire({ kind: 'presence' });
    if (hasMoved) this.#changed.fire({ kind: 'lease' });
  }
}

function leaseKey(lease: LeaseStatus): string {
  if (lease.state === 'free') return 'free';
  return `${lease.state} ${lease.epoch} ${lease.holder.released ?? ''} ${lease.holder.reason ?? ''}`;
}

/** Whether what was kept of sources is what their bodies say: each once, in the background, as its result comes in. */
class SourceProofs implements Disposable {
  readonly #stop = new AbortController();
  readonly #begins: Settling;
  readonly #news = new Settling(() => this.onNews());
  #isRunning = false;
  /** What is looked at, and how many of its entries. */
  #looked: { of: unknown; entries: number } = { of: undefined, entries: 0 };

  constructor(
    private readonly log: DebateLog,
    private readonly onNews: () => void,
    openedInMs: number,
  ) {
    this.#begins = new Settling(() => void this.#run(), openedInMs);
    this.look();
  }

  /** There may be sources that nobody has looked at: where a result has come. */
  look(): void {
    const { view, state } = this.log;
    const from = this.#looked.of === view ? this.#looked.entries : 0;
    const hasCome = state.headers.slice(from).some(({ type }) => type === 'verification_result');
    if (hasCome && !this.#isRunning) this.#begins.begin();
  }

  dispose(): void {
    this.#stop.abort();
    this.#begins.dispose();
    this.#news.dispose();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const { view, state } = this.log;
    this.#looked = { of: view, entries: state.headers.length };
    await this.#prove();
    this.#isRunning = false;
    this.look();
  }

  async #prove(): Promise<void> {
    const { signal } = this.#stop;
    try {
      // What proves is much, and most debates are only looked at.
      const { proveForView } = await import('../../session/review/reverify');
      await proveForView(this.log, { signal, onProven: () => this.#news.begin() });
    } catch (error) {
      if (!signal.aborted) process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}
