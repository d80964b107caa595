import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { offer, showErrorMessage, showInformationMessage, showWarningMessage } from '../kit/messages';
import type { StartPorts } from './ports';
import { isWritable, leadsOutside, outputParent } from './outputParent';
import { folderHolding, realFolders } from '../kit/workspaceFolders';

/** Why nothing may be written to a debate here: in Restricted Mode debates are only read. */
export function untrustedReason(): string | undefined {
  if (vscode.workspace.isTrusted) return undefined;
  return l10n.t(
    'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
  );
}

/** Where not, it is said with the way out. */
export function isTrusted(what: 'start' | 'resume' | 'say'): boolean {
  const reason = untrustedReason();
  if (reason === undefined) return true;
  const words = {
    start: l10n.t(
      'This workspace is in Restricted Mode. To start a debate, trust it first: the agents read its files.',
    ),
    resume: l10n.t(
      'This workspace is in Restricted Mode. To resume a debate, trust it first: the agents read its files.',
    ),
    say: reason,
  };
  void offer(showWarningMessage, words[what], {
    [l10n.t('Manage Workspace Trust')]: () => vscode.commands.executeCommand('workbench.trust.manage'),
  });
  return false;
}

/** A virtual workspace has folders, and none of them is on a disk. */
export function isOnDisk(): boolean {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0 || realFolders().length > 0) return true;
  const message = l10n.t(
    'This workspace is not on a disk, so no debate can be written into it. Open a folder of this machine, or of one you are connected to.',
  );
  void offer(showWarningMessage, message, {
    [l10n.t('Open Folder…')]: () => vscode.commands.executeCommand('vscode.openFolder'),
  });
  return false;
}

const chosenKey = 'rostrum.start.outputFolder';

type ParentPorts = Pick<StartPorts, 'context' | 'settings'>;

/** Undefined when there is no place for a debate or the user named none; that was said. */
export async function parentFor(services: ParentPorts, paths: readonly string[]): Promise<string | undefined> {
  const folders = realFolders();
  const holding = paths.map(folderHolding).find((folder) => folder !== undefined);
  const home = holding ?? (folders.length > 1 && needsFolder(services) ? await pickedFolder() : folders[0]);
  if (folders.length > 0 && home === undefined) return undefined;
  const setting = outputSetting(services, home?.uri);
  const found = outputParent(setting, home?.uri.fsPath);
  if (found.ok) {
    if (home === undefined || !(await leadsOutside(found.parent, home.uri.fsPath))) return found.parent;
    showSetting(
      l10n.t(
        '{0} leads out of the workspace through a link, so no debate is written there. Remove the link, or name the place it leads to in your own settings.',
        found.parent,
      ),
    );
    return undefined;
  }
  if (found.code === 'needs_folder') return await askedParent(services);
  showSetting(
    l10n.t(
      'The workspace sets rostrum.outputDirectory to “{0}”, a place outside itself. Only your own settings may do that. Set a path inside the workspace, or set it for yourself.',
      setting.value,
    ),
  );
  return undefined;
}

const outputSetting = ({ settings }: ParentPorts, scope?: vscode.Uri) => ({
  value: settings.get('outputDirectory', scope),
  isOfWorkspace: settings.isOfWorkspace('outputDirectory', scope),
});

/** An absolute directory of the user's is the same for all folders. */
const needsFolder = (services: ParentPorts): boolean => !outputParent(outputSetting(services), undefined).ok;

async function pickedFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const placeHolder = l10n.t('Where should the debate be saved?');
  return await vscode.window.showWorkspaceFolderPick({ placeHolder, ignoreFocusOut: true });
}

async function askedParent({ context }: ParentPorts): Promise<string | undefined> {
  const choose = l10n.t('Choose Folder…');
  const message = l10n.t('No folder is open. Choose a folder in which to save the debate.');
  if ((await showInformationMessage(message, { modal: true }, choose)) !== choose) return undefined;
  const last: unknown = context.globalState.get(chosenKey);
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      title: l10n.t('Where should the debate be saved?'),
      openLabel: l10n.t('Save Debates Here'),
      defaultUri: vscode.Uri.file(typeof last === 'string' ? last : homedir()),
    })) ?? [];
  if (folder === undefined) return undefined;
  await context.globalState.update(chosenKey, folder.fsPath);
  return folder.fsPath;
}

function showSetting(message: string): void {
  void offer(showErrorMessage, message, {
    [l10n.t('Open Settings')]: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'rostrum.outputDirectory'),
  });
}

export async function parentProblem(parent: string): Promise<string | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem('file') === false)
    return l10n.t('The file system is read-only, so no debate can be written to it.');
  const found = await isWritable(parent);
  if (found.ok) return undefined;
  return found.code === 'not_a_folder'
    ? l10n.t(
        '{0} is a file, so the debate’s folder cannot be made in it. Move it away, or change the setting “Output Directory” and start again.',
        found.at,
      )
    : l10n.t(
        '{0} cannot be written to, so the debate’s folder cannot be made there. Give yourself write access, or change the setting “Output Directory” and start again.',
        found.at,
      );
}
