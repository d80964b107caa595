import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../emitter';
import type { Feature, Services } from '../services';
import { DebateRows } from './debateRows';
import type { TreeRow } from './treeRows';

/** Relative times are told by the minute. */
const clockMs = 60_000;

/** The view of all debates in the side bar. */
export const registerDebatesTree: Feature = (services) => {
  const owned = new DisposableStore();
  const rows = owned.add(new DebateRows(services));
  const view = owned.add(
    vscode.window.createTreeView('rostrum.debates', { treeDataProvider: rows, showCollapseAll: true }),
  );
  owned.add(view.onDidCollapseElement(({ element }) => rows.collapsed(element)));
  owned.add(view.onDidExpandElement(({ element }) => rows.expanded(element)));
  owned.add(rows.onDidChangeTrouble(() => showTrouble(view, rows.trouble)));
  owned.add(whileVisible(view, () => watch(services, rows)));
  const reveal = (): void => void revealActive(services, rows, view);
  owned.add(services.panels.onDidChangeActive(reveal));
  owned.add(view.onDidChangeVisibility(({ visible }) => visible && reveal()));
  return owned;
};

function watch({ library }: Services, rows: DebateRows): Disposable {
  const watching = library.watchRunning();
  const clock = setInterval(() => rows.refresh(), clockMs);
  // Times have moved on while nobody looked.
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

function showTrouble(view: vscode.TreeView<TreeRow>, trouble: number): void {
  const tooltip =
    trouble === 1
      ? vscode.l10n.t('1 source was found unreliable or fabricated')
      : vscode.l10n.t('{0} sources were found unreliable or fabricated', trouble);
  view.badge = trouble === 0 ? undefined : { value: trouble, tooltip };
}

/** As the explorer does with the active file: the debate of the focused panel is selected, and the focus stays where it is. */
async function revealActive(
  { panels, log }: Services,
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
