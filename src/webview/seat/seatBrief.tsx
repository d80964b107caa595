import * as l10n from '@vscode/l10n';
import type { Seat } from '../../shared/protocol';
import { SeqText } from '../feed/seqLink';
import type { Page } from '../page';
import { Icon } from '../parts/icon';

/** What the answer has to take up, what it is held against, and what was held against the one before. */
export function SeatBrief({ page, seat }: { page: Page; seat: Seat }) {
  const { cue, rules, problems } = seat;
  return (
    <>
      {problems.length > 0 && (
        <div class="seat-problems">
          <p>
            <Icon name="discard" />{' '}
            {problems.length === 1
              ? l10n.t('Sent back for one reason:')
              : l10n.t('Sent back for {0} reasons:', problems.length)}
          </p>
          <Lines page={page} lines={problems} />
        </div>
      )}
      {cue.length > 0 && (
        <details class="seat-brief" open={problems.length === 0}>
          <summary>{l10n.t('What to take up')}</summary>
          <dl>
            {cue.map(({ label, lines }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Lines page={page} lines={lines} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {rules.length > 0 && (
        <details class="seat-brief" open={cue.length === 0}>
          <summary>{l10n.t('Rules')}</summary>
          <Lines page={page} lines={rules} />
        </details>
      )}
    </>
  );
}

function Lines({ page, lines }: { page: Page; lines: readonly string[] }) {
  return (
    <ul class="seat-lines">
      {lines.map((line, index) => (
        <li key={index}>
          <SeqText page={page} text={line} />
        </li>
      ))}
    </ul>
  );
}
