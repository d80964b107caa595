import { dollars } from '../../matching/text/shortText';
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exists } from '../../record/logPath';
import { RecordError } from '../../record/recordError';
import { PlanError } from '../../session/plan/planError';
import { runnability, spentBudget } from '../../session/run/runnability';
import type { OpenDebate } from '../library/openDebate';
import { isAgreed, offer, showInformationMessage, showWarningMessage, showDone } from '../kit/messages';
import { positionOf } from '../../projections/status';
import { holderText } from '../panel/panelStatus';
import type { CommandPorts } from './ports';
import { isTrusted } from '../start/guards';
import { showFailure, withDebate } from '../library/openLogs';
import type { DebateLog } from '../../record/debateLog';
import { changeLimits, changePrices, concludeNow, requestStop, unpricedNow } from '../../session/run/interventions';
import { wordsFor } from '../kit/wordsFor';
import { endpointsNow } from '../models/settingModels';

/** Resumes where the debate stopped; says why if that is not possible. */
export async function resumeDebate(
  services: CommandPorts,
  folder: string,
  { takeOver = false }: { takeOver?: boolean } = {},
): Promise<void> {
  if (!isTrusted('resume')) return;
  if (services.runManager.runOf(folder) !== undefined) {
    await services.panels.show(folder);
    return;
  }
  const how = await withDebate(services, folder, (debate) => howToResume(services, debate, takeOver));
  if (how !== undefined && (await runDebate(services, folder, how))) await services.panels.show(folder);
}

/** Runs the debate; returns whether it runs. */
export async function runDebate(
  services: CommandPorts,
  folder: string,
  options: { takeOver: boolean },
): Promise<boolean> {
  try {
    await services.runManager.run(folder, options);
    return true;
  } catch (error) {
    // Another program was quicker; the message names it.
    if (error instanceof RecordError && error.code === 'lease_held') void showWarningMessage(error.message);
    else showFailure(services, error);
    return false;
  }
}

/** Returns undefined if the debate is not to be resumed; the user knows why. */
async function howToResume(
  services: CommandPorts,
  debate: OpenDebate,
  takeOver: boolean,
): Promise<{ takeOver: boolean } | undefined> {
  const how = await howToRun(services, debate, takeOver);
  if (how === undefined) return undefined;
  // Current settings apply to models without a price in the record.
  const endpoints = endpointsNow(services);
  await changePrices(debate.log, { prices: services.settings.get('prices'), endpoints });
  const unpriced = unpricedNow(debate.log.state, endpoints);
  if (unpriced.length > 0 && !(await mayDropBudget(debate.log, unpriced))) return undefined;
  return (await mayGoOn(debate)) ? how : undefined;
}

/** Returns undefined if this window's engine cannot run the debate; the user knows why. */
export async function howToRun(
  services: CommandPorts,
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
    await (isDone ? showOver(services, folder) : showHolder(debate));
    return undefined;
  }
  const isAllowed = lease.state !== 'silent' || takeOver || (await mayTakeOver(debate));
  return isAllowed ? { takeOver: lease.state === 'silent' } : undefined;
}

function problemOf({ log, folder, isGone }: OpenDebate): string | undefined {
  if (isGone) return l10n.t('The folder {0}, or the log in it, is gone. Put it back, then resume.', folder);
  const found = runnability(log.state);
  return found.ok ? undefined : l10n.t('This debate cannot be run. {0}', found.reason);
}

async function showOver(services: CommandPorts, folder: string): Promise<void> {
  await offer(showInformationMessage, l10n.t('This debate is done; there is nothing to resume.'), {
    [l10n.t('Open Debate')]: () => services.panels.show(folder),
  });
}

async function showHolder({ lease, log }: OpenDebate): Promise<void> {
  if (lease.state !== 'held') return;
  const who = holderText(lease.holder, new Date());
  const message = l10n.t('{0}. Two engines cannot run one debate; this window shows what the other one writes.', who);
  await offer(showInformationMessage, message, { [l10n.t('Ask It to Stop')]: () => askToStop(log) });
}

async function mayTakeOver({ lease }: OpenDebate): Promise<boolean> {
  if (lease.state !== 'silent') return true;
  const message = l10n.t('{0}, and it has given no sign of life since.', holderText(lease.holder, new Date()));
  const detail = l10n.t(
    'If it is gone, take the debate over: it goes on at the exact step. If it should still be alive, it will notice and write nothing more.',
  );
  return await isAgreed(message, detail, l10n.t('Take Over'));
}

/** Asks whether to raise the budget, conclude now, or stop (false). The choice is in the record. */
async function mayGoOn({ log, lease }: OpenDebate): Promise<boolean> {
  const spent = spentBudget(log.state, lease.state === 'released' ? lease.holder.released : undefined);
  if (spent === undefined) return true;
  return spent === 'money' ? await askForMoney(log) : await askForTime(log);
}

/** Asks whether to drop a budget that can no longer hold, because a model changed or requests go to another address. */
async function mayDropBudget(log: DebateLog, unpriced: readonly string[]): Promise<boolean> {
  const set = l10n.t('Set Prices');
  const drop = l10n.t('Go On Without the Budget');
  const budget = dollars(log.state.limits.budget_usd ?? 0);
  const message = l10n.t('The budget of {0} cannot hold: the price of {1} is not known.', budget, unpriced.join(', '));
  const detail = l10n.t('Set what they cost (rostrum.prices) and resume, or go on without the budget.');
  const chosen = await showWarningMessage(message, { modal: true, detail }, set, drop);
  if (chosen === set) await vscode.commands.executeCommand('workbench.action.openSettings', 'rostrum.prices');
  if (chosen !== drop) return false;
  await changeLimits(log, { budget_usd: null });
  return true;
}

async function askForMoney(log: DebateLog): Promise<boolean> {
  const { limits, usage, conclusion } = log.state;
  const more = l10n.t('Raise the Budget…');
  const conclude = l10n.t('Conclude Now');
  const message = l10n.t('The budget of {0} is spent.', dollars(limits.budget_usd ?? 0));
  const detail =
    conclusion === undefined
      ? l10n.t('Give the debate more, or let it conclude on what was said. Nothing is lost if you leave it.')
      : l10n.t('It has its conclusion; its last documents need more. Nothing is lost if you leave it.');
  const offered = conclusion === undefined ? [more, conclude] : [more];
  const chosen = await showWarningMessage(message, { modal: true, detail }, ...offered);
  if (chosen === conclude) await concludeNow(log);
  if (chosen !== more) return chosen === conclude;
  const problem = l10n.t('A number above {0}.', usage.usd);
  const raised = await askNumber({
    title: l10n.t('Raise the Budget'),
    prompt: l10n.t('US dollars that this debate may cost in all; {0} are spent.', dollars(usage.usd)),
    value: dollars(Math.max(limits.budget_usd ?? 0, usage.usd) * 2).slice(1),
    problem: (number) => (number > usage.usd ? undefined : problem),
  });
  if (raised === undefined) return false;
  await changeLimits(log, { budget_usd: raised });
  return true;
}

async function askForTime(log: DebateLog): Promise<boolean> {
  const { limits, activeMs } = log.state;
  const used = Math.ceil(activeMs / 60_000);
  const more = l10n.t('More Time…');
  const goOn = l10n.t('Go On');
  const message = l10n.t('The time budget of {0} minutes is spent.', limits.time_budget_minutes);
  const detail = l10n.t('Without more time the rounds end after the current one, and the closings follow.');
  const chosen = await showWarningMessage(message, { modal: true, detail }, more, goOn);
  if (chosen !== more) return chosen === goOn;
  const problem = l10n.t('A number above {0} and at most {1}.', used, mostMinutes);
  const minutes = await askNumber({
    title: l10n.t('More Time'),
    prompt: l10n.t('Active minutes that this debate may take in all; {0} are used.', used),
    value: String(Math.max(limits.time_budget_minutes, used) * 2),
    problem: (number) => (number > used && number <= mostMinutes ? undefined : problem),
  });
  if (minutes === undefined) return false;
  await changeLimits(log, { time_budget_minutes: minutes });
  return true;
}

const mostMinutes = 7 * 24 * 60;

interface NumberQuestion {
  title: string;
  prompt: string;
  value: string;
  problem: (number: number) => string | undefined;
}

async function askNumber({ title, prompt, value, problem }: NumberQuestion): Promise<number | undefined> {
  const validateInput = (text: string): string | undefined => problem(numberIn(text));
  const text = await vscode.window.showInputBox({ title, prompt, value, validateInput, ignoreFocusOut: true });
  return text === undefined ? undefined : numberIn(text);
}

/** NaN fails every comparison. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** Asks the program that runs it to stop. @throws the error that prevented the entry. */
export async function askToStop(log: DebateLog): Promise<void> {
  if (!isTrusted('say')) return;
  try {
    const { seq } = await requestStop(log);
    showDone(l10n.t('Logged as seq {0}. The other program pauses before its next step.', seq));
  } catch (error) {
    // The run ended while the question was open.
    if (!(error instanceof PlanError)) throw error;
    void showInformationMessage(wordsFor(error));
  }
}
