import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { Link } from './link';

const shownFor = 1_500;

/** The seq in the margin: copies a link to the entry; with Alt it shows the line in the log. */
export function SeqMargin({ page, row }: { page: Page; row: Row }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const onPress = (event: MouseEvent | KeyboardEvent): void => {
    page.send(event.altKey ? { kind: 'openInLog', at: row.at } : { kind: 'copyLink', at: row.at });
    setCopied(!event.altKey);
  };
  return (
    <div class="margin">
      <Link
        class="seq"
        title={l10n.t('Copy a link to seq {0}. With Alt: show its line in the log', row.seq)}
        onPress={onPress}
      >
        <span class="sr">{l10n.t('Copy a link to seq')} </span>
        {row.seq}
      </Link>
      {isCopied && (
        <span class="copied" role="status">
          <Icon name="check" />
          <span class="sr">{l10n.t('Link copied')}</span>
        </span>
      )}
    </div>
  );
}
