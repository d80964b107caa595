import type { Outcome } from './outcome';
import type { Status, Translator } from './vocabulary';

/** Status and outcome as a codicon and in words. Apart from the other words: the page has it by itself. */

interface StatusIcon {
  name: string;
  /** Of the editor's theme; it says the same once more. */
  colour?: string;
}

/** Icons by status. The outcome says more about a debate that is done. */
export const statusIcons: Readonly<Record<Status, StatusIcon>> = {
  running: { name: 'sync~spin', colour: 'charts.blue' },
  paused: { name: 'debug-pause', colour: 'charts.yellow' },
  stopped: { name: 'debug-stop', colour: 'charts.yellow' },
  interrupted: { name: 'debug-disconnect', colour: 'list.warningForeground' },
  failed: { name: 'error', colour: 'list.errorForeground' },
  done: { name: 'pass-filled' },
  foreign: { name: 'book' },
  unreadable_format: { name: 'question' },
  empty: { name: 'circle-large-outline' },
  unreadable: { name: 'warning', colour: 'list.warningForeground' },
};

/** Those of verdicts are the board's; here, because the page has them too. */
export const outcomeIcons: Readonly<Record<Outcome['code'], { name: string; colour?: 'green' | 'yellow' | 'red' }>> = {
  wins: { name: 'star-full', colour: 'green' },
  draw: { name: 'arrow-both' },
  void: { name: 'circle-slash', colour: 'red' },
  accepted: { name: 'check', colour: 'green' },
  rejected: { name: 'close', colour: 'red' },
  revision_required: { name: 'edit', colour: 'yellow' },
  mixed: { name: 'law', colour: 'yellow' },
  undecided: { name: 'question' },
  result: { name: 'graph-line' },
  told: { name: 'graph-line' },
  other: { name: 'law' },
  none: { name: 'pass' },
};

/** The status in a word: a heading. */
export function statusWord(l10n: Translator, status: Status): string {
  return {
    running: l10n.t('Live'),
    paused: l10n.t('Paused'),
    stopped: l10n.t('Stopped'),
    interrupted: l10n.t('Interrupted'),
    failed: l10n.t('Failed'),
    done: l10n.t('Done'),
    foreign: l10n.t('Foreign'),
    unreadable_format: l10n.t('Unknown format'),
    empty: l10n.t('Empty'),
    unreadable: l10n.t('Cannot be read'),
  }[status];
}

/** The status in a row of a list. `format`: its name. */
export function statusInRow(
  l10n: Translator,
  status: Status,
  { stage, format }: { stage: string; format: string },
): string {
  switch (status) {
    case 'running':
      return l10n.t('Running: {0}', stage);
    case 'paused':
      return l10n.t('Paused: {0}', stage);
    case 'stopped':
      return l10n.t('Stopped: {0}', stage);
    case 'interrupted':
      return l10n.t('Interrupted: {0}', stage);
    case 'failed':
      return l10n.t('Failed: {0}', stage);
    case 'foreign':
      return l10n.t('Of another program');
    case 'unreadable_format':
      return l10n.t('Unknown format “{0}”', format);
    case 'empty':
      return l10n.t('No entries yet');
    case 'done':
    case 'unreadable':
      return statusWord(l10n, status);
  }
}
