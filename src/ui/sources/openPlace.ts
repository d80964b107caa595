import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { rangeOf } from './passageDecorations';
import type { PositionRange } from './textSpans';

/** Larger files are not handed to extensions: they can be opened at a place, not be read or highlighted. */
export const largestSynced = 50 * 1024 * 1024;

/** Shows the span in the middle. Undefined where the editor does not hand out the document. */
export async function openAt(
  uri: vscode.Uri,
  spanIn: (text: string) => PositionRange,
): Promise<vscode.TextEditor | undefined> {
  const document = await textDocument(uri);
  if (document === undefined) return undefined;
  const range = rangeOf(spanIn(document.getText()));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: columnFor(uri),
    preview: true,
    selection: new vscode.Range(range.start, range.start),
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
  return editor;
}

/** Files over 50 MB and binaries: the editor itself opens them as it can. */
export async function openUnread(uri: vscode.Uri, span: PositionRange): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, {
    viewColumn: columnFor(uri),
    preview: true,
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

/** Where the document is already, else beside the panel. */
function columnFor(uri: vscode.Uri): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const isHere = (tab: vscode.Tab): boolean =>
    tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString();
  const holding =
    all.find((group) => group.activeTab !== undefined && isHere(group.activeTab)) ??
    all.find((group) => group.tabs.some(isHere));
  if (holding !== undefined) return holding.viewColumn;
  const showsPanel = (group: vscode.TabGroup): boolean =>
    group.activeTab?.input instanceof vscode.TabInputWebview &&
    group.activeTab.input.viewType.endsWith('rostrum.panel');
  if (!showsPanel(activeTabGroup)) return activeTabGroup.viewColumn;
  return all.find((group) => !showsPanel(group))?.viewColumn ?? vscode.ViewColumn.Beside;
}
