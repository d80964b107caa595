import type { SourceStatus } from '../../shared/protocol';

/** How a source's status looks, in the header as below an entry. */
export const statusIcons: Readonly<Record<SourceStatus, string>> = {
  verified: 'check',
  unreliable: 'warning',
  fabricated: 'error',
  unverified: 'question',
  pending: 'history',
};
