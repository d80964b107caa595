import * as l10n from '@vscode/l10n';
import { Icon } from '../parts/icon';
import type { State } from '../state';

/** Says that a link led nowhere, until the reader goes somewhere else. The region is always there, so that it is heard. */
export function Missing({ missing, onClose }: { missing: State['missing']; onClose: () => void }) {
  return (
    <div class="missing" role="status">
      {missing !== undefined && (
        <p key={missing.turn} class="missing-line">
          <Icon name="info" /> <span class="missing-text">{wordsOf(missing)}</span>
          <button type="button" class="find-button" title={l10n.t('Close')} onClick={onClose}>
            <Icon name="close" />
            <span class="sr">{l10n.t('Close')}</span>
          </button>
        </p>
      )}
    </div>
  );
}

function wordsOf({ seq, last }: NonNullable<State['missing']>): string {
  return last === undefined
    ? l10n.t('There is no seq {0}: the log holds no entry yet.', seq)
    : l10n.t('There is no seq {0}; the last is {1}.', seq, last);
}
