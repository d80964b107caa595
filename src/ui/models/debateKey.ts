import * as vscode from 'vscode';
import { withDebate } from '../commands/openLogs';
import { targetIn } from '../commands/debateTarget';
import type { Services } from '../services';
import { concernedOwners } from './concernedOwners';
import { setApiKey } from './keyCommands';

/** Set API Key for the debate that it is called on: only of those whom its seats are asked of, and the debate goes on from there. */
export async function setKeyFor(services: Services, argument: unknown): Promise<boolean> {
  const folder = targetIn(argument)?.folder;
  if (folder === undefined) return await setApiKey(services, argument);
  const end = services.runManager.endOf(folder);
  const among =
    (await withDebate(services, folder, ({ log }) => Promise.resolve(concernedOwners(log.state.models, end)))) ?? [];
  const resume = async (): Promise<void> => {
    await vscode.commands.executeCommand('rostrum.resumeDebate', { folder });
  };
  const isResting = services.runManager.runOf(folder) === undefined;
  return await setApiKey(services, undefined, {
    ...(among.length === 0 ? {} : { among }),
    ...(isResting ? { next: { label: vscode.l10n.t('Resume Debate'), run: resume } } : {}),
  });
}
