import * as l10n from '@vscode/l10n';

/** A link, or somebody who types a number, asked for an entry that the log does not hold. */
export function missingEntry(seq: number, last: number | undefined): string {
  return last === undefined
    ? l10n.t('There is no seq {0} in this debate: it has no entries yet.', seq)
    : l10n.t('There is no seq {0} in this debate; the last is {1}.', seq, last);
}
