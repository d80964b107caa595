import * as l10n from '@vscode/l10n';

/** A number as people read it. */
type Figure = (count: number) => string;

export interface Found {
  query: string;
  /** Which hit is shown, 1-based; 0 before the first. */
  place: number;
  /** How often the words occur in what is shown. */
  total: number;
  /** How often in what the filters leave out. */
  leftOut: number;
  /** Lines of the log that are no entries: only entries are looked through. */
  unread: number;
  isDone: boolean;
}

export function foundWords({ query, place, total, leftOut, unread, isDone }: Found, figure: Figure): string {
  if (query === '') return '';
  const count = figure(total);
  if (total === 0) {
    if (!isDone) return l10n.t('Searching…');
    if (leftOut > 0) return l10n.t('No hits here');
    return unread > 0 ? l10n.t('No hits in entries') : l10n.t('No hits');
  }
  if (!isDone) return l10n.t('{0} so far', count);
  return place === 0 ? l10n.t('{0} hits', count) : l10n.t('{0} of {1}', figure(place), count);
}

/** What is beside that, for whoever asks. */
export function notShownWords({ query, leftOut, unread, isDone }: Found, figure: Figure): string {
  if (query === '' || !isDone) return '';
  return [
    ...(leftOut === 0
      ? []
      : leftOut === 1
        ? [l10n.t('1 more hit is in what the filters leave out')]
        : [l10n.t('{0} more hits are in what the filters leave out', figure(leftOut))]),
    ...(unread === 0 ? [] : [l10n.t('Lines that are no entries were not looked through: {0}', figure(unread))]),
  ].join('\n');
}
