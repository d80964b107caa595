import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { logFileName, exists, pathOfLog } from '../../record/logPath';
import { keepInList } from '../library/keepInList';
import { isReal } from '../kit/workspaceFolders';
import { offer, showInformationMessage, showWarningMessage } from '../kit/messages';
import { debateLink } from '../kit/debateLink';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';
import { titleOf } from '../library/debateNode';
import { debateFor, folderOf, onDebate, targetIn, textIn } from '../library/debateTarget';
import { goToEntry, openLog, revealEntryInLog } from './logCommands';
import { showingFailures, withDebate } from '../library/openLogs';
import { join, basename } from 'node:path';
import { documentsIn } from '../library/documents';
import { readdir } from 'node:fs/promises';

/**
 * Opens a document of a debate: the named one (`{folder, name}`), else the one that the user picks. Markdown opens in
 * the preview, whose title links to its source.
 */
async function openDocument(services: CommandPorts, folder: string, argument: unknown): Promise<void> {
  const { list: documents } = await documentsIn(folder);
  const named = textIn(argument, 'name');
  if (named !== undefined && !documents.some(({ name }) => name === named)) {
    void showWarningMessage(l10n.t('{0} is not in the folder of the debate.', named));
    return;
  }
  if (documents.length === 0) {
    void showInformationMessage(l10n.t('This debate has no documents yet: they are written when it is concluded.'));
    return;
  }
  const items = documents.map(({ name, label }) => ({ label, description: name, name }));
  const name = named ?? (await vscode.window.showQuickPick(items, { title: l10n.t('Open Which Document?') }))?.name;
  if (name !== undefined) await show(vscode.Uri.file(join(folder, name)), services);
}

async function show(uri: vscode.Uri, { log }: CommandPorts): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch (error) {
    log.debug('There is no Markdown preview here; the text is shown.', String(error));
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

type Handler = (services: CommandPorts, argument: unknown) => Promise<unknown> | undefined;

const reporting =
  (work: Handler) =>
  (services: CommandPorts, argument: unknown): Promise<void> =>
    showingFailures(services, () => work(services, argument));

/** Commands that show debates and change nothing in them. */
export const openCommands = {
  'rostrum.openPanel': reporting(openPanel),
  'rostrum.openLog': onDebate(() => ({ title: l10n.t('Open the Log of Which Debate?') }), openLog),
  'rostrum.openDocument': onDebate(() => ({ title: l10n.t('Open a Document of Which Debate?') }), openDocument),
  'rostrum.revealFolder': onDebate(() => ({ title: l10n.t('Reveal the Folder of Which Debate?') }), revealFolder),
  'rostrum.copyLink': onDebate(() => ({ title: l10n.t('Copy the Link to Which Debate?') }), copyLink),
  'rostrum.openInRostrum': reporting(openInRostrum),
  'rostrum.openDebateFolder': reporting(openDebateFolder),
  'rostrum.forgetDebateFolder': reporting(forgetDebateFolder),
  'rostrum.refreshDebates': reporting(({ library }) => library.refresh()),
  'rostrum.revealEntry': reporting(revealEntry),
  'rostrum.revealEntryInLog': reporting(revealEntryInLog),
  'rostrum.goToEntry': onDebate(() => ({ title: l10n.t('Go to an Entry of Which Debate?') }), goToEntry),
  'rostrum.copyDebateAsMarkdown': onDebate(() => ({ title: l10n.t('Copy Which Debate?') }), copyDebateAsMarkdown),
  'rostrum.openWalkthrough': reporting(async ({ context }) => {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`, false);
  }),
  'rostrum.openSettings': reporting(async ({ context }) => {
    await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${context.extension.id}`);
  }),
  'rostrum.showOutput': ({ log }) => log.show(),
} satisfies CommandHandlers<CommandPorts>;

async function openPanel(services: CommandPorts, argument: unknown): Promise<void> {
  // The status bar asks this way if several debates run.
  const folder =
    textIn(argument, 'pick') !== undefined
      ? await pickRunning(services)
      : await debateFor(services, argument, { title: l10n.t('Open the Panel of Which Debate?') });
  if (folder !== undefined) await services.panels.show(folder, { seq: targetIn(argument)?.seq });
}

async function pickRunning({ runManager, library }: CommandPorts): Promise<string | undefined> {
  const items = runManager.runs.map(({ folder, working }) => {
    const summary = library.debates.find((debate) => debate.folder === folder);
    const doing = working.map(({ agent, words }) => `${agent} ${words}`).join(', ');
    return { label: titleOf(summary ?? { topic: '', folder }), description: doing, folder };
  });
  const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Debates That Run in This Window') });
  return picked?.folder;
}

async function revealEntry({ panels }: CommandPorts, argument: unknown): Promise<void> {
  const target = targetIn(argument);
  if (target?.seq === undefined) return;
  const { folder, seq, words } = target;
  // Arrow keys in a list move on from row to row; only following a link moves the focus.
  const preserveFocus = textIn(argument, 'click') !== undefined;
  await panels.show(folder, { seq, preserveFocus, words });
}

async function copyLink(_services: CommandPorts, folder: string, argument: unknown): Promise<void> {
  const seq = targetIn(argument)?.seq;
  await vscode.env.clipboard.writeText(debateLink(vscode.env.uriScheme, { folder, seq }));
  vscode.window.setStatusBarMessage(l10n.t('The link was copied.'), 3_000);
}

/** Opens the log from the explorer or the editor; from the palette, the one in the active editor. */
async function openInRostrum(services: CommandPorts, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : activeUri();
  if (uri === undefined || !uri.path.endsWith(`/${logFileName}`)) {
    void showInformationMessage(l10n.t('Open a file named {0} first: it is the record of a debate.', logFileName));
  } else if (!isReal(uri)) {
    void showWarningMessage(
      l10n.t(
        'This log is not on a disk that Rostrum can read. Copy the folder of the debate to the disk and open it there.',
      ),
    );
  } else {
    const folder = folderOf(uri.fsPath);
    // The current debate is shown at once, since the list may have to be read first.
    await services.panels.show(folder);
    await keepInList(services, folder);
  }
}

/** Uri of the active tab, because for extensions a log over 50 MB is not a text editor. */
function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

async function copyDebateAsMarkdown(services: CommandPorts, folder: string): Promise<void> {
  await withDebate(services, folder, async ({ log: { view } }) => {
    const { transcript } = await import('../../reports/transcript');
    await vscode.env.clipboard.writeText(transcript(view));
    vscode.window.setStatusBarMessage(
      l10n.t('The transcript was copied. Entries: {0}.', view.state.headers.length),
      3_000,
    );
  });
}

/** Opens a debate from anywhere on the disk: its folder, or its log. Called with a Uri it does not ask. */
async function openDebateFolder(services: CommandPorts, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : await choose();
  if (uri === undefined) return;
  const problem = isReal(uri)
    ? await problemOf(folderOf(uri.fsPath))
    : l10n.t(
        'That is not on a disk that Rostrum can read. Copy the folder of the debate to the disk and open it there.',
      );
  if (problem === undefined) {
    const folder = folderOf(uri.fsPath);
    await services.library.addByHand(folder);
    await services.panels.show(folder);
    return;
  }
  await offer(showWarningMessage, problem, {
    [l10n.t('Choose Again')]: () => openDebateFolder(services, undefined),
  });
}

async function choose(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t('Open the Folder of a Debate'),
    openLabel: l10n.t('Open Debate'),
    canSelectFolders: true,
    // If the system's dialog cannot offer both, it offers folders.
    canSelectFiles: true,
  });
  return chosen?.[0];
}

async function problemOf(folder: string): Promise<string | undefined> {
  if (await exists(pathOfLog(folder))) return undefined;
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (inside === undefined)
    return l10n.t(
      '{0} is not the folder of a debate. Choose a folder that holds a {1}, or that file.',
      folder,
      logFileName,
    );
  for (const entry of inside) {
    if (entry.isDirectory() && (await exists(pathOfLog(join(folder, entry.name))))) {
      return l10n.t(
        '{0} holds debates and is none itself. Choose one of the folders in it, such as {1}.',
        basename(folder),
        entry.name,
      );
    }
  }
  return l10n.t('There is no {1} in {0}. Choose the folder of a debate.', folder, logFileName);
}

async function forgetDebateFolder({ library }: CommandPorts, argument: unknown): Promise<void> {
  const target = targetIn(argument);
  if (target !== undefined) await library.forget(target.folder);
}

async function revealFolder(_services: CommandPorts, folder: string): Promise<void> {
  const uri = vscode.Uri.file(folder);
  if (!(await exists(folder))) {
    void showWarningMessage(l10n.t('{0} is no longer there.', folder));
  } else if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.commands.executeCommand('revealFileInOS', uri);
  } else if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
  } else {
    // Neither the system's file manager nor the explorer can show it in a remote window.
    await offer(showInformationMessage, l10n.t('The debate is in {0}, outside this workspace.', folder), {
      [l10n.t('Copy Path')]: () => vscode.env.clipboard.writeText(folder),
    });
  }
}
