import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { basename, dirname } from 'node:path';
import { objectOf } from '../../debate/log/objects';
import { isUnderWay } from '../../projections/status';
import { logFileName } from '../../record/logPath';
import type { DebateSummary } from '../../session/library/summary';
import type { OpenDebate } from './openDebate';
import { showInformationMessage } from '../kit/messages';
import type { LibraryPorts } from './ports';
import { isReal } from '../kit/workspaceFolders';
import { stateText, titleOf } from './debateNode';
import { showingFailures } from './openLogs';

/** What commands are called with: a node of the tree, a file of the explorer, or what a link holds. */
interface DebateTarget {
  folder: string;
  seq: number | undefined;
  url: string | undefined;
  /** What is to be found in the entry. */
  words: string | undefined;
}

/** Undefined when the argument names no debate. */
export function targetIn(argument: unknown): DebateTarget | undefined {
  const folder = argument instanceof vscode.Uri ? folderOf(argument.fsPath) : textIn(argument, 'folder');
  if (folder === undefined || folder === '') return undefined;
  return { folder, seq: countIn(argument, 'seq'), url: textIn(argument, 'url'), words: textIn(argument, 'words') };
}

/** What a program, a link or a test says without being asked. */
export function textIn(argument: unknown, name: string): string | undefined {
  const value = objectOf(argument)[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number from 0. */
export function countIn(argument: unknown, name: string): number | undefined {
  const value = objectOf(argument)[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export const isSaid = (argument: unknown, name: string): boolean => objectOf(argument)[name] === true;

/** The folder of a path that leads to the folder or to the log. */
export const folderOf = (path: string): string => (basename(path) === logFileName ? dirname(path) : path);

interface DebateQuestion {
  title: string;
  /** Said where no debate fits. */
  none?: string;
  fits?: (debate: DebateSummary) => boolean;
  /** Meant where nothing is called upon or has the focus. */
  known?: string | undefined;
}

type TargetPorts = Pick<LibraryPorts, 'panels' | 'library' | 'summaries'>;

/** A command on one debate. What stands in the way is told. */
export const onDebate =
  <Ports extends TargetPorts & Pick<LibraryPorts, 'log'>>(
    ask: (services: Ports) => DebateQuestion,
    work: (services: Ports, folder: string, argument: unknown) => unknown,
  ) =>
  (services: Ports, argument: unknown): Promise<void> =>
    showingFailures(services, async () => {
      const folder = await debateFor(services, argument, ask(services));
      if (folder !== undefined) await work(services, folder, argument);
    });

/**
 * The debate that a command acts on: the one it was called on, else that of the focused panel or log, else that of the only visible
 * panel if it fits, else the only one that fits, else the one that the user picks. Undefined when there is none, which is said,
 * or when the user picks none.
 */
export async function debateFor(
  services: TargetPorts,
  argument: unknown,
  options: DebateQuestion,
): Promise<string | undefined> {
  const known = targetIn(argument)?.folder ?? focusedDebate(services) ?? options.known;
  if (known !== undefined) return known;
  await services.library.refresh();
  const { fits = () => true } = options;
  const visible = await visibleDebate(services);
  // A panel that is in view without the focus is what is meant only where the command can do something for it.
  const fitting = visible !== undefined && fits(visible) ? [visible] : services.library.debates.filter(fits);
  const [only] = fitting;
  if (only === undefined) {
    const none = l10n.t(
      'There is no debate in this workspace yet. Start one, or open the folder of a debate from elsewhere.',
    );
    void showInformationMessage(options.none ?? none);
    return undefined;
  }
  return fitting.length === 1 ? only.folder : await pick(fitting, options.title);
}

/** It may be one that the list does not know. */
async function visibleDebate({ panels, library, summaries }: TargetPorts): Promise<DebateSummary | undefined> {
  const folder = panels.activeFolder;
  if (folder === undefined) return undefined;
  return library.debates.find((debate) => debate.folder === folder) ?? (await summaries.summariesOf([folder]))[0];
}

async function pick(debates: readonly DebateSummary[], title: string): Promise<string | undefined> {
  const items = debates.map(pickItem);
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.folder;
}

/** A debate in the words of the tree. */
export const pickItem = (debate: DebateSummary): vscode.QuickPickItem & { folder: string } => ({
  label: titleOf(debate),
  description: stateText(debate),
  detail: debate.folder,
  folder: debate.folder,
});

/** The debate of the tab that has the focus: its panel, or its log as text. A panel that is only in view does not count. */
export function focusedDebate({ panels }: Pick<LibraryPorts, 'panels'>): string | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor puts a prefix before the type.
  if (input instanceof vscode.TabInputWebview)
    return input.viewType.endsWith('rostrum.panel') ? panels.activeFolder : undefined;
  const isText = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isText && isReal(input.uri) && basename(input.uri.fsPath) === logFileName
    ? dirname(input.uri.fsPath)
    : undefined;
}

export const isOpenDebate = ({ state }: DebateSummary): boolean => isUnderWay(state);

export const whichIsOpen = (title: string): DebateQuestion => ({
  title,
  none: l10n.t('No debate of this workspace is under way.'),
  fits: isOpenDebate,
});

export const isResting = ({ state }: Pick<DebateSummary, 'state'>): boolean => isUnderWay(state) && state !== 'running';

export const isRunning = ({ state }: DebateSummary): boolean => state === 'running';

/** Whether an engine runs it: of this window, or of another program. */
export const isDriven = ({ runManager }: Pick<LibraryPorts, 'runManager'>, { folder, lease }: OpenDebate): boolean =>
  runManager.runOf(folder) !== undefined || lease.state === 'held';
