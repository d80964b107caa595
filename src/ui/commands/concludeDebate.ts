import * as vscode from 'vscode';
import { concludeNow } from '../../session/interventions';
import { showWarningMessage } from '../messages';
import type { Services } from '../services';
import { isTrusted } from '../start/guards';
import { withDebate } from './openLogs';
import { howToRun, runDebate } from './resumeDebate';
import { tellDone } from './tellDone';

/** No further rounds and closings; a debate that rests is run for what is left: verification, conclusion, documents. */
export async function concludeDebate(
  services: Services,
  folder: string,
  { isSure }: { isSure: boolean },
): Promise<void> {
  const { runManager } = services;
  if (!isTrusted('say')) return;
  const isOurs = (): boolean => runManager.runOf(folder) !== undefined;
  const next = await withDebate(services, folder, async (debate) => {
    const isElsewhere = debate.lease.state === 'held' && !isOurs();
    // Asked before anything is written: a debate that cannot be run would be left with a wish that nobody fulfils.
    const how = isElsewhere || isOurs() ? { takeOver: false } : await howToRun(services, debate);
    if (how === undefined || !(isSure || (await isConfirmed()))) return undefined;
    await concludeNow(debate.log);
    return { ...how, isElsewhere };
  });
  if (next === undefined) return;
  const { isElsewhere, takeOver } = next;
  if (isElsewhere)
    tellDone(vscode.l10n.t('Logged. The program that runs the debate concludes it after its running step.'));
  else if (!isOurs()) await services.panels.show(folder).then(() => runDebate(services, folder, { takeOver }));
}

async function isConfirmed(): Promise<boolean> {
  const conclude = vscode.l10n.t('Conclude Now');
  const message = vscode.l10n.t('Conclude the debate now?');
  const detail = vscode.l10n.t(
    'The rounds and closings that are left are not held. The Chair concludes on what was said, and the documents are written.',
  );
  return (await showWarningMessage(message, { modal: true, detail }, conclude)) === conclude;
}
