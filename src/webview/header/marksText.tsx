import * as l10n from '@vscode/l10n';
import type { Marks } from '../../shared/protocol';
import { sourceStatuses } from '../../shared/protocol';
import { whole } from '../parts/figures';
import { Icon } from '../parts/icon';
import { countedStatus, statusIcons } from '../parts/statuses';

/** `Sources 14 ✓ 1 ⚠ 1 ✗`, which is read aloud as words. */
export function MarksText({ marks }: { marks: Marks }) {
  const there = sourceStatuses.filter((status) => marks[status] > 0);
  const spoken = there.map((status) => countedStatus(status, whole(marks[status]))).join(', ');
  return (
    <span class="marks" title={spoken}>
      {l10n.t('Sources')}
      <span class="sr"> {spoken}</span>
      {there.map((status) => (
        <span key={status} class="mark" data-status={status} aria-hidden="true">
          {whole(marks[status])}
          <Icon name={statusIcons[status]} />
        </span>
      ))}
    </span>
  );
}
