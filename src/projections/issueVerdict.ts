import type { Translator } from './vocabulary';

/** That of another program as it is written. Apart from other words, because the page has it too. */
export function verdictWords(l10n: Translator, verdict: string): string {
  switch (verdict) {
    case 'ACCEPTED':
      return l10n.t('Accepted');
    case 'REJECTED':
      return l10n.t('Rejected');
    case 'REVISION REQUIRED':
      return l10n.t('Revision required');
    case 'UNDECIDED':
      return l10n.t('Undecided');
    default:
      return verdict;
  }
}
