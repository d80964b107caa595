import * as l10n from '@vscode/l10n';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { exists, pathOfLog } from '../record/logPath';
import { isInside } from '../research/workspaceFile';
import { keepInList } from './library/keepInList';
import { isAgreed, offer, showErrorMessage } from './kit/messages';
import type { DebateLibrary } from './library/debateLibrary';
import type { PanelsPort } from './library/ports';
import { parseDebateLink } from './kit/debateLink';
import { errorText } from '../debate/log/objects';

interface LinkPorts {
  readonly log: Pick<vscode.LogOutputChannel, 'error' | 'warn'>;
  readonly library: DebateLibrary;
  readonly panels: PanelsPort;
}

/**
 * Opens the debate at the entry that `vscode://rostrum.rostrum/debate?folder=…&seq=N` names. The user is told if that
 * fails; never rejects.
 */
export async function openLink(uri: vscode.Uri, services: LinkPorts): Promise<void> {
  try {
    await follow(uri, services);
  } catch (error) {
    services.log.error(error instanceof Error ? error : String(error));
    const reason = errorText(error);
    void showErrorMessage(l10n.t('The link could not be followed. {0}', reason));
  }
}

async function follow(uri: vscode.Uri, services: LinkPorts): Promise<void> {
  const link = parseDebateLink(uri);
  if (link === undefined) {
    void showErrorMessage(
      l10n.t('This link leads to no debate. Ask for it again: “Copy Link to Debate” in the list of debates makes one.'),
    );
    return;
  }
  const folder = resolve(link.folder);
  // Asked before the disk is touched, because a foreign link must not reveal what is on it.
  if (!(await isKnown(folder, services)) && !(await isAllowed(folder))) return;
  if (!(await exists(pathOfLog(folder)))) {
    const message = l10n.t(
      'There is no debate in {0}: it holds no debate-log.jsonl. It may have been moved or deleted.',
      folder,
    );
    await offer(showErrorMessage, message, {
      [l10n.t('Open Debate Folder…')]: () => vscode.commands.executeCommand('rostrum.openDebateFolder'),
    });
    return;
  }
  await keepInList(services, folder);
  await services.panels.show(folder, { seq: link.seq });
}

/** Whether the folder is in the workspace, or already in the list of debates. */
async function isKnown(folder: string, { library }: LinkPorts): Promise<boolean> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.some(({ uri }) => uri.scheme === 'file' && isInside(uri.fsPath, folder))) return true;
  if (library.state === 'loading') await library.refresh();
  return library.debates.some((debate) => resolve(debate.folder) === folder);
}

async function isAllowed(folder: string): Promise<boolean> {
  const detail = l10n.t('It lies outside of this workspace. Go on only if you know where the link comes from.');
  const message = l10n.t('A link asks to open the debate in {0}.', folder);
  return await isAgreed(message, detail, l10n.t('Open'));
}
