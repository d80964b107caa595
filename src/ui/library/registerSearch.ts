import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../kit/emitter';
import { setContext } from '../kit/setContext';
import type { LibraryPorts } from './ports';
import { treeItem } from './treeItem';
import { dropIndexes, onDidStrike } from './searchIndexes';
import type { SearchRow } from './searchRows';
import type { SearchView } from './searchView';

/** Set once somebody has searched here: from then on indexes are kept up to date in the background. */
const usedKey = 'rostrum.hasSearched';

/** A debate that runs changes all the time: its index is made again so often at most. */
const settleMs = 5_000;

/** All that searches is loaded when somebody does. */
export const registerSearch = (services: LibraryPorts): Disposable => {
  const { context, library } = services;
  const hasSearched = (): boolean => context.workspaceState.get(usedKey) === true;
  // The list has the side bar to itself until then; a view that comes later gets half of it.
  const showView = (): Thenable<unknown> => setContext('hasSearched', true);
  if (hasSearched()) void showView();
  const owned = new DisposableStore();
  const rows = owned.add(new FoundRows());
  const view = owned.add(
    vscode.window.createTreeView('rostrum.search', { treeDataProvider: rows, showCollapseAll: true }),
  );
  let made: Promise<SearchView> | undefined;
  const loaded = (): Promise<SearchView> =>
    (made ??= import('./searchView').then(({ SearchView: View }) => owned.add(new View({ services, view, rows }))));
  const keepUp = async (): Promise<void> => {
    if (hasSearched()) await (await loaded()).keepUp();
  };
  let timer: NodeJS.Timeout | undefined;
  const keepUpSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void keepUp();
    }, settleMs).unref();
  };
  owned.add(library.onDidChange(keepUpSoon));
  owned.add({ dispose: () => clearTimeout(timer) });
  owned.add(
    onDidStrike(services, (folder) => {
      void dropIndexes(services.context, folder);
      void made?.then((shown) => shown.redacted(folder));
    }),
  );
  owned.add(
    vscode.commands.registerCommand('rostrum.searchDebates', async (text: unknown) => {
      await context.workspaceState.update(usedKey, true);
      await showView();
      await (await loaded()).ask(typeof text === 'string' ? text : undefined);
    }),
  );
  owned.add(vscode.commands.registerCommand('rostrum.clearSearch', async () => (await loaded()).clear()));
  return owned;
};

class FoundRows implements vscode.TreeDataProvider<SearchRow> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  #rows: readonly SearchRow[] = [];

  get rows(): readonly SearchRow[] {
    return this.#rows;
  }

  set rows(rows: readonly SearchRow[]) {
    this.#rows = rows;
    this.#changed.fire();
  }

  getChildren(row?: SearchRow): SearchRow[] {
    return [...(row === undefined ? this.#rows : row.below)];
  }

  getTreeItem(row: SearchRow): vscode.TreeItem {
    return treeItem(row);
  }

  getParent(row: SearchRow): SearchRow | undefined {
    const above = this.#rows.flatMap((one) => [one, ...one.below]);
    return above.find(({ below }) => below.includes(row));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
