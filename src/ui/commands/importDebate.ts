import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ImportResult } from '../../importers/importDebate';
import { ImportError } from '../../importers/importProblem';
import { importedSystems } from '../../importers/recognise';
import { keepInList } from '../library/keepInList';
import { offer, showInformationMessage, showWarningMessage } from '../kit/messages';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { cancellable } from '../kit/cancellable';
import { isOnDisk, isTrusted, parentFor } from '../start/guards';
import { wordsFor } from '../kit/wordsFor';
import { showingFailures } from '../library/openLogs';

/** Makes a record of another system's folder, which is not changed. */
export const importCommands = {
  'rostrum.importDebate': (services, argument) => showingFailures(services, () => importFrom(services, argument)),
} satisfies CommandHandlers<CommandPorts>;

async function importFrom(services: CommandPorts, argument: unknown): Promise<void> {
  if (!isTrusted('start') || !isOnDisk()) return;
  const uri = argument instanceof vscode.Uri ? argument : await choose();
  if (uri === undefined) return;
  const parent = await parentFor(services, [uri.fsPath]);
  if (parent === undefined) return;
  try {
    const imported = await importing(uri, parent);
    if (imported === undefined) return;
    const { folder } = imported;
    await keepInList(services, folder);
    await services.library.refresh();
    await services.panels.show(folder);
    showImported(services, basename(uri.fsPath), imported);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    services.log.warn(`${uri.fsPath} was not imported.`, error.message);
    await offer(showWarningMessage, error.message, {
      [l10n.t('Choose Again')]: () => importFrom(services, undefined),
    });
  }
}

async function choose(): Promise<vscode.Uri | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Import a Debate of {0}: Choose Its Folder', importedSystems.join(', ')),
      openLabel: l10n.t('Import Debate'),
      canSelectFolders: true,
      canSelectFiles: false,
    })) ?? [];
  return uri;
}

async function importing(uri: vscode.Uri, parent: string): Promise<ImportResult | undefined> {
  return await cancellable(l10n.t('Importing {0}…', basename(uri.fsPath)), async (signal) => {
    const [{ importDebate }, { writeDocumentsIn }] = await Promise.all([
      import('../../importers/importDebate'),
      import('../../reports/writeDocuments'),
    ]);
    const imported = await importDebate(uri.fsPath, { parent, now: () => new Date(), signal });
    const { folder, problems } = imported;
    // The record is complete without documents, and they can be written again at any time.
    const unwritten = await writeDocumentsIn(folder).then(
      () => [],
      (error: unknown) => [{ path: folder, message: wordsFor(error) }],
    );
    return { ...imported, problems: [...problems, ...unwritten] };
  });
}

function showImported({ log }: CommandPorts, name: string, { folder, entries, problems }: ImportResult): void {
  for (const { path, message } of problems) log.warn(`Import of ${name}: ${path}: ${message}`);
  const done = l10n.t('{0} was imported with {1} entries.', name, entries);
  const check = {
    [l10n.t('Check Against the Rules')]: () => vscode.commands.executeCommand('rostrum.checkRules', { folder }),
  };
  if (problems.length === 0) return void offer(showInformationMessage, done, check);
  const found =
    problems.length === 1
      ? l10n.t('One thing in it could not be taken over as it should be.')
      : l10n.t('{0} things in it could not be taken over as they should be.', problems.length);
  void offer(showWarningMessage, `${done} ${found}`, { [l10n.t('Show Output')]: () => log.show(), ...check });
}
