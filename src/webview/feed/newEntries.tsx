import * as l10n from '@vscode/l10n';
import type { Page } from '../page';
import { whole } from '../parts/figures';
import { Icon } from '../parts/icon';
import type { State } from '../state';
import { countFrom } from './items';

/** Says that the debate went on below, to a reader who is further up. Within what scrolls, so that a wheel over it scrolls. */
export function NewEntries({ page, state }: { page: Page; state: State }) {
  const count = state.isAtEnd ? 0 : countFrom(page.items, state.seen);
  if (count === 0) return null;
  return (
    <div class="new-entries-place">
      <button type="button" class="new-entries" onClick={() => page.feed?.toEnd()}>
        {count === 1 ? l10n.t('1 new entry') : l10n.t('{0} new entries', whole(count))} <Icon name="arrow-down" />
      </button>
    </div>
  );
}
