import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../kit/emitter';
import type { LibraryPorts } from './ports';
import type { DebateRows } from './debateRows';
import type { TreeRow } from '../formats/treeNode';

/** Relative times are in minutes. */
const clockMs = 60_000;

export const registerDebatesTree = (services: LibraryPorts): Disposable => {
  const owned = new DisposableStore();
  const provider = owned.add(new LoadedRows(services));
  const view = owned.add(
    vscode.window.createTreeView('rostrum.debates', { treeDataProvider: provider, showCollapseAll: true }),
  );
  owned.add(vscode.commands.registerCommand('rostrum.filterDebates', () => filter()));
  owned.add(
    vscode.commands.registerCommand('rostrum.arrangeDebates', async (argument: unknown) => {
      const { arrangeDebates } = await import('./arrangeDebates');
      await arrangeDebates(await provider.loaded(), argument);
    }),
  );
  provider.onDidLoad((rows) => {
    owned.add(view.onDidCollapseElement(({ element }) => rows.collapsed(element)));
    owned.add(view.onDidExpandElement(({ element }) => rows.expanded(element)));
    owned.add(rows.onDidChangeSourceIssues(() => showSourceIssues(view, rows.sourceIssues)));
    owned.add(whileVisible(view, () => watch(services, rows)));
    const reveal = (): void => void revealActive(services, rows, view);
    owned.add(services.panels.onDidChangeActive(reveal));
    owned.add(view.onDidChangeVisibility(({ visible }) => visible && reveal()));
    reveal();
  });
  return owned;
};

/** Loaded when the view first asks for them, or the list has something to be counted. */
class LoadedRows implements vscode.TreeDataProvider<TreeRow>, Disposable {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<TreeRow | TreeRow[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #loading: () => Promise<DebateRows>;
  #rows: Promise<DebateRows> | undefined;
  #onLoaded: (rows: DebateRows) => void = () => undefined;

  constructor(services: LibraryPorts) {
    this.#loading = async () => {
      const { DebateRows: Rows } = await import('./debateRows');
      const rows = this.#owned.add(new Rows(services));
      this.#owned.add(rows.onDidChangeTreeData((row) => this.#changed.fire(row)));
      this.#onLoaded(rows);
      rows.refresh();
      return rows;
    };
    this.#owned.add(services.library.onDidChange(() => void this.loaded()));
  }

  onDidLoad(listener: (rows: DebateRows) => void): void {
    this.#onLoaded = listener;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    return (await this.loaded()).getChildren(row);
  }

  async getTreeItem(row: TreeRow): Promise<vscode.TreeItem> {
    return (await this.loaded()).getTreeItem(row);
  }

  async resolveTreeItem(item: vscode.TreeItem, row: TreeRow): Promise<vscode.TreeItem> {
    return (await this.loaded()).resolveTreeItem(item, row);
  }

  getParent(row: TreeRow): TreeRow | undefined {
    return row.parent;
  }

  loaded(): Promise<DebateRows> {
    this.#rows ??= this.#loading();
    return this.#rows;
  }
}

/** The editor's own filter of trees, which needs the focus. */
async function filter(): Promise<void> {
  await vscode.commands.executeCommand('rostrum.debates.focus');
  await vscode.commands.executeCommand('list.find');
}

function watch({ library }: LibraryPorts, rows: DebateRows): Disposable {
  const watching = library.watchRunning();
  const clock = setInterval(() => rows.refresh(), clockMs);
  // Times have moved on while the view was hidden.
  rows.refresh();
  return {
    dispose: () => {
      clearInterval(clock);
      watching.dispose();
    },
  };
}

function whileVisible(view: vscode.TreeView<TreeRow>, begin: () => Disposable): Disposable {
  let current = view.visible ? begin() : undefined;
  const listening = view.onDidChangeVisibility(({ visible }) => {
    current?.dispose();
    current = visible ? begin() : undefined;
  });
  return {
    dispose: () => {
      listening.dispose();
      current?.dispose();
    },
  };
}

export const sourceIssuesText = (count: number): string =>
  count === 1
    ? l10n.t('1 source is unreliable, fabricated or changed')
    : l10n.t('{0} sources are unreliable, fabricated or changed', count);

function showSourceIssues(view: vscode.TreeView<TreeRow>, sourceIssues: number): void {
  view.badge = sourceIssues === 0 ? undefined : { value: sourceIssues, tooltip: sourceIssuesText(sourceIssues) };
}

/** Reveals the active debate, as the explorer does with the active file; the focus stays where it is. */
async function revealActive(
  { panels, log }: LibraryPorts,
  rows: DebateRows,
  view: vscode.TreeView<TreeRow>,
): Promise<void> {
  const folder = panels.activeFolder;
  // Revealing a row of a hidden view would open it.
  const isWanted = (): boolean => view.visible && panels.activeFolder === folder;
  if (folder === undefined || !isWanted() || view.selection.some((row) => row.folder === folder)) return;
  try {
    const row = await rows.rowFor(folder);
    if (row !== undefined && isWanted()) await view.reveal(row, { select: true, focus: false });
  } catch (error) {
    log.debug('The debate of the active panel could not be shown in the list.', String(error));
  }
}
