import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { exists, logFileName, pathOfLog } from '../../record/logPath';
import type { DebateSummary } from '../../session/library/summary';
import { type Disposable, DisposableStore, Emitter } from '../kit/emitter';
import type { Summaries } from './summaries';
import { DebateList, RememberedFolders } from './debateList';
import { watchFolder, watchWorkspace } from './debateWatch';
import { folderHolding, isReal, realFolders } from '../kit/workspaceFolders';
import { setContext } from '../kit/setContext';
import { realpath } from 'node:fs/promises';

/** Work that is put off a little: who asks for the same again while it waits is served with it. */
class Timers implements Disposable {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #isDisposed = false;

  later(what: string, delayMs: number, work: () => void): void {
    if (this.#isDisposed || this.#waiting.has(what)) return;
    const run = (): void => {
      this.#waiting.delete(what);
      work();
    };
    this.#waiting.set(what, setTimeout(run, delayMs));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }
}

const changeDelayMs = 200;
const scanDelayMs = 1_000;
const pollMs = 2_000;
/** Delay after the activation, where no view has asked before. */
const firstScanDelayMs = 250;

interface Options {
  context: Pick<vscode.ExtensionContext, 'workspaceState'>;
  log: Pick<vscode.LogOutputChannel, 'warn' | 'error' | 'debug'>;
  summaries: Summaries;
}

type ListState = 'loading' | 'filled' | 'empty' | 'failed';

/** All debates of the workspace folders and those opened by hand, newest first, kept up to date from the events of the file system. */
export class DebateLibrary implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<undefined>());
  readonly onDidChange = this.#changed.event;
  readonly #list = new DebateList();
  readonly #byHand: RememberedFolders;
  readonly #watchers = new Map<string, Disposable>();
  readonly #cancel = this.#owned.add(new vscode.CancellationTokenSource());
  readonly #stale = new Set<string>();
  /** Folders that are no debate of the list, though something in them looked like it. */
  readonly #lookedFor = new Set<string>();
  readonly #timers = this.#owned.add(new Timers());
  #state: ListState = 'loading';
  #scanning: Promise<void> | undefined;
  #queued: Promise<void> | undefined;
  #onlookers = 0;

  constructor(private readonly options: Options) {
    this.#byHand = new RememberedFolders(options.context.workspaceState, 'rostrum.openedByHand');
    this.#owned.add(watchWorkspace(this.#listener));
    for (const folder of this.#byHand.all) this.#watchByHand(folder);
    const lookAnew = (): void => {
      this.#lookedFor.clear();
      this.#showState();
      void this.refresh();
    };
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(lookAnew));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('files.exclude') && lookAnew()),
    );
    this.#showState();
    this.#timers.later('first scan', firstScanDelayMs, () => {
      if (this.#state === 'loading' && this.#scanning === undefined) void this.refresh();
    });
  }

  get debates(): readonly DebateSummary[] {
    return this.#list.debates;
  }

  get state(): ListState {
    return this.#state;
  }

  /** Looks for debates again. A call while that is under way gets a search that begins afterwards. */
  refresh(): Promise<void> {
    if (this.#scanning === undefined) return this.#scan();
    this.#queued ??= this.#scanning.then(() => {
      this.#queued = undefined;
      return this.#scan();
    });
    return this.#queued;
  }

  /** Something has happened to this debate: it alone is looked at again, soon. */
  reread(folder: string): void {
    this.#stale.add(resolve(folder));
    this.#timers.later('reread', changeDelayMs, () => {
      const folders = [...this.#stale];
      this.#stale.clear();
      void this.#rereadNow(folders);
    });
  }

  /** While this is held, debates that run are looked at every two seconds: a process that dies tells nobody. */
  watchRunning(): Disposable {
    this.#onlookers += 1;
    this.#poll();
    let isWatching = true;
    return {
      dispose: () => {
        if (isWatching) this.#onlookers -= 1;
        isWatching = false;
      },
    };
  }

  /** Takes up a debate from outside the workspace, and remembers it. */
  async addByHand(folder: string): Promise<void> {
    const key = resolve(folder);
    if (this.#state === 'loading') await this.refresh();
    if (this.#list.get(key) === undefined) {
      await this.#byHand.add(key);
      this.#watchByHand(key);
      // The editor begins to watch after a while, and does not tell what happened before.
      this.#timers.later(`watched ${key}`, pollMs, () => this.reread(key));
    }
    await this.#rereadNow([key]);
  }

  async forget(folder: string): Promise<void> {
    const key = resolve(folder);
    await this.#byHand.remove(key);
    this.#watchers.get(key)?.dispose();
    this.#watchers.delete(key);
    this.options.summaries.forget(key);
    await this.refresh();
  }

  isByHand(folder: string): boolean {
    return this.#byHand.has(folder);
  }

  dispose(): void {
    this.#cancel.cancel();
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#owned.dispose();
  }

  readonly #listener = {
    changed: (folder: string): void => {
      if (this.#list.get(folder) !== undefined) {
        this.reread(folder);
        return;
      }
      // A log whose coming was not told, or one that is left out of the list: the next look shows which.
      if (this.#lookedFor.has(folder)) return;
      this.#lookedFor.add(folder);
      this.#scanSoon();
    },
    appeared: (): void => this.#scanSoon(),
    vanished: (path: string): void => {
      for (const { folder } of this.#list.below(path)) this.reread(folder);
    },
  };

  #scanSoon(): void {
    this.#timers.later('scan', scanDelayMs, () => void this.refresh());
  }

  #scan(): Promise<void> {
    this.#scanning = this.#look().finally(() => (this.#scanning = undefined));
    return this.#scanning;
  }

  async #look(): Promise<void> {
    const { log, summaries } = this.options;
    const started = performance.now();
    try {
      summaries.prepare();
      const found = await findDebates(this.#cancel.token, log);
      const folders = [...new Set([...found, ...this.#byHand.all])];
      const read = await summaries.summariesOf(folders);
      if (this.#owned.isDisposed) return;
      log.debug(`${read.length} debates were listed in ${(performance.now() - started).toFixed(0)} ms.`);
      this.#settle(this.#list.replace(this.#reported(read)), read.length === 0 ? 'empty' : 'filled');
    } catch (error) {
      if (this.#owned.isDisposed) return;
      log.error('The debates of the workspace could not be listed.', error instanceof Error ? error : String(error));
      // What was found before is shown on; without anything the view says what can be done.
      this.#settle(false, this.#list.debates.length === 0 ? 'failed' : 'filled');
    }
  }

  async #rereadNow(folders: readonly string[]): Promise<void> {
    const present = await Promise.all(folders.map((folder) => exists(pathOfLog(folder))));
    // A debate opened by hand stays in the list, so that it can be removed from it, and comes back by itself.
    const kept = folders.filter((folder, index) => present[index] === true || this.#byHand.has(folder));
    const gone = folders.filter((folder) => !kept.includes(folder));
    for (const folder of gone) this.options.summaries.forget(folder);
    const read = await this.options.summaries.summariesOf(kept);
    if (this.#owned.isDisposed) return;
    const listed = read.filter(({ folder }) => this.#belongs(folder));
    const hasChanged = this.#list.change(this.#reported(listed), gone);
    const isEmpty = this.#list.debates.length === 0;
    // One debate that was looked at does not end the first look at all of them.
    const isOpen = this.#state === 'loading' || (this.#state === 'failed' && isEmpty);
    this.#settle(hasChanged, isOpen ? this.#state : isEmpty ? 'empty' : 'filled');
  }

  /** Whether the list may show it: a debate that was removed from the list meanwhile is not taken up again. */
  #belongs(folder: string): boolean {
    const isListed = this.#list.get(folder) !== undefined || this.#byHand.has(folder);
    return isListed || folderHolding(folder) !== undefined;
  }

  /** Notes what cannot be read, once for each reason. */
  #reported(summaries: readonly DebateSummary[]): readonly DebateSummary[] {
    for (const { folder, problem } of summaries) {
      if (problem !== undefined && this.#list.get(folder)?.problem !== problem)
        this.options.log.warn(`${folder}: ${problem}`);
    }
    return summaries;
  }

  #settle(hasChanged: boolean, state: ListState): void {
    const isNews = hasChanged || state !== this.#state;
    this.#state = state;
    if (!isNews) return;
    this.#showState();
    this.#changed.fire(undefined);
  }

  #showState(): void {
    const folders = vscode.workspace.workspaceFolders ?? [];
    void setContext('listState', this.#state);
    void setContext('hasDebates', this.#list.debates.length > 0);
    void setContext('isVirtual', folders.length > 0 && !folders.some(({ uri }) => isReal(uri)));
  }

  #poll(): void {
    this.#timers.later('poll', pollMs, () => {
      if (this.#onlookers === 0) return;
      for (const { state, folder } of this.debates) if (state === 'running') this.reread(folder);
      this.#poll();
    });
  }

  #watchByHand(folder: string): void {
    if (!this.#watchers.has(folder))
      this.#watchers.set(folder, watchFolder(folder, { changed: () => this.reread(folder) }));
  }
}

/**
 * The folders of all debates in the workspace. Honours `files.exclude` and nothing else: the editor's search for files looks at neither
 * `search.exclude` nor ignore files here, and debates mostly stand in a folder that Git ignores. A debate that can be reached on
 * several ways (a symbolic link, a workspace folder in another one) is found once.
 */
export async function findDebates(
  token: vscode.CancellationToken,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Promise<string[]> {
  // One by one: a search in all of them fails as a whole where one is on no disk and nobody can look into it.
  const logsIn = (root: vscode.WorkspaceFolder): Thenable<vscode.Uri[]> =>
    vscode.workspace.findFiles(new vscode.RelativePattern(root, `**/${logFileName}`), undefined, undefined, token);
  const uris = (await Promise.all(realFolders().map(logsIn))).flat();
  const folders = new Set(uris.filter(isReal).map((uri) => dirname(uri.fsPath)));
  return await withoutAliases(
    [...folders].filter((folder) => !isBeingMade.test(folder)),
    log,
  );
}

/** A debate that is being made, or was when a crash came: `createDebateFolder` renames it when it is whole. */
const isBeingMade = /[\\/]\.new-debate-[\da-f-]+$/;

async function withoutAliases(
  folders: readonly string[],
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Promise<string[]> {
  const real = await Promise.all(
    folders.map((folder) =>
      realpath(folder).catch((error: unknown) => {
        log.warn(`${folder} could not be resolved; it is listed as it is.`, String(error));
        return folder;
      }),
    ),
  );
  const direct = new Set(folders.filter((folder, index) => real[index] === folder));
  const seen = new Set<string>();
  return folders.filter((folder, index) => {
    const target = real[index] ?? folder;
    // The way without a link is the one that is kept.
    if (target !== folder && direct.has(target)) return false;
    return seen.has(target) ? false : (seen.add(target), true);
  });
}
