import * as l10n from '@vscode/l10n';
import type { SourceStatus } from '../../shared/protocol';

/** How a source's status looks, in the header as below an entry. */
export const statusIcons: Readonly<Record<SourceStatus, string>> = {
  verified: 'check',
  unreliable: 'warning',
  fabricated: 'error',
  unverified: 'question',
  pending: 'history',
};

export function statusWord(status: SourceStatus, isQuoted = false): string {
  if (isQuoted) return l10n.t('Quoted');
  switch (status) {
    case 'verified':
      return l10n.t('Verified');
    case 'unreliable':
      return l10n.t('Unreliable');
    case 'fabricated':
      return l10n.t('Fabricated');
    case 'unverified':
      return l10n.t('Unverified');
    case 'pending':
      return l10n.t('Not checked yet');
  }
}

export const countedQuoted = (count: string): string => l10n.t('{0} quoted only', count);

export function countedStatus(status: SourceStatus, count: string): string {
  switch (status) {
    case 'verified':
      return l10n.t('{0} verified', count);
    case 'unreliable':
      return l10n.t('{0} unreliable', count);
    case 'fabricated':
      return l10n.t('{0} fabricated', count);
    case 'unverified':
      return l10n.t('{0} unverified', count);
    case 'pending':
      return l10n.t('{0} not checked', count);
  }
}
