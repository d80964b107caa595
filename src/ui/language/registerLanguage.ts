import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import type { Disposable } from '../kit/emitter';
import type { LanguagePorts } from './ports';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { showInformationMessage } from '../kit/messages';
import { largestSynced } from '../sources/openPlace';

const logLanguage = 'rostrum-debate-log';

/** Matched by name too, because a user may have assigned another language to these files. */
const logs: vscode.DocumentSelector = [{ language: logLanguage }, { pattern: `**/${logFileName}` }];

const outline = () => import('./logOutline');
const entries = () => import('./logEntries');

/** Registers the features of a log's text, each loaded at its first use. */
export const registerLanguage = (services: LanguagePorts): Disposable => {
  const { languages } = vscode;
  return vscode.Disposable.from(
    languages.registerDocumentLinkProvider(logs, {
      provideDocumentLinks: async (document, token) => (await entries()).logLinks(document, token),
    }),
    languages.registerDocumentSymbolProvider(
      logs,
      { provideDocumentSymbols: async (document) => (await outline()).logSymbols(document) },
      { label: l10n.t('Debate') },
    ),
    languages.registerFoldingRangeProvider(logs, {
      provideFoldingRanges: async (document) => (await outline()).logFolding(document),
    }),
    languages.registerHoverProvider(logs, {
      provideHover: async (document, position) => (await entries()).logHover(document, position),
    }),
    languages.registerDefinitionProvider(logs, {
      provideDefinition: async (document, position) => (await entries()).logDefinition(document, position),
    }),
    languages.registerReferenceProvider(logs, {
      provideReferences: async (document, position) => (await entries()).logMentions(document, position),
    }),
    languages.registerInlayHintsProvider(logs, {
      provideInlayHints: async (document, range) => (await entries()).logInlays(document, range),
    }),
    languages.registerCodeLensProvider(logs, {
      provideCodeLenses: async (document) => (await entries()).logLenses(document),
      resolveCodeLens: async (lens) => (await entries()).resolvedLens(lens),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query) => (await outline()).workspaceSymbols(services, query),
    }),
    offerPanelForLargeLogs(services),
  );
};

/** Offers the panel for a log that is too large for extensions to read, and so has no links. */
function offerPanelForLargeLogs({ panels, log }: Pick<LanguagePorts, 'panels' | 'log'>): vscode.Disposable {
  const notified = new Set<string>();
  const look = async (tab: vscode.Tab): Promise<void> => {
    if (!(tab.input instanceof vscode.TabInputText)) return;
    const { uri } = tab.input;
    if (uri.scheme !== 'file' || basename(uri.fsPath) !== logFileName || notified.has(uri.fsPath)) return;
    const size = await stat(uri.fsPath).then(
      (stats) => stats.size,
      () => 0, // The tab was closed again, and the editor says so.
    );
    if (size <= largestSynced || notified.has(uri.fsPath)) return;
    notified.add(uri.fsPath);
    await panels.show(dirname(uri.fsPath), { preserveFocus: false });
    void showInformationMessage(
      l10n.t(
        'This log is over 50 MB, more than the editor hands to extensions: as text it has no outline, hovers or links. It is open in the panel, where everything works.',
      ),
    );
  };
  const lookAt = (tabs: readonly vscode.Tab[]): void => {
    for (const tab of tabs)
      look(tab).catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
  };
  // The log may have been opened before this extension was activated by it.
  lookAt(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ isActive }) => isActive)));
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) =>
    lookAt([...opened, ...changed.filter(({ isActive }) => isActive)]),
  );
}
