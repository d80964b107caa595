import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { rangeOf } from './passageDecorations';
import type { ShownPassages } from './shownPassages';
import type { PositionRange } from './textSpans';

/** Larger files are not handed to extensions: they can be opened at a place, not be read or highlighted. */
export const largestSynced = 50 * 1024 * 1024;

export interface OpenOptions {
  /** The next key goes where the last one went. Otherwise the cursor goes to what is opened. */
  readonly keepsFocus?: boolean | undefined;
}

/** Shows the span in the middle. Undefined where the editor does not hand out the document. */
export async function openAt(
  uri: vscode.Uri,
  spanIn: (text: string) => PositionRange,
  { keepsFocus = false }: OpenOptions = {},
): Promise<vscode.TextEditor | undefined> {
  const document = await textDocument(uri);
  if (document === undefined) return undefined;
  const range = rangeOf(spanIn(document.getText()));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: columnFor(uri),
    preview: true,
    preserveFocus: keepsFocus,
    selection: new vscode.Range(range.start, range.start),
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
  return editor;
}

/** Files over 50 MB and binaries: the editor itself opens them as it can. */
export async function openUnread(
  uri: vscode.Uri,
  span: PositionRange,
  { keepsFocus = false }: OpenOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, {
    viewColumn: columnFor(uri),
    preview: true,
    preserveFocus: keepsFocus,
    selection: rangeOf(span),
  });
}

/** Where evidence may lie that the record names by another machine's paths. */
export const workspacePaths = (): string[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);

async function textDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (uri.scheme !== 'file') return await vscode.workspace.openTextDocument(uri);
  const { size } = await stat(uri.fsPath);
  if (size > largestSynced) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    if (error instanceof Error && /binary/i.test(error.message)) return undefined;
    throw error;
  }
}

/** Where the document is already, else beside the panel; never over a panel that is in sight. */
function columnFor(uri: vscode.Uri): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const isHere = (tab: vscode.Tab): boolean =>
    tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString();
  const free = all.filter(({ activeTab }) => activeTab === undefined || !isPanel(activeTab));
  const holding =
    free.find((group) => group.activeTab !== undefined && isHere(group.activeTab)) ??
    free.find((group) => group.tabs.some(isHere));
  const group = holding ?? (free.includes(activeTabGroup) ? activeTabGroup : free[0]);
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The active editor. While the focus is elsewhere, as in the panel: the one in sight that shows a source. */
export const sourceEditor = (passages: ShownPassages): vscode.TextEditor | undefined =>
  vscode.window.activeTextEditor ??
  vscode.window.visibleTextEditors.find(({ document }) => passages.in(document.uri.toString()).length > 0);

/** A debate's panel, opened as a view or as the editor of a log. */
export const isPanel = ({ input }: vscode.Tab): boolean =>
  (input instanceof vscode.TabInputWebview && input.viewType.endsWith('rostrum.panel')) ||
  (input instanceof vscode.TabInputCustom && input.viewType === 'rostrum.log');
