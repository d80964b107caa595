import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { WorkerPool } from '../../async/workerPool';
import { pathOfLog } from '../../record/logPath';
import { areAsTheyWere, removeKept } from '../../session/library/logCache';
import type { DebateSummary } from '../../session/library/summary';
import { type Disposable, DisposableStore, Emitter, Settling } from '../kit/emitter';
import type { OpenDebates } from '../library/openDebates';
import type { DebateLibrary } from '../library/debateLibrary';
import type { CheckedDebate, DebateCheck } from '../findings/checkDebate';
import type { LocalisedCheck } from './checkThread';

/**
 * Milliseconds before the checks begin: the list of debates comes first. Debates are then checked one after another,
 * the newest first.
 */
const beginMs = 1_500;
/** Milliseconds. A checked log that has changed more recently is still being written to, so its check waits. */
const restMs = 5_000;
/** Milliseconds without new checks after a debate is opened, since the user waits for it. */
const openingMs = 2_000;

type Threads = WorkerPool<LocalisedCheck, CheckedDebate | undefined>;

interface DebateChecksOptions {
  library: Pick<DebateLibrary, 'debates' | 'onDidChange'>;
  debates: Pick<OpenDebates, 'onWillOpen'>;
  cacheFolder: string;
  log: Pick<vscode.LogOutputChannel, 'warn'>;
}

/** Checks debates in a thread of its own, even if they are not open. */
export class DebateChecks implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #checked = this.#owned.add(new Emitter<string>());
  /** Fires with the folder of a debate whose result has changed or is gone. */
  readonly onDidCheck = this.#checked.event;
  readonly #known = new Map<string, { mark: string; check: DebateCheck }>();
  readonly #stop = new AbortController();
  readonly #looking = this.#owned.add(new Settling(() => this.#lookAtFiles()));
  #pool: Promise<Threads> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #quietUntil = 0;
  /** Number of redactions per debate; the result of a check that began before the latest is dropped. */
  readonly #forgotten = new Map<string, number>();

  constructor(private readonly parts: DebateChecksOptions) {
    this.#owned.add(parts.library.onDidChange(() => this.#soon()));
    this.#owned.add(parts.debates.onWillOpen(() => (this.#quietUntil = performance.now() + openingMs)));
    this.#owned.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#cited().some(({ files }) => files.some(({ path }) => path === uri.fsPath))) this.#looking.begin();
      }),
    );
    // Other programs change files, too.
    this.#owned.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#looking.begin()));
    this.#soon();
  }

  of(folder: string): DebateCheck {
    return (this.#known.get(folder) ?? this.#known.get(resolve(folder)))?.check ?? pending;
  }

  async checkNow(folder: string): Promise<DebateCheck> {
    const key = resolve(folder);
    const summary = this.parts.library.debates.find((debate) => debate.folder === key);
    return await this.#check(key, summary === undefined ? '' : markOf(summary), true);
  }

  /** Drops the result of a check, which may quote words redacted since. */
  forget(folder: string): void {
    this.#forgotten.set(folder, (this.#forgotten.get(folder) ?? 0) + 1);
    this.#known.delete(folder);
    void removeKept(this.parts.cacheFolder, pathOfLog(folder));
    this.#checked.fire(folder);
    this.#soon();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#owned.dispose();
  }

  #soon(afterMs = beginMs): void {
    if (this.#stop.signal.aborted) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#running ??= this.#checkAll().finally(() => (this.#running = undefined));
    }, afterMs);
    this.#timer.unref();
  }

  #cited(): { folder: string; files: CheckedDebate['files'] }[] {
    return [...this.#known].flatMap(([folder, { check }]) =>
      check.kind === 'checked' ? [{ folder, files: check.found.files }] : [],
    );
  }

  /** Checks again the debates whose cited files have changed; earlier results stay until then. */
  async #lookAtFiles(): Promise<void> {
    for (const { folder, files } of this.#cited()) {
      if (await areAsTheyWere(files)) continue;
      const known = this.#known.get(folder);
      if (known !== undefined) this.#known.set(folder, { ...known, mark: '' });
      this.#soon();
    }
  }

  async #checkAll(): Promise<void> {
    this.#forgetGone();
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      await this.#check(next.folder, markOf(next));
      await this.#untilQuiet();
      if (this.#stop.signal.aborted) return;
    }
    if (this.parts.library.debates.some((debate) => this.#isDue(debate))) this.#soon(restMs);
  }

  async #untilQuiet(): Promise<void> {
    for (let left = this.#left(); left > 0 && !this.#stop.signal.aborted; left = this.#left())
      // The checks were disposed of.
      await sleep(left, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }

  #left(): number {
    return this.#quietUntil - performance.now();
  }

  #isDue(debate: DebateSummary): boolean {
    return isCheckable(debate) && this.#known.get(debate.folder)?.mark !== markOf(debate);
  }

  /** The newest debate that has changed since its check and is not being written to. */
  #next(): DebateSummary | undefined {
    const isQuiet = ({ folder, modifiedMs }: DebateSummary): boolean =>
      !this.#known.has(folder) || Math.abs(Date.now() - modifiedMs) >= restMs;
    return this.parts.library.debates.find((debate) => this.#isDue(debate) && isQuiet(debate));
  }

  #forgetGone(): void {
    const folders = new Set(this.parts.library.debates.map(({ folder }) => folder));
    for (const folder of [...this.#known.keys()].filter((known) => !folders.has(known))) {
      this.#known.delete(folder);
      this.#checked.fire(folder);
    }
  }

  async #check(folder: string, mark: string, isAnew = false): Promise<DebateCheck> {
    const before = this.#forgotten.get(folder);
    const check = await this.#checkIn(folder, isAnew);
    if (this.#stop.signal.aborted) return check;
    if (this.#forgotten.get(folder) !== before) return pending;
    this.#known.set(folder, { mark, check });
    this.#checked.fire(folder);
    return check;
  }

  async #checkIn(folder: string, isAnew: boolean): Promise<DebateCheck> {
    const job: LocalisedCheck = {
      folder,
      isAnew,
      cacheFolder: this.parts.cacheFolder,
      language: vscode.env.language,
      bundle: stringsOf(vscode.l10n.bundle),
    };
    try {
      const found = await (await this.#threads()).run(job, { signal: this.#stop.signal });
      return found === undefined ? { kind: 'too_large' } : { kind: 'checked', found };
    } catch (error) {
      if (!this.#stop.signal.aborted) this.parts.log.warn(`${folder}: could not be checked.`, String(error));
      return { kind: 'failed' };
    }
  }

  #threads(): Promise<Threads> {
    this.#pool ??= import('../../async/workerPool').then(
      ({ WorkerPool: Pool }) =>
        new Pool({
          program: { folder: import.meta.dirname, name: 'checkThread.js' },
          here: async (job) => (await import('./checkThread')).check(job),
          width: 1,
        }),
    );
    return this.#pool;
  }
}

const pending: DebateCheck = { kind: 'pending' };

const isCheckable = ({ state }: DebateSummary): boolean => state !== 'running' && state !== 'empty';

const markOf = ({ bytes, modifiedMs, entries, state }: DebateSummary): string =>
  [bytes, modifiedMs, entries, state].join(' ');

const stringsOf = (bundle: typeof vscode.l10n.bundle): Record<string, string> =>
  Object.fromEntries(Object.entries(bundle ?? {}).filter((one): one is [string, string] => typeof one[1] === 'string'));
