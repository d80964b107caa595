import { relative, sep } from 'node:path';
import * as vscode from 'vscode';

/** Folders on a disk that Node.js reaches: here, or on the machine where this extension runs. */
export const realFolders = (): vscode.WorkspaceFolder[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => isReal(uri));

export const realPaths = (): string[] => realFolders().map(({ uri }) => uri.fsPath);

export const isReal = (uri: vscode.Uri): boolean => uri.scheme === 'file' || uri.scheme === 'vscode-remote';

/** The innermost folder that holds the path. */
export function folderHolding(path: string): vscode.WorkspaceFolder | undefined {
  const holding = realFolders().filter(({ uri }) => isWithin(uri.fsPath, path));
  return holding.sort((a, b) => b.uri.fsPath.length - a.uri.fsPath.length)[0];
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !/^([A-Za-z]:)?[\\/]/.test(way);
}

/** The folder that a debate probably belongs to: the current file's, else the first one. */
export function likelyFolder(path?: string): vscode.WorkspaceFolder | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  const [first] = realFolders();
  const ofPath = path === undefined ? undefined : folderHolding(path);
  return ofPath ?? (active !== undefined && isReal(active) ? folderHolding(active.fsPath) : undefined) ?? first;
}

/** The explorer passes the file that was clicked and all that are selected; the palette passes nothing. */
export function clickedOrOpen(uri: unknown, uris: unknown): vscode.Uri[] {
  const selected = Array.isArray(uris) ? uris.filter((one) => one instanceof vscode.Uri) : [];
  const clicked = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
  const isAmong = selected.some((one) => one.toString() === clicked?.toString());
  return isAmong ? selected : clicked === undefined ? [] : [clicked];
}
