import * as l10n from '@vscode/l10n';
import type { Body, Row } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { Rich } from '../parts/rich';
import { MarkdownView } from './markdownView';
import { SeqLink } from './seqLink';

interface StruckProps {
  page: Page;
  row: Row;
  /** Seq of the redaction. */
  by: number;
  body: Body | undefined;
}

/** A struck entry keeps its place; its text is gone, unless an auditor asked to see it. */
export function Struck({ page, row, by, body }: StruckProps) {
  const reason = body?.struck?.reason ?? '';
  const link = <SeqLink page={page} seq={body?.struck?.by ?? by} />;
  return (
    <>
      <p class="struck">
        <Icon name="circle-slash" /> <s>{l10n.t('Struck from the record')}</s>{' '}
        <span class="struck-reason">
          — {reason === '' ? '' : `${reason} `}
          <Rich template={l10n.t('(redaction at {0})')} parts={[link]} />
        </span>
      </p>
      {body?.disclosed === undefined ? (
        <button type="button" class="more" onClick={() => page.send({ kind: 'disclose', at: row.at })}>
          {l10n.t('Disclose…')}
        </button>
      ) : (
        <section class="disclosed" aria-label={l10n.t('Struck text')}>
          <p class="disclosed-warning">
            <Icon name="warning" /> {l10n.t('Struck text, shown for audit. It is not part of the record.')}
          </p>
          <MarkdownView page={page} text={body.disclosed} />
        </section>
      )}
    </>
  );
}
