import * as l10n from '@vscode/l10n';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { exists, pathOfLog } from '../record/logPath';
import { isInside } from '../research/workspaceFile';
import { takeUp } from './start/workspaceFolders';
import { isAgreed, offer, showErrorMessage } from './kit/messages';
import { parseDebateLink } from './panel/link';
import type { Services } from './services';
import { errorText } from '../debate/log/objects';

/** `vscode://rostrum.rostrum/debate?folder=…&seq=N`: opens the debate at the entry. What stands in the way is told to the user; never rejects. */
export async function openLink(uri: vscode.Uri, services: Services): Promise<void> {
  try {
    await follow(uri, services);
  } catch (error) {
    services.log.error(error instanceof Error ? error : String(error));
    const reason = errorText(error);
    void showErrorMessage(l10n.t('The link could not be followed. {0}', reason));
  }
}

async function follow(uri: vscode.Uri, services: Services): Promise<void> {
  const link = parseDebateLink(uri);
  if (link === undefined) {
    void showErrorMessage(
      l10n.t('This link leads to no debate. Ask for it again: “Copy Link to Debate” in the list of debates makes one.'),
    );
    return;
  }
  const folder = resolve(link.folder);
  // Asked before the disk is touched: a link from anywhere must not find out what is on it.
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
  await takeUp(services, folder);
  await services.panels.show(folder, { seq: link.seq });
}

/** In the workspace, or in the list of debates already. */
async function isKnown(folder: string, { library }: Services): Promise<boolean> {
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
