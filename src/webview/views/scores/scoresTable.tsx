import * as l10n from '@vscode/l10n';
import { useId, useState } from 'preact/hooks';
import type { PanelArgument, Scores } from '../../../shared/protocol';
import { Link } from '../../feed/link';
import { SeqText } from '../../feed/seqLink';
import type { Page } from '../../page';
import { points, whole } from '../../parts/figures';
import { Icon } from '../../parts/icon';
import { SideBadge } from '../sideBadge';
import { exchangeText, sideText } from '../words';
import { ordered, orders, type Order } from './order';

/** Rows at first; a debate may have thousands. */
const shownFirst = 100;

function orderText(order: Order): string {
  switch (order) {
    case 'record':
      return l10n.t('In the order of the debate');
    case 'highest':
      return l10n.t('Highest score first');
    case 'lowest':
      return l10n.t('Lowest score first');
    case 'moved':
      return l10n.t('Most moved first');
  }
}

/** Every argument with its score and how it came about. */
export function ScoresTable({ page, scores }: { page: Page; scores: Scores }) {
  const [order, setOrder] = useState<Order>('record');
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const all = ordered(scores.arguments, order);
  const shown = isWhole ? all : all.slice(0, shownFirst);
  const hasSpread = scores.arguments.some(({ history }) => history.some(({ spread }) => spread !== undefined));
  return (
    <section class="scores-list" aria-label={l10n.t('Arguments')}>
      <p class="scores-order">
        <label for={id}>{l10n.t('{0} arguments', whole(all.length))}</label>{' '}
        <select
          id={id}
          class="select"
          value={order}
          onChange={(event) => setOrder(orders.find((one) => one === event.currentTarget.value) ?? 'record')}
        >
          {orders.map((one) => (
            <option key={one} value={one}>
              {orderText(one)}
            </option>
          ))}
        </select>
      </p>
      <table class="scores" role="table" aria-label={l10n.t('Scores of the arguments')}>
        <thead role="rowgroup">
          <tr role="row">
            {[
              l10n.t('Argument'),
              l10n.t('Exchange'),
              l10n.t('Score'),
              l10n.t('How it came about'),
              ...(hasSpread ? [l10n.t('Spread of the passes')] : []),
            ].map((word) => (
              <th key={word} role="columnheader" scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((argument) => (
            <ArgumentRow key={argument.id} page={page} argument={argument} hasSpread={hasSpread} />
          ))}
        </tbody>
      </table>
      {shown.length < all.length && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          {l10n.t('Show all {0} arguments', whole(all.length))}
        </button>
      )}
    </section>
  );
}

function ArgumentRow({ page, argument, hasSpread }: { page: Page; argument: PanelArgument; hasSpread: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { id, side, exchange, seq, title, score, history, struck } = argument;
  const why = useId();
  const spread = history.at(-1)?.spread;
  return (
    <>
      <tr role="row">
        <th role="rowheader" scope="row">
          <SideBadge side={side} /> <span class="sr">{sideText(side)}, </span>
          <Link title={l10n.t('Go to {0}', id)} peek={page.atOf(seq)} onPress={() => page.jumpToSeq(seq)}>
            {id}
          </Link>{' '}
          {struck ? <span class="dim">{l10n.t('struck from the record')}</span> : title}
        </th>
        <td role="cell" data-label={l10n.t('Exchange')}>
          {whole(exchange)}
        </td>
        <td role="cell" data-label={l10n.t('Score')} class="figure">
          {score === null ? <span class="dim">{l10n.t('not judged')}</span> : <b>{points(score)}</b>}
        </td>
        <td role="cell" data-label={l10n.t('How it came about')}>
          {history.length > 0 && (
            <button
              type="button"
              class="quiet why-score"
              aria-expanded={isOpen}
              aria-controls={why}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />{' '}
              {history.map((step) => points(step.score)).join(' → ')}
            </button>
          )}
        </td>
        {hasSpread && (
          <td role="cell" data-label={l10n.t('Spread of the passes')} class="figure">
            {spread === undefined ? <span class="dim">{l10n.t('none')}</span> : spread.toFixed(2)}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr role="row" class="score-steps" id={why}>
          <td role="cell" colSpan={hasSpread ? 5 : 4}>
            <ol>
              {history.map((step) => (
                <li key={step.seq}>
                  <b>{points(step.score)}</b>{' '}
                  <Link
                    title={l10n.t('Go to the judgment of exchange {0}', step.exchange)}
                    peek={page.atOf(step.seq)}
                    onPress={() => page.jumpToSeq(step.seq)}
                  >
                    {exchangeText(step.exchange)}
                  </Link>{' '}
                  <SeqText page={page} text={step.reasoning} />
                </li>
              ))}
            </ol>
          </td>
        </tr>
      )}
    </>
  );
}
