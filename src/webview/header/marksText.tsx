import * as l10n from '@vscode/l10n';
import type { Marks, SourceStatus } from '../../shared/protocol';
import { sourceStatuses } from '../../shared/protocol';
import { whole } from '../parts/figures';
import { Icon } from '../parts/icon';

const icons: Readonly<Record<SourceStatus, string>> = {
  verified: 'check',
  unreliable: 'warning',
  fabricated: 'error',
  unverified: 'question',
  pending: 'history',
};

function said(status: SourceStatus, count: string): string {
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
      return l10n.t('{0} still to be checked', count);
  }
}

/** `Sources 14 ✓ 1 ⚠ 1 ✗`, which is read aloud as words. */
export function MarksText({ marks }: { marks: Marks }) {
  const there = sourceStatuses.filter((status) => marks[status] > 0);
  const spoken = there.map((status) => said(status, whole(marks[status]))).join(', ');
  return (
    <span class="marks" title={spoken}>
      {l10n.t('Sources')}
      <span class="sr"> {spoken}</span>
      {there.map((status) => (
        <span key={status} class="mark" data-status={status} aria-hidden="true">
          {whole(marks[status])}
          <Icon name={icons[status]} />
        </span>
      ))}
    </span>
  );
}
