import * as vscode from 'vscode';
import type { OpenDebate } from '../debates/openDebate';
import { showInformationMessage } from '../messages';
import { holderText } from '../panel/panelStatus';
import type { Services } from '../services';
import { askToStop } from './askToStop';
import { concludeDebate } from './concludeDebate';
import { withDebate } from './openLogs';
import { tellDone } from './tellDone';

/** Kept in the record's lease, and so in one language. */
const pausedReason = 'Paused by the user.';
const stoppedReason = 'Stopped by the user.';

/** Ours rests after the running task; another program's can only be asked to stop. */
export async function pauseDebate(services: Services, folder: string): Promise<void> {
  const { runManager } = services;
  const run = runManager.runOf(folder);
  if (run !== undefined) {
    if (run.ending === undefined) runManager.pause(folder, pausedReason);
    const text =
      run.ending === 'stopping'
        ? vscode.l10n.t('The debate is being stopped.')
        : vscode.l10n.t('The debate pauses when the running task is finished.');
    tellDone(text);
    return;
  }
  await withDebate(services, folder, async (debate) => {
    if (debate.lease.state !== 'held') {
      tellResting(debate);
      return;
    }
    const stop = vscode.l10n.t('Ask It to Stop');
    const who = holderText(debate.lease.holder, new Date());
    const message = vscode.l10n.t(
      '{0}. It cannot be paused from here. It can be asked to stop through the record: it rests before its next step, and nothing is lost.',
      who,
    );
    if ((await showInformationMessage(message, stop)) === stop) await askToStop(debate.log);
  });
}

/** Ours stops at once, and what then is asked; another program's is asked through the record. */
export async function stopDebate(services: Services, folder: string): Promise<void> {
  const { runManager } = services;
  if (runManager.runOf(folder) === undefined) {
    await withDebate(services, folder, async (debate) => {
      if (debate.lease.state === 'held') await askToStop(debate.log);
      else tellResting(debate);
    });
    return;
  }
  runManager.stop(folder, stoppedReason);
  await runManager.settled(folder);
  // The question must not keep the command from ending: it stands as long as the user lets it.
  void whatThen(services, folder);
}

async function whatThen(services: Services, folder: string): Promise<void> {
  const mayConclude = await withDebate(services, folder, ({ log }) =>
    Promise.resolve(log.state.conclusion === undefined && log.state.turns.length > 0),
  );
  const message = vscode.l10n.t('The debate is stopped. It can be resumed at the exact step.');
  if (mayConclude !== true) return void showInformationMessage(message);
  const conclude = vscode.l10n.t('Conclude Now');
  const chosen = await showInformationMessage(message, conclude, vscode.l10n.t('Leave It'));
  if (chosen === conclude) await concludeDebate(services, folder, { isSure: true });
}

function tellResting({ lease }: OpenDebate): void {
  const message =
    lease.state === 'silent'
      ? vscode.l10n.t(
          '{0}, and it has given no sign of life since. Resume the debate to take it over.',
          holderText(lease.holder, new Date()),
        )
      : vscode.l10n.t('This debate is not running.');
  void showInformationMessage(message);
}
