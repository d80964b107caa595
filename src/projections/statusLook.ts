import type { Outcome } from './outcome';
import type { Status, Translator } from './vocabulary';

/** The status of a debate, and its outcome, as a codicon and in words, for every surface. Apart from the other words: the page has it by itself. */

interface StatusIcon {
  name: string;
  /** A colour of the editor's theme that says the same once more. */
  colour?: string;
}

/** Of one that is done its outcome tells more. */
export const statusIcons: Readonly<Record<Status, StatusIcon>> = {
  running: { name: 'sync~spin', colour: 'charts.blue' },
  paused: { name: 'debug-pause', colour: 'charts.yellow' },
  interrupted: { name: 'debug-disconnect', colour: 'list.warningForeground' },
  failed: { name: 'error', colour: 'list.errorForeground' },
  done: { name: 'pass-filled' },
  foreign: { name: 'book' },
  unreadable_format: { name: 'question' },
  empty: { name: 'circle-large-outline' },
  unreadable: { name: 'warning', colour: 'list.warningForeground' },
};

/** A codicon, and a colour that says the same once more. Those of verdicts are the board's; here, because the page has them too. */
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

/** In a word: a heading. */
export function statusWord(l10n: Translator, status: Status): string {
  switch (status) {
    case 'running':
      return l10n.t('Live');
    case 'paused':
      return l10n.t('Paused');
    case 'interrupted':
      return l10n.t('Interrupted');
    case 'failed':
      return l10n.t('Failed');
    case 'done':
      return l10n.t('Done');
    case 'foreign':
      return l10n.t('Foreign');
    case 'unreadable_format':
      return l10n.t('Unknown format');
    case 'empty':
      return l10n.t('Empty');
    case 'unreadable':
      return l10n.t('Cannot be read');
  }
}

/** In a row of a list, with the stage that the debate is in and the name of its format. */
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
