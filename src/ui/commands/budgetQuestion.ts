import * as vscode from 'vscode';
import type { DebateLog } from '../../record/debateLog';
import { changeLimits, concludeNow } from '../../session/interventions';
import { showWarningMessage } from '../messages';
import { spentBudget } from './spentBudget';

/** More, conclude now, or leave it: false. What was chosen is in the record. */
export async function mayGoOn(log: DebateLog): Promise<boolean> {
  const spent = spentBudget(log.state);
  if (spent === undefined) return true;
  return spent === 'money' ? await askForMoney(log) : await askForTime(log);
}

async function askForMoney(log: DebateLog): Promise<boolean> {
  const { limits, usage } = log.state;
  const more = vscode.l10n.t('Raise the Budget…');
  const conclude = vscode.l10n.t('Conclude Now');
  const message = vscode.l10n.t('The budget of ${0} is spent.', (limits.budget_usd ?? 0).toFixed(2));
  const detail = vscode.l10n.t(
    'Give the debate more, or let it conclude on what was said. Nothing is lost if you leave it.',
  );
  const chosen = await showWarningMessage(message, { modal: true, detail }, more, conclude);
  if (chosen === conclude) await concludeNow(log);
  if (chosen !== more) return chosen === conclude;
  const problem = vscode.l10n.t('A number above {0}.', usage.usd.toFixed(2));
  const dollars = await askNumber({
    title: vscode.l10n.t('Raise the Budget'),
    prompt: vscode.l10n.t('US dollars that this debate may cost in all; ${0} are spent.', usage.usd.toFixed(2)),
    value: ((limits.budget_usd ?? usage.usd) * 2).toFixed(2),
    problem: (number) => (number > usage.usd ? undefined : problem),
  });
  if (dollars === undefined) return false;
  await changeLimits(log, { budget_usd: dollars });
  return true;
}

async function askForTime(log: DebateLog): Promise<boolean> {
  const { limits, activeMs } = log.state;
  const used = Math.ceil(activeMs / 60_000);
  const more = vscode.l10n.t('More Time…');
  const goOn = vscode.l10n.t('Go On');
  const message = vscode.l10n.t('The time budget of {0} minutes is spent.', limits.time_budget_minutes);
  const detail = vscode.l10n.t('Without more time the rounds end after the current one, and the closings follow.');
  const chosen = await showWarningMessage(message, { modal: true, detail }, more, goOn);
  if (chosen !== more) return chosen === goOn;
  const problem = vscode.l10n.t('A number above {0} and at most {1}.', used, mostMinutes);
  const minutes = await askNumber({
    title: vscode.l10n.t('More Time'),
    prompt: vscode.l10n.t('Active minutes that this debate may take in all; {0} are used.', used),
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

/** NaN is above nothing. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));
