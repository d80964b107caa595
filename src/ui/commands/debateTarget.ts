import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { basename, dirname } from 'node:path';
import { isUnderWay } from '../../projections/status';
import { logFileName } from '../../record/logPath';
import type { DebateSummary } from '../../session/summary';
import { isOnDisk } from '../library/findDebates';
import { showInformationMessage } from '../messages';
import type { Services } from '../services';
import { stateText, titleOf } from '../views/debateNode';

/** What commands are called with: a node of the tree, a file of the explorer, or what a link holds. */
interface DebateTarget {
  folder: string;
  seq?: number;
  url?: string;
  /** What is to be found in the entry. */
  words?: string;
}

/** Reads a command's argument, from wherever it comes; undefined when it names no debate. */
export function targetIn(argument: unknown): DebateTarget | undefined {
  if (argument instanceof vscode.Uri) return { folder: folderOf(argument.fsPath) };
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { folder, seq, url, words } = argument as Record<string, unknown>;
  if (typeof folder !== 'string' || folder === '') return undefined;
  return {
    folder,
    ...(typeof seq === 'number' && Number.isInteger(seq) && seq >= 0 ? { seq } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof words === 'string' ? { words } : {}),
  };
}

/** The debate's folder, of a path to it or to its log. */
export const folderOf = (path: string): string => (basename(path) === logFileName ? dirname(path) : path);

/**
 * The debate that a command acts on: the one it was called on, else that of the focused panel or log, else that of the only visible
 * panel if it fits, else the only one that fits, else the one that the user picks. Undefined when there is none, which is said,
 * or when the user picks none.
 */
export async function debateFor(
  services: Pick<Services, 'panels' | 'library' | 'summaries'>,
  argument: unknown,
  options: { fits?: (debate: DebateSummary) => boolean; title: string; none?: string },
): Promise<string | undefined> {
  const known = targetIn(argument)?.folder ?? focusedDebate(services);
  if (known !== undefined) return known;
  await services.library.refresh();
  const { fits = () => true } = options;
  const fitting = candidates(services.library.debates, { fits, visible: await visibleDebate(services) });
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

/** Of the only panel that is in view. It may show a debate that the list does not know. */
async function visibleDebate({
  panels,
  library,
  summaries,
}: Pick<Services, 'panels' | 'library' | 'summaries'>): Promise<DebateSummary | undefined> {
  const folder = panels.activeFolder;
  if (folder === undefined) return undefined;
  return library.debates.find((debate) => debate.folder === folder) ?? (await summaries.summariesOf([folder]))[0];
}

async function pick(debates: readonly DebateSummary[], title: string): Promise<string | undefined> {
  const items = debates.map(pickItem);
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.folder;
}

/** A debate in a list to pick from, in the words of the tree. */
export const pickItem = (debate: DebateSummary): vscode.QuickPickItem & { folder: string } => ({
  label: titleOf(debate),
  description: stateText(debate),
  detail: debate.folder,
  folder: debate.folder,
});

/** The debate of the tab that has the focus: its panel, or its log as text. A panel that is only in view does not count. */
export function focusedDebate({ panels }: Pick<Services, 'panels'>): string | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor puts a prefix before the type.
  if (input instanceof vscode.TabInputWebview)
    return input.viewType.endsWith('rostrum.panel') ? panels.activeFolder : undefined;
  const isText = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isText && isOnDisk(input.uri) && basename(input.uri.fsPath) === logFileName
    ? dirname(input.uri.fsPath)
    : undefined;
}

/** A debate of ours that is not done. */
export const isOpenDebate = ({ state }: DebateSummary): boolean => isUnderWay(state);

export const isResting = ({ state }: Pick<DebateSummary, 'state'>): boolean => isUnderWay(state) && state !== 'running';

export const isRunning = ({ state }: DebateSummary): boolean => state === 'running';

/** What a command acts on, where it was called on nothing: one debate, or one of several to be picked. */
function candidates(
  debates: readonly DebateSummary[],
  { fits, visible }: { fits: (debate: DebateSummary) => boolean; visible: DebateSummary | undefined },
): readonly DebateSummary[] {
  // A panel that is in view without the focus is what is meant only where the command can do something for it.
  return visible !== undefined && fits(visible) ? [visible] : debates.filter(fits);
}
