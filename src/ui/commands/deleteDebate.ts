import * as l10n from '@vscode/l10n';
import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import { exists, pathOfLog } from '../../record/logPath';
import { leaseStatus } from '../../record/lease';
import { isBelow } from '../library/debateList';
import { isAgreed, showErrorMessage, showWarningMessage } from '../kit/messages';
import { isOfDebate } from '../library/documents';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { titleOf } from '../library/debateNode';
import { onDebate } from '../library/debateTarget';
import { errorText } from '../../debate/log/objects';

export const deleteCommands = {
  'rostrum.deleteDebate': onDebate(() => ({ title: l10n.t('Delete Which Debate?') }), deleteDebate),
} satisfies CommandHandlers<CommandPorts>;

/**
 * Deletes into the trash, after the user has agreed. Without a trash it deletes for good, after the user has agreed to
 * that.
 */
async function deleteDebate(services: CommandPorts, folder: string): Promise<void> {
  const problem = await reasonNotToDelete(resolve(folder));
  if (problem !== undefined) {
    void showWarningMessage(problem);
    return;
  }
  if (!(await confirmed(services, folder))) return;
  if (services.runManager.runOf(folder) !== undefined) {
    services.runManager.stop(folder, l10n.t('The debate is deleted.'));
    await services.runManager.settled(folder);
  }
  if (!(await removed(services, folder))) return;
  await (services.library.isByHand(folder) ? services.library.forget(folder) : services.library.refresh());
}

/** Why the folder must not be deleted: one with a log in it may be far more than a debate. */
async function reasonNotToDelete(folder: string): Promise<string | undefined> {
  if (!(await exists(pathOfLog(folder))))
    return l10n.t('There is no debate in {0}. It may have been moved or deleted.', folder);
  const holdsWorkspace = (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => isBelow(uri.fsPath, folder));
  if (holdsWorkspace || dirname(folder) === folder) {
    return l10n.t(
      '{0} is more than the folder of a debate: the workspace is in it. Delete the files of the debate by hand.',
      folder,
    );
  }
  return undefined;
}

async function confirmed({ runManager, library }: CommandPorts, folder: string): Promise<boolean> {
  const isOurs = runManager.runOf(folder) !== undefined;
  const lease = await leaseStatus(folder);
  if (!isOurs && lease.state === 'held') {
    void showWarningMessage(
      l10n.t(
        'The debate is run by {0} (process {1} on {2}). Stop it there, then delete it.',
        lease.holder.program,
        lease.holder.pid,
        lease.holder.host,
      ),
    );
    return false;
  }
  const summary = library.debates.find((debate) => debate.folder === folder);
  const question = isOurs ? l10n.t('Stop and delete this debate?') : l10n.t('Delete this debate?');
  const button = isOurs ? l10n.t('Stop and Move to Trash') : l10n.t('Move to Trash');
  const detail = [titleOf(summary ?? { topic: '', folder }), folder, await othersIn(folder)]
    .filter((line) => line !== undefined)
    .join('\n\n');
  return await isAgreed(question, detail, button);
}

async function othersIn(folder: string): Promise<string | undefined> {
  const others = (await readdir(folder)).filter((name) => !isOfDebate(name));
  if (others.length === 0) return undefined;
  const named = others.slice(0, 3).join(', ');
  return l10n.t(
    'Other files in this folder go with it: {0}',
    others.length > 3 ? l10n.t('{0} and {1} more', named, others.length - 3) : named,
  );
}

async function removed({ log }: CommandPorts, folder: string): Promise<boolean> {
  const uri = vscode.Uri.file(folder);
  const problem = await vscode.workspace.fs
    .delete(uri, { recursive: true, useTrash: true })
    .then(() => undefined, errorText);
  if (problem === undefined) return true;
  log.warn(`${folder} could not be moved to the trash.`, problem);
  if (!(await exists(folder))) return true;
  if (!isWithoutTrash(problem)) {
    void showErrorMessage(
      l10n.t('{0} could not be moved to the trash: {1} Mend that, or delete the folder by hand.', folder, problem),
    );
    return false;
  }
  const question = l10n.t('There is no trash here that the debate could be moved to. Delete it for good?');
  if (!(await isAgreed(question, folder, l10n.t('Delete Permanently')))) return false;
  await vscode.workspace.fs.delete(uri, { recursive: true, useTrash: false });
  return true;
}

/** Whether there is no trash: servers have none. Other systems report it only in words, without a code. */
const isWithoutTrash = (problem: string): boolean =>
  vscode.env.remoteName !== undefined ||
  vscode.env.uiKind === vscode.UIKind.Web ||
  /trash.*not support/is.test(problem);
