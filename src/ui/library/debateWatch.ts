import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import { DisposableStore, type Disposable } from '../kit/emitter';

interface WatchListener {
  /** Something in the folder of a debate has changed, if it is one. */
  changed(folder: string): void;
  /** There may be debates that are not known. */
  appeared(): void;
  /** This file or folder is gone, with all that was in it. */
  vanished(path: string): void;
}

/** The files that say how a debate stands. A heartbeat touches `lock.<n>` every two seconds. */
const watched = /^(?:debate-log\.jsonl|lock\.\d+)$/;
const watchedGlob = '{debate-log.jsonl,lock.[0-9]*}';

/**
 * Watches the debates of the workspace. The system tells of a folder that was moved here or deleted, not of what is in it, so that
 * what comes and goes is watched whatever its name.
 */
export function watchWorkspace(listener: WatchListener): Disposable {
  const owned = new DisposableStore();
  const changes = owned.add(vscode.workspace.createFileSystemWatcher(`**/${watchedGlob}`, true, false, true));
  owned.add(changes.onDidChange((uri) => listener.changed(dirname(uri.fsPath))));
  const arrivals = owned.add(new Arrivals(() => listener.appeared()));
  const comings = owned.add(vscode.workspace.createFileSystemWatcher('**', false, true, false));
  owned.add(
    comings.onDidCreate(({ fsPath }) => {
      const name = basename(fsPath);
      if (name === logFileName) listener.appeared();
      else if (watched.test(name)) listener.changed(dirname(fsPath));
      else arrivals.add(fsPath);
    }),
  );
  owned.add(
    comings.onDidDelete(({ fsPath }) => {
      listener.vanished(fsPath);
      if (watched.test(basename(fsPath))) listener.changed(dirname(fsPath));
    }),
  );
  return owned;
}

/** Watches a folder outside the workspace. */
export function watchFolder(folder: string, listener: Pick<WatchListener, 'changed'>): Disposable {
  const owned = new DisposableStore();
  const watcher = owned.add(
    vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), watchedGlob)),
  );
  const changed = (): void => listener.changed(folder);
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) owned.add(event(changed));
  return owned;
}

const arrivalDelayMs = 300;
/** With more at once (a checkout, an installation) looking for debates is cheaper than looking at each. */
const mostArrivals = 200;

/** A folder that came into being may hold debates. */
class Arrivals implements Disposable {
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly foundDebates: () => void) {}

  add(path: string): void {
    this.#paths.add(path);
    this.#timer ??= setTimeout(() => void this.#look(), arrivalDelayMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const paths = [...this.#paths];
    this.#paths.clear();
    if (paths.length > mostArrivals) {
      this.foundDebates();
      return;
    }
    const mayHold = await Promise.all(paths.map(mayHoldDebates));
    if (mayHold.includes(true)) this.foundDebates();
  }
}

/** The folder of a debate comes with its log in it; one that has folders may hold debates further down. */
async function mayHoldDebates(path: string): Promise<boolean> {
  const inside = await readdir(path, { withFileTypes: true }).catch(() => []); // A file, or gone again.
  return inside.some((entry) => entry.name === logFileName || entry.isDirectory());
}
