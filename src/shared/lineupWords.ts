import * as l10n from '@vscode/l10n';
import { lineupSize, longestDescription, nameFault } from '../debate/log/names';

/**
 * Words on a lineup's fault: the page shows them while the user types, the extension before the start. Undefined if
 * there is none.
 */

export function countWords(count: number): string | undefined {
  const { least, most } = lineupSize;
  if (count < least) return l10n.t('A debate needs at least {0} debaters.', least);
  return count > most ? l10n.t('A debate has at most {0} debaters.', most) : undefined;
}

export function nameWords(name: string, others: readonly string[]): string | undefined {
  switch (nameFault(name, others)) {
    case undefined:
      return undefined;
    case 'missing':
      return l10n.t('A debater needs a name.');
    case 'form':
      return l10n.t('A name has 1 to 50 letters, digits and hyphens.');
    case 'role':
      return l10n.t('“{0}” is the name of a role.', name);
    case 'taken':
      return l10n.t('Another debater is called “{0}”.', name);
  }
}

export const lengthWords = (text: string): string | undefined =>
  text.length <= longestDescription
    ? undefined
    : l10n.t('{0} characters; at most {1} are allowed.', text.length, longestDescription);
