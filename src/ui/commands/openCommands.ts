import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import { isOnDisk } from '../library/findDebates';
import { takeUp } from '../library/takeUp';
import { showInformationMessage, showWarningMessage } from '../messages';
import { debateLink } from '../panel/link';
import type { CommandHandlers, Services } from '../services';
import { titleOf } from '../views/debateNode';
import { debateFor, folderOf, targetIn } from './debateTarget';
import { forgetDebateFolder, openDebateFolder, revealFolder } from './folderCommands';
import { goToEntry, openLog, revealEntryInLog } from './logCommands';
import { tellingErrors, withDebate } from './openLogs';
import { join } from 'node:path';
import { documentsIn } from '../panel/documents';

/**
 * Opens a document of a debate: the one that is named (`{folder, name}`), else the one that the user picks. Markdown opens in the
 * preview, whose title has the way to its source.
 */
async function openDocument(services: Services, argument: unknown): Promise<void> {
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

type Handler = (services: Services, argument: unknown) => Promise<unknown> | undefined;

const told =
  (work: Handler) =>
  (services: Services, argument: unknown): Promise<void> =>
    tellingErrors(services, () => work(services, argument));

/** The commands that look at debates and change nothing of them. */
export const openCommands = {
  'rostrum.openPanel': told(openPanel),
  'rostrum.openLog': told(openLog),
  'rostrum.openDocument': told(openDocument),
  'rostrum.revealFolder': told(revealFolder),
  'rostrum.copyLink': told(copyLink),
  'rostrum.openInRostrum': told(openInRostrum),
  'rostrum.openDebateFolder': told(openDebateFolder),
  'rostrum.forgetDebateFolder': told(forgetDebateFolder),
  'rostrum.refreshDebates': told(({ library }) => library.refresh()),
  'rostrum.revealEntry': told(revealEntry),
  'rostrum.revealEntryInLog': told(revealEntryInLog),
  'rostrum.goToEntry': told(goToEntry),
  'rostrum.copyDebateAsMarkdown': told(copyDebateAsMarkdown),
  'rostrum.openWalkthrough': told(async ({ context }) => {
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`, false);
  }),
  'rostrum.openSettings': told(async ({ context }) => {
    await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${context.extension.id}`);
  }),
  'rostrum.showOutput': ({ log }) => log.show(),
} satisfies CommandHandlers;

async function openPanel(services: Services, argument: unknown): Promise<void> {
  const folder = isPick(argument) ? await pickRunning(services) : await debateFor(services, argument, whichPanel());
  const seq = targetIn(argument)?.seq;
  if (folder !== undefined) await services.panels.show(folder, seq === undefined ? {} : { seq });
}

const whichPanel = () => ({
  title: vscode.l10n.t('Open the Panel of Which Debate?'),
  none: vscode.l10n.t(
    'There is no debate in this workspace yet. Start one, or open the folder of a debate from elsewhere.',
  ),
});

/** The status bar asks so where several debates run. */
const isPick = (argument: unknown): boolean => typeof argument === 'object' && argument !== null && 'pick' in argument;

async function pickRunning({ runManager, library }: Services): Promise<string | undefined> {
  const items = runManager.runs.map(({ folder, working }) => {
    const summary = library.debates.find((debate) => debate.folder === folder);
    const doing = working.map(({ agent, words }) => `${agent} ${words}`).join(', ');
    return { label: titleOf(summary ?? { topic: '', folder }), description: doing, folder };
  });
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Debates That Run in This Window') });
  return picked?.folder;
}

async function revealEntry({ panels }: Services, argument: unknown): Promise<void> {
  const target = targetIn(argument);
  if (target?.seq === undefined) return;
  await panels.show(target.folder, { seq: target.seq, preserveFocus: true });
}

async function copyLink(services: Services, argument: unknown): Promise<void> {
  const folder = await debateFor(services, argument, {
    title: vscode.l10n.t('Copy the Link to Which Debate?'),
    none: vscode.l10n.t('There is no debate in this workspace yet, so there is nothing to link to.'),
  });
  if (folder === undefined) return;
  const seq = targetIn(argument)?.seq;
  await vscode.env.clipboard.writeText(
    debateLink(vscode.env.uriScheme, { folder, ...(seq === undefined ? {} : { seq }) }),
  );
  vscode.window.setStatusBarMessage(vscode.l10n.t('The link was copied.'), 3_000);
}

/** Called on a log in the explorer or the editor; from the palette on the one in the active editor. */
async function openInRostrum(services: Services, argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : activeUri();
  if (uri === undefined || !uri.path.endsWith(`/${logFileName}`)) {
    void showInformationMessage(
      vscode.l10n.t('Open a file named {0} first: it is the record of a debate.', logFileName),
    );
  } else if (!isOnDisk(uri)) {
    void showWarningMessage(
      vscode.l10n.t(
        'This log is not on a disk that Rostrum can read. Copy the folder of the debate to the disk and open it there.',
      ),
    );
  } else {
    const folder = folderOf(uri.fsPath);
    // The debate at hand is shown at once; the list may be read for the first time.
    await services.panels.show(folder);
    await takeUp(services, folder);
  }
}

/** Of the active tab, because a log over 50 MB is no text editor to extensions. */
function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

async function copyDebateAsMarkdown(services: Services, argument: unknown): Promise<void> {
  const folder = await debateFor(services, argument, {
    title: vscode.l10n.t('Copy Which Debate?'),
    none: vscode.l10n.t('There is no debate in this workspace yet, so there is nothing to copy.'),
  });
  if (folder === undefined) return;
  await withDebate(services, folder, async ({ log: { view } }) => {
    const { transcript } = await import('../../reports/transcript');
    await vscode.env.clipboard.writeText(transcript(view));
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('The transcript was copied. Entries: {0}.', view.state.headers.length),
      3_000,
    );
  });
}
