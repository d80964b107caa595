import { Component } from 'preact';
import * as l10n from '@vscode/l10n';
import type { Row } from '../../shared/protocol';
import type { Page } from '../page';
import type { FeedItems } from './items';
import { marksOf } from './stripMarks';

interface StripProps {
  page: Page;
  items: FeedItems;
  rows: readonly Row[];
}

/** Where rulings and redactions stand, beside the scroll bar. For the pointer alone: the chips lead to the same with the keys. */
export class Strip extends Component<StripProps> {
  override shouldComponentUpdate({ items, rows }: StripProps): boolean {
    return items !== this.props.items || rows !== this.props.rows;
  }

  override render() {
    const { page, items, rows } = this.props;
    return (
      <div class="strip" aria-hidden="true">
        {marksOf(items, rows).map(({ kind, at, top }) => (
          <i
            key={`${kind} ${top}`}
            class={`strip-mark is-${kind}`}
            style={{ 'inset-block-start': `${top}%` }}
            title={
              kind === 'ruling'
                ? l10n.t('Ruling, seq {0}', seqAt(rows, at))
                : l10n.t('Redaction, seq {0}', seqAt(rows, at))
            }
            onClick={() => page.jump(at)}
          />
        ))}
      </div>
    );
  }
}

const seqAt = (rows: readonly Row[], at: number): number => rows[at]?.seq ?? at;
