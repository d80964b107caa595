import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import type { Feature, Services } from '../services';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { showInformationMessage } from '../kit/messages';
import { largestSynced } from '../sources/openPlace';

const logLanguage = 'rostrum-debate-log';

/** By name too: somebody may have given such files another language. */
const logs: vscode.DocumentSelector = [{ language: logLanguage }, { pattern: `**/${logFileName}` }];

const outline = () => import('./logOutline');
const entries = () => import('./logEntries');

/** What the text of a log can do, each loaded when it is first asked for. */
export const registerLanguage: Feature = (services) => {
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

/** A log that is too large to be handed to extensions has no links as text: the panel shows it. */
function offerPanelForLargeLogs({ panels, log }: Pick<Services, 'panels' | 'log'>): vscode.Disposable {
  const notified = new Set<string>();
  const look = async (tab: vscode.Tab): Promise<void> => {
    if (!(tab.input instanceof vscode.TabInputText)) return;
    const { uri } = tab.input;
    if (uri.scheme !== 'file' || basename(uri.fsPath) !== logFileName || notified.has(uri.fsPath)) return;
    const size = await stat(uri.fsPath).then(
      (stats) => stats.size,
      () => 0, // It went away again, and the editor says so.
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
  // It may have been opened before we were, which is what woke us.
  lookAt(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ isActive }) => isActive)));
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) =>
    lookAt([...opened, ...changed.filter(({ isActive }) => isActive)]),
  );
}
