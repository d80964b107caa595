import * as l10n from '@vscode/l10n';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { isOfRecord } from '../../record/logPath';
import { exportDebate, exportExtensions, exportFormats, type ExportFormat } from '../../reports/export/exportDebate';
import { proveForView } from '../../session/review/reverify';
import { offer, showErrorMessage, showInformationMessage } from '../kit/messages';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { onDebate, textIn } from '../library/debateTarget';
import { withDebate } from '../library/openLogs';

/** Exports the debate as one file in another form, to a place that the user chooses. */
export const exportCommands = {
  'rostrum.exportDebate': onDebate(() => ({ title: l10n.t('Export Which Debate?') }), exportFrom),
} satisfies CommandHandlers<CommandPorts>;

async function exportFrom(services: CommandPorts, folder: string, argument: unknown): Promise<void> {
  const named = textIn(argument, 'format');
  const format = exportFormats.find((one) => one === named) ?? (await chooseFormat());
  if (format === undefined) return;
  const file = textIn(argument, 'file');
  const uri = file === undefined ? await chooseFile(folder, format) : vscode.Uri.file(file);
  if (uri === undefined) return;
  if (uri.scheme === 'file' && (await isOfRecord(uri.fsPath))) {
    void showErrorMessage(
      l10n.t(
        '{0} is a part of a debate’s record, which nothing overwrites. Choose another file.',
        basename(uri.fsPath),
      ),
    );
    return;
  }
  const text = await withDebate(services, folder, async ({ log }) => {
    // A text that does not match its body must not be exported as checked.
    await proveForView(log, { signal: new AbortController().signal });
    return await exportDebate(log, format);
  });
  if (text === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  void offer(showInformationMessage, l10n.t('Exported to {0}.', basename(uri.fsPath)), {
    [l10n.t('Open')]: () =>
      format === 'html' ? vscode.env.openExternal(uri) : vscode.commands.executeCommand('vscode.open', uri),
  });
}

async function chooseFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({
    format,
    ...words(format),
    description: `.${exportExtensions[format]}`,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Export Debate'),
    placeHolder: l10n.t('In which form?'),
    matchOnDetail: true,
    matchOnDescription: true,
  });
  return picked?.format;
}

const words = (format: ExportFormat): { label: string; detail: string } =>
  ({
    html: {
      label: l10n.t('Web page'),
      detail: l10n.t('One file with everything in it, for reading, sharing and printing.'),
    },
    markdown: { label: l10n.t('Markdown'), detail: l10n.t('All documents of the debate in one file.') },
    mermaid: { label: l10n.t('Mermaid'), detail: l10n.t('A flowchart of who attacks and supports what.') },
    argdown: {
      label: l10n.t('Argdown'),
      detail: l10n.t('Statements and arguments with their premises, for argument maps.'),
    },
    aif: { label: l10n.t('xAIF'), detail: l10n.t('The Argument Interchange Format as JSON, for research tools.') },
    madr: {
      label: l10n.t('Decision record'),
      detail: l10n.t('MADR: question, options, decision and consequences, for a repository’s decisions folder'),
    },
    'csl-json': {
      label: l10n.t('CSL-JSON'),
      detail: l10n.t('The cited sources, for Zotero and other reference managers.'),
    },
  })[format];

const chooseFile = (folder: string, format: ExportFormat): Thenable<vscode.Uri | undefined> =>
  vscode.window.showSaveDialog({
    title: l10n.t('Export Debate'),
    saveLabel: l10n.t('Export'),
    defaultUri: vscode.Uri.file(join(folder, `${basename(folder)}.${exportExtensions[format]}`)),
  });
