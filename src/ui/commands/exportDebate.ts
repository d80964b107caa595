import * as l10n from '@vscode/l10n';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { exportDebate, exportExtensions, exportFormats, type ExportFormat } from '../../reports/export/exportDebate';
import { showInformationMessage } from '../messages';
import type { CommandHandlers, Services } from '../services';
import { debateFor } from './debateTarget';
import { tellingErrors, withDebate } from './openLogs';

/** Export Debate…: one file in another form, wherever the user wants it. The debate itself stays as it is. */
export const exportCommands = {
  'rostrum.exportDebate': (services, argument) => tellingErrors(services, () => exportFrom(services, argument)),
} satisfies CommandHandlers;

async function exportFrom(services: Services, argument: unknown): Promise<string | undefined> {
  const folder = await debateFor(services, argument, {
    title: l10n.t('Export Which Debate?'),
  });
  if (folder === undefined) return undefined;
  const format = given(argument, 'format', exportFormats) ?? (await chooseFormat());
  if (format === undefined) return undefined;
  const uri = fileIn(argument) ?? (await chooseFile(folder, format));
  if (uri === undefined) return undefined;
  const text = await withDebate(services, folder, ({ log }) => exportDebate(log, format));
  if (text === undefined) return undefined;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  void tellExported(uri, format);
  return uri.fsPath;
}

/** What a program or a test says without being asked. */
function given<T extends string>(argument: unknown, name: string, known: readonly T[]): T | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value = (argument as Record<string, unknown>)[name];
  return known.find((one) => one === value);
}

function fileIn(argument: unknown): vscode.Uri | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { file } = argument as { file?: unknown };
  return typeof file === 'string' ? vscode.Uri.file(file) : undefined;
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

function words(format: ExportFormat): { label: string; detail: string } {
  switch (format) {
    case 'html':
      return {
        label: l10n.t('Web page'),
        detail: l10n.t('One file with everything in it, for reading, sharing and printing.'),
      };
    case 'markdown':
      return { label: l10n.t('Markdown'), detail: l10n.t('All documents of the debate in one file.') };
    case 'mermaid':
      return {
        label: l10n.t('Mermaid'),
        detail: l10n.t('A flowchart of who attacks and supports what.'),
      };
    case 'argdown':
      return {
        label: l10n.t('Argdown'),
        detail: l10n.t('Statements and arguments with their premises, for argument maps.'),
      };
    case 'aif':
      return {
        label: l10n.t('xAIF'),
        detail: l10n.t('The Argument Interchange Format as JSON, for research tools.'),
      };
    case 'csl-json':
      return {
        label: l10n.t('CSL-JSON'),
        detail: l10n.t('The cited sources, for Zotero and other reference managers.'),
      };
  }
}

const chooseFile = (folder: string, format: ExportFormat): Thenable<vscode.Uri | undefined> =>
  vscode.window.showSaveDialog({
    title: l10n.t('Export Debate'),
    saveLabel: l10n.t('Export'),
    defaultUri: vscode.Uri.file(join(folder, `${basename(folder)}.${exportExtensions[format]}`)),
  });

async function tellExported(uri: vscode.Uri, format: ExportFormat): Promise<void> {
  const open = l10n.t('Open');
  const chosen = await showInformationMessage(l10n.t('Exported to {0}.', basename(uri.fsPath)), open);
  if (chosen !== open) return;
  await (format === 'html' ? vscode.env.openExternal(uri) : vscode.commands.executeCommand('vscode.open', uri));
}
