import { join } from 'node:path';
import * as vscode from 'vscode';
import { showInformationMessage, showWarningMessage } from '../messages';
import { documentsIn } from '../panel/documents';
import type { Services } from '../services';
import { debateFor } from './debateTarget';

/**
 * Opens a document of a debate: the one that is named (`{folder, name}`), else the one that the user picks. Markdown opens in the
 * preview, whose title has the way to its source.
 */
export async function openDocument(services: Services, argument: unknown): Promise<void> {
  const folder = await debateFor(services, argument, {
    title: vscode.l10n.t('Open a Document of Which Debate?'),
    none: vscode.l10n.t('There is no debate in this workspace yet, so there are no documents.'),
  });
  if (folder === undefined) return;
  const { list: documents } = await documentsIn(folder);
  const named = nameIn(argument);
  if (named !== undefined && !documents.some(({ name }) => name === named)) {
    void showWarningMessage(vscode.l10n.t('{0} is not in the folder of the debate (any more).', named));
    return;
  }
  if (documents.length === 0) {
    void showInformationMessage(
      vscode.l10n.t('This debate has no documents yet: they are written when it is concluded.'),
    );
    return;
  }
  const name = named ?? (await pick(documents));
  if (name !== undefined) await show(vscode.Uri.file(join(folder, name)), services);
}

function nameIn(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('name' in argument)) return undefined;
  return typeof argument.name === 'string' ? argument.name : undefined;
}

async function pick(documents: readonly { name: string; label: string }[]): Promise<string | undefined> {
  const items = documents.map(({ name, label }) => ({ label, description: name, name }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Open Which Document?') });
  return picked?.name;
}

async function show(uri: vscode.Uri, { log }: Services): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch (error) {
    log.debug('There is no Markdown preview here; the text is shown.', String(error));
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
