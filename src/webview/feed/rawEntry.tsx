import * as l10n from '@vscode/l10n';
import type { RawLine } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { Link } from './link';

interface RawEntryProps {
  page: Page;
  line: RawLine;
  position: number;
  count: number;
}

/** A line of the log that is no entry: shown as it stands, with what is wrong with it. */
export function RawEntry({ page, line, position, count }: RawEntryProps) {
  const id = `raw-${line.line}`;
  return (
    <article aria-labelledby={id} aria-posinset={position} aria-setsize={count}>
      <div class="entry raw">
        <div class="margin">
          <Icon name="warning" />
        </div>
        <div class="entry-main">
          <header class="entry-head" id={id}>
            <b class="speaker">{l10n.t('Not an entry')}</b>{' '}
            <Link onPress={() => page.send({ kind: 'openLine', line: line.line })}>
              {l10n.t('line {0} of the log', line.line)}
            </Link>
          </header>
          <p class="raw-message">{line.message}</p>
          <pre class="raw-text">{line.text.slice(0, 4_000)}</pre>
        </div>
      </div>
    </article>
  );
}
