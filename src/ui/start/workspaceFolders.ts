import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Services } from '../services';
import { errorText } from '../../debate/log/objects';

/** Those on a disk that Node.js reaches: here, or on the machine that this extension runs on. */
export const realFolders = (): vscode.WorkspaceFolder[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => isReal(uri));

export const realPaths = (): string[] => realFolders().map(({ uri }) => uri.fsPath);

export const isReal = (uri: vscode.Uri): boolean => uri.scheme === 'file' || uri.scheme === 'vscode-remote';

/** The innermost. */
export function folderHolding(path: string): vscode.WorkspaceFolder | undefined {
  const holding = realFolders().filter(({ uri }) => isWithin(uri.fsPath, path));
  return holding.sort((a, b) => b.uri.fsPath.length - a.uri.fsPath.length)[0];
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !/^([A-Za-z]:)?[\\/]/.test(way);
}

/** The folder that a debate belongs to before anything else says so: of the file at hand, else the first one. */
export function likelyFolder(path?: string): vscode.WorkspaceFolder | undefined {
  const active = vscode.window.activeTextEditor?.document.uri;
  const [first] = realFolders();
  const ofPath = path === undefined ? undefined : folderHolding(path);
  return ofPath ?? (active !== undefined && isReal(active) ? folderHolding(active.fsPath) : undefined) ?? first;
}

/** Waits for nobody: a debate that was just made is shown at once. */
export function putInList(services: Pick<Services, 'library' | 'log'>, folder: string): void {
  takeUp(services, folder).catch((error: unknown) =>
    services.log.warn(`${folder} could not be kept in the list of debates.`, errorText(error)),
  );
}

/** A debate in no folder of the workspace is not found by itself: it is kept in the list as if it had been opened by hand. */
export async function takeUp({ library }: Pick<Services, 'library'>, folder: string): Promise<void> {
  if (folderHolding(folder) === undefined) await library.addByHand(folder);
}
