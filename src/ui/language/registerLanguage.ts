import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import type { Feature, Services } from '../services';
import { logLanguage, logLinks } from './logLinks';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { showInformationMessage } from '../messages';
import { largestSynced } from '../sources/openPlace';

/** What the text of a log can do: links. Its colours come from the grammar, that it is read-only from the default settings. */
export const registerLanguage: Feature = (services) =>
  vscode.Disposable.from(
    // By name too: somebody may have given such files another language.
    vscode.languages.registerDocumentLinkProvider(
      [{ language: logLanguage }, { pattern: `**/${logFileName}` }],
      logLinks,
    ),
    offerPanelForLargeLogs(services),
  );

/** A log that is too large to be handed to extensions has no links as text: the panel shows it as any other. */
function offerPanelForLargeLogs({ panels, log }: Pick<Services, 'panels' | 'log'>): vscode.Disposable {
  const told = new Set<string>();
  const look = async (tab: vscode.Tab): Promise<void> => {
    if (!(tab.input instanceof vscode.TabInputText)) return;
    const { uri } = tab.input;
    if (uri.scheme !== 'file' || basename(uri.fsPath) !== logFileName || told.has(uri.fsPath)) return;
    const size = await stat(uri.fsPath).then(
      (stats) => stats.size,
      () => 0, // It went away again, and the editor says so.
    );
    if (size <= largestSynced || told.has(uri.fsPath)) return;
    told.add(uri.fsPath);
    await panels.show(dirname(uri.fsPath), { preserveFocus: false });
    void showInformationMessage(
      vscode.l10n.t(
        'This log is over 50 MB: as text the editor shows it without links. It is open in the panel, where everything works.',
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
