import { join } from 'node:path';
import * as vscode from 'vscode';
import { exists } from '../../record/logPath';
import { RecordError } from '../../record/recordError';
import { runnability } from '../../session/runnability';
import type { OpenDebate } from '../debates/openDebate';
import { showInformationMessage, showWarningMessage } from '../messages';
import { positionOf } from '../../projections/status';
import { holderText } from '../panel/panelStatus';
import type { Services } from '../services';
import { isTrusted } from '../start/guards';
import { askToStop } from './askToStop';
import { mayGoOn } from './budgetQuestion';
import { tellError, withDebate } from './openLogs';

/** Goes on at the exact step; says why where that is not possible. */
export async function resumeDebate(
  services: Services,
  folder: string,
  { takeOver }: { takeOver: boolean },
): Promise<void> {
  if (!isTrusted('resume')) return;
  if (services.runManager.runOf(folder) !== undefined) {
    await services.panels.show(folder);
    return;
  }
  const how = await withDebate(services, folder, (debate) => howToResume(services, debate, takeOver));
  if (how !== undefined && (await runDebate(services, folder, how))) await services.panels.show(folder);
}

/** Starts the engine of this window on the debate. Returns whether it runs. */
export async function runDebate(
  services: Services,
  folder: string,
  options: { takeOver: boolean } = { takeOver: false },
): Promise<boolean> {
  try {
    await services.runManager.run(folder, options);
    return true;
  } catch (error) {
    // Somebody else was quicker: who, the message says.
    if (error instanceof RecordError && error.code === 'lease_held') void showWarningMessage(error.message);
    else tellError(services, error);
    return false;
  }
}

/** Undefined when it is not to be resumed; the user knows why. */
async function howToResume(
  services: Services,
  debate: OpenDebate,
  takeOver: boolean,
): Promise<{ takeOver: boolean } | undefined> {
  const how = await howToRun(services, debate, takeOver);
  return how !== undefined && (await mayGoOn(debate.log)) ? how : undefined;
}

/** Whether this window's engine can run the debate, and whether it takes it over. Undefined when it cannot; the user knows why. */
export async function howToRun(
  services: Services,
  debate: OpenDebate,
  takeOver = false,
): Promise<{ takeOver: boolean } | undefined> {
  const { log, lease, folder } = debate;
  const problem = problemOf(debate);
  if (problem !== undefined) {
    void showWarningMessage(problem);
    return undefined;
  }
  const isDone = positionOf(log.state).isOver && (await exists(join(folder, 'metadata.json')));
  if (isDone || lease.state === 'held') {
    await (isDone ? tellDone(services, folder) : tellHolder(debate));
    return undefined;
  }
  const isAllowed = lease.state !== 'silent' || takeOver || (await mayTakeOver(debate));
  return isAllowed ? { takeOver: lease.state === 'silent' } : undefined;
}

/** Why it cannot be resumed by anybody here. */
function problemOf({ log, folder, isGone }: OpenDebate): string | undefined {
  if (isGone) return vscode.l10n.t('The folder {0}, or the log in it, is gone. Put it back, then resume.', folder);
  const found = runnability(log.state);
  return found.ok ? undefined : vscode.l10n.t('This debate cannot be run. {0}', found.reason);
}

async function tellDone(services: Services, folder: string): Promise<void> {
  const open = vscode.l10n.t('Open Panel');
  const chosen = await showInformationMessage(vscode.l10n.t('This debate is done; there is nothing to resume.'), open);
  if (chosen === open) await services.panels.show(folder);
}

async function tellHolder({ lease, log }: OpenDebate): Promise<void> {
  if (lease.state !== 'held') return;
  const stop = vscode.l10n.t('Ask It to Stop');
  const who = holderText(lease.holder, new Date());
  const message = vscode.l10n.t(
    '{0}. Two engines cannot run one debate; this window shows what the other one writes.',
    who,
  );
  if ((await showInformationMessage(message, stop)) === stop) await askToStop(log);
}

async function mayTakeOver({ lease }: OpenDebate): Promise<boolean> {
  if (lease.state !== 'silent') return true;
  const takeOver = vscode.l10n.t('Take Over');
  const message = vscode.l10n.t('{0}, and it has given no sign of life since.', holderText(lease.holder, new Date()));
  const detail = vscode.l10n.t(
    'If it is gone, take the debate over: it goes on at the exact step. If it should still be alive, it will notice and write nothing more.',
  );
  return (await showWarningMessage(message, { modal: true, detail }, takeOver)) === takeOver;
}
