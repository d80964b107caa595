import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { exists, pathOfLog } from '../../record/logPath';
import { focusedDebate } from '../commands/focusedDebate';
import { folderOf } from '../commands/debateTarget';
import type { OpenDebate } from '../debates/openDebate';
import { isReal } from '../start/workspaceFolders';
import type { Asked } from './asked';
import { markdown } from './chatPart';
import { type Standing, headline, list } from './statusParts';
import { whichDebate, type WhichDebate } from './chatRequests';
import { statusOf } from '../../session/status';

/** Which debate a request is about; what is known is looked at anew. */
export async function debateInQuestion({ services, attached, before }: Asked): Promise<WhichDebate> {
  const { library, panels } = services;
  await library.refresh();
  const folders = await Promise.all(attached.map(({ uri }) => debateAt(uri)));
  const isThere = before !== undefined && (await exists(pathOfLog(before)));
  return whichDebate({
    attached: folders.filter((folder) => folder !== undefined),
    focused: focusedDebate(services) ?? panels.activeFolder,
    before: isThere ? before : undefined,
    debates: library.debates,
  });
}

/** The debate whose folder, log, document or snapshot this is. */
async function debateAt(uri: vscode.Uri): Promise<string | undefined> {
  if (!isReal(uri)) return undefined;
  const path = folderOf(uri.fsPath);
  for (const folder of [path, dirname(path), dirname(dirname(path))])
    if (await exists(pathOfLog(folder))) return folder;
  return undefined;
}

/** The one that is meant; undefined where that is not clear or there is none, which is said. */
export async function oneDebate(asked: Asked): Promise<string | undefined> {
  const which = await debateInQuestion(asked);
  if (which.kind === 'one') return which.folder;
  if (which.kind === 'none') sayNone(asked);
  else await saySeveral(asked, which.folders);
  return undefined;
}

export function sayNone({ say }: Asked): void {
  say([
    markdown(
      vscode.l10n.t(
        'There is no debate in this workspace yet. Start one with `/start` and a topic, or open the folder of a debate from elsewhere.',
      ),
    ),
    { kind: 'button', title: vscode.l10n.t('Start Debate'), command: 'rostrum.startDebate' },
    { kind: 'button', title: vscode.l10n.t('Open Debate Folder…'), command: 'rostrum.openDebateFolder' },
  ]);
}

const mostListed = 8;

export async function saySeveral(asked: Asked, folders: readonly string[]): Promise<void> {
  asked.say([
    markdown(
      `${vscode.l10n.t('Several debates could be meant. Open the panel of one, or attach its log, and ask again:')}\n\n${await listed(asked, folders)}`,
    ),
  ]);
}

/** The debates with their states, each a link to its panel. */
export async function listed({ services }: Asked, folders: readonly string[]): Promise<string> {
  const summaries = await services.summaries.summariesOf(folders.slice(0, mostListed));
  const lines = summaries.map((summary) => headline({ summary, run: services.runManager.runOf(summary.folder) }));
  const rest = folders.length - lines.length;
  return list(rest > 0 ? [...lines, vscode.l10n.t('{0} more in the list of debates', rest)] : lines);
}

export async function standingOf(
  { services }: Pick<Asked, 'services'>,
  { folder, log }: OpenDebate,
): Promise<Standing> {
  const [summary, status] = await Promise.all([services.summaries.summaryOf(folder), statusOf(log)]);
  return { summary, status, view: log.view, run: services.runManager.runOf(folder) };
}
