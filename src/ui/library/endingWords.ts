import * as l10n from '@vscode/l10n';
import type { RunEnding } from '../run/runManager';
import { causeOf, helpFor, reasonOf, type Help } from '../run/causes';
import type { Outcome } from '../../projections/outcome';
import { outcomeWords } from '../../projections/words';

export interface EndingNotice {
  severity: 'information' | 'warning' | 'error';
  message: string;
  buttons: readonly EndingButton[];
}

/** `tryAgain` resumes, too: by the name that fits what went wrong. */
export type EndingButton = 'openPanel' | 'openFirst' | 'resume' | Help;

interface EndingContext {
  title: string;
  outcome: Outcome;
  /** The user asked for this end, in this window. */
  wasAsked: boolean;
  /** Another program runs it by now. */
  isTaken: boolean;
  notifications: 'all' | 'needed';
  /** The log is not there any more. */
  isGone: boolean;
}

/** Undefined where the user knows, or does not want to be told. */
export function endingNotice(end: RunEnding['end'], circumstances: EndingContext): EndingNotice | undefined {
  const { title, wasAsked, isTaken, notifications } = circumstances;
  if (end.status === 'done') return notifications === 'all' ? doneNotice(circumstances) : undefined;
  const reason = reasonOf(end);
  if (circumstances.isGone) return wasAsked ? undefined : goneNotice(title);
  if (end.status === 'failed') {
    const message = l10n.t(
      '“{0}” has failed: {1} Nothing is lost: resuming tries the step again.',
      title,
      sentence(reason),
    );
    return { severity: 'error', message, buttons: ['resume', 'openPanel', 'showOutput'] };
  }
  if (wasAsked) return undefined;
  if (end.status === 'budget') {
    const message = l10n.t('“{0}” is paused: {1} Raise the budget, then resume.', title, sentence(reason));
    return { severity: 'warning', message, buttons: ['resume', 'openPanel'] };
  }
  if (end.status === 'paused') {
    const message = l10n.t('“{0}” is paused: {1} Nothing is lost.', title, sentence(reason));
    return { severity: 'warning', message, buttons: pausedButtons(helpFor(causeOf(end))) };
  }
  const message =
    end.status === 'stopped'
      ? l10n.t('“{0}” was stopped: {1} Nothing is lost.', title, sentence(reason))
      : l10n.t('“{0}” was interrupted: {1} Nothing is lost.', title, sentence(reason));
  return { severity: 'warning', message, buttons: isTaken ? ['openPanel'] : ['resume', 'openPanel'] };
}

/** There is nothing to go on with. */
const goneNotice = (title: string): EndingNotice => ({
  severity: 'warning',
  message: l10n.t('“{0}” was stopped, because its folder was deleted or moved.', title),
  buttons: [],
});

function pausedButtons(help: Help | undefined): EndingButton[] {
  if (help === undefined || help === 'showOutput') return ['resume', 'openPanel', 'showOutput'];
  return help === 'tryAgain' ? ['tryAgain', 'openPanel'] : [help, 'resume', 'openPanel'];
}

function doneNotice({ outcome, title }: EndingContext): EndingNotice {
  const message = l10n.t(
    'Debate complete. Outcome: {0}. “{1}”',
    outcome.code === 'none' ? l10n.t('none') : outcomeWords(l10n, outcome),
    title,
  );
  return { severity: 'information', message, buttons: ['openPanel', 'openFirst'] };
}

export function interruptedNotice(titles: readonly string[]): string {
  const [title = ''] = titles;
  return titles.length === 1
    ? l10n.t('“{0}” was interrupted. Nothing is lost: resuming goes on at the exact step.', title)
    : l10n.t('{0} debates were interrupted. Nothing is lost: resuming goes on at the exact step.', titles.length);
}

const sentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
