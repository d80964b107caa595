import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { exists, logFileName, pathOfLog } from '../../record/logPath';
import { isOnDisk } from '../library/findDebates';
import { showInformationMessage, showWarningMessage } from '../messages';
import type { Services } from '../services';
import { debateFor, folderOf, targetIn } from './debateTarget';

/** Takes up a debate from anywhere on the disk: its folder, or its log. Called with a Uri it does not ask. */
export async function openDebateFolder(services: Services, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await choose();
  if (uri === undefined) return;
  const problem = isOnDisk(uri) ? await problemOf(folderOf(uri.fsPath)) : notOnDisk();
  if (problem === undefined) {
    const folder = folderOf(uri.fsPath);
    await services.library.addByHand(folder);
    await services.panels.show(folder);
    return;
  }
  const again = vscode.l10n.t('Choose Again');
  if ((await showWarningMessage(problem, again)) === again) await openDebateFolder(services, undefined);
}

async function choose(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open the Folder of a Debate'),
    openLabel: vscode.l10n.t('Open Debate'),
    canSelectFolders: true,
    // Where the system's dialog cannot do both, folders it is.
    canSelectFiles: true,
  });
  return chosen?.[0];
}

const notOnDisk = (): string =>
  vscode.l10n.t(
    'That is not on a disk that Rostrum can read. Copy the folder of the debate to the disk and open it there.',
  );

/** Why the folder is no debate, and what to choose instead. */
async function problemOf(folder: string): Promise<string | undefined> {
  if (await exists(pathOfLog(folder))) return undefined;
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (inside === undefined)
    return vscode.l10n.t(
      '{0} is not the folder of a debate. Choose a folder that holds a {1}, or that file.',
      folder,
      logFileName,
    );
  for (const entry of inside) {
    if (entry.isDirectory() && (await exists(pathOfLog(join(folder, entry.name))))) {
      return vscode.l10n.t(
        '{0} holds debates and is none itself. Choose one of the folders in it, such as {1}.',
        basename(folder),
        entry.name,
      );
    }
  }
  return vscode.l10n.t('There is no {1} in {0}. Choose the folder of a debate.', folder, logFileName);
}

/** The folder itself stays as it is. */
export async function forgetDebateFolder({ library }: Services, argument: unknown): Promise<void> {
  const target = targetIn(argument);
  if (target !== undefined) await library.forget(target.folder);
}

export async function revealFolder(services: Services, argument: unknown): Promise<void> {
  const folder = await debateFor(services, argument, {
    title: vscode.l10n.t('Reveal the Folder of Which Debate?'),
    none: vscode.l10n.t('There is no debate in this workspace yet, so there is no folder to show.'),
  });
  if (folder === undefined) return;
  const uri = vscode.Uri.file(folder);
  if (!(await exists(folder))) {
    void showWarningMessage(vscode.l10n.t('{0} is not there any more.', folder));
  } else if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.commands.executeCommand('revealFileInOS', uri);
  } else if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
  } else {
    await tellPath(folder);
  }
}

/** Outside the workspace of a remote window neither the system's file manager nor the explorer can show it. */
async function tellPath(folder: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Path');
  const picked = await showInformationMessage(
    vscode.l10n.t('The debate is in {0}, outside this workspace.', folder),
    copy,
  );
  if (picked === copy) await vscode.env.clipboard.writeText(folder);
}
