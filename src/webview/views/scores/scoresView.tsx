import * as l10n from '@vscode/l10n';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ArgumentNode } from '../../../projections/formats/argumentGraph';
import type { Scores } from '../../../shared/protocol';
import { SeqText, Link } from '../../feed/seqLink';
import type { Page } from '../../page';
import { points, whole } from '../../parts/figures';
import { Icon, Options } from '../../parts/elements';
import { Live, type Saying, useSaying } from '../../parts/live';
import { SideBadge } from '../sideBadge';
import { exchangeText, sideColour, sideText } from '../words';
import { extentOf } from './chartScale';
import { ordered, orders, type Order } from './order';
import { ScoresChart } from './scoresChart';

export function ScoresView({ page, scores }: { page: Page; scores: Scores }) {
  const saying = useJudgments(scores);
  return (
    <div class="view-scroll in-column">
      {scores.exchanges.length === 0 ? (
        <p class="view-empty">
          {scores.arguments.length === 0
            ? l10n.t('There are no arguments yet: both sides open with three each, which the Judge then scores.')
            : l10n.t('Nothing is scored yet: the Judge comes when both sides of the exchange have spoken.')}
        </p>
      ) : (
        <>
          <Totals scores={scores} />
          <ScoresChart page={page} scores={scores} />
        </>
      )}
      {scores.arguments.length > 0 && <ScoresTable page={page} scores={scores} />}
      <Live saying={saying} />
    </div>
  );
}

/** What one side has, the other has not: one bar for both. */
function Totals({ scores }: { scores: Scores }) {
  const { proposition, opposition } = scores.totals;
  const extent = extentOf(scores);
  // Half the bar is the extent; the Proposition stands on the left.
  const share = Math.min(50, (Math.abs(proposition) / extent) * 50);
  const isAhead = proposition >= 0;
  return (
    <section class="totals" aria-label={l10n.t('Totals')}>
      <p class="totals-words">
        <span class={`total ${sideColour('proposition')}`}>
          <SideBadge side="proposition" /> {sideText('proposition')} <b>{points(proposition)}</b>
        </span>
        <span class={`total ${sideColour('opposition')}`}>
          <b>{points(opposition)}</b> {sideText('opposition')} <SideBadge side="opposition" />
        </span>
      </p>
      <svg
        class="totals-bar"
        width="100%"
        height="14"
        viewBox="0 0 100 14"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="totals-ground" x="0" y="2" width="100" height="10" />
        <rect
          class={`totals-fill ${sideColour(isAhead ? 'proposition' : 'opposition')}`}
          x={isAhead ? 50 - share : 50}
          y="2"
          width={share}
          height="10"
        />
        <rect class="totals-middle" x="49.8" y="0" width="0.4" height="14" />
      </svg>
      <p class="dim">{leadText(scores)}</p>
    </section>
  );
}

function leadText({ totals, exchanges, lead }: Scores): string {
  const last = exchanges.at(-1)?.exchange ?? 0;
  if (lead === undefined) return l10n.t('Who leads is not known, as a line or a judgment of the log cannot be read');
  const after =
    exchanges.length === 1
      ? l10n.t('after one judged exchange: {0}', exchangeText(last))
      : l10n.t('after {0} judged exchanges, last: {1}', exchanges.length, exchangeText(last));
  if (lead === 'even') return l10n.t('Level {0}', after);
  return l10n.t(
    '{0} leads by {1} points {2}',
    sideText(lead),
    Math.abs(totals.proposition - totals.opposition).toFixed(2),
    after,
  );
}

/** A judgment that comes is said to those who do not see the bar move. */
function useJudgments(scores: Scores): Saying {
  const before = useRef(scores);
  const [saying, say] = useSaying();
  useEffect(() => {
    const { exchanges } = before.current;
    before.current = scores;
    const last = scores.exchanges.at(-1);
    if (last === undefined || scores.exchanges.length === exchanges.length) return;
    say(
      l10n.t(
        '{0} is judged: Proposition {1}, Opposition {2}.',
        exchangeText(last.exchange),
        points(last.proposition),
        points(last.opposition),
      ),
    );
  }, [scores]);
  return saying;
}

/** Rows at first; a debate may have thousands. */
const shownFirst = 100;

const orderTexts = (): Record<Order, string> => ({
  record: l10n.t('In the order of the debate'),
  highest: l10n.t('Highest score first'),
  lowest: l10n.t('Lowest score first'),
  moved: l10n.t('Most moved first'),
});

function ScoresTable({ page, scores }: { page: Page; scores: Scores }) {
  const [order, setOrder] = useState<Order>('record');
  const [isWhole, setWhole] = useState(false);
  const all = ordered(scores.arguments, order);
  const shown = isWhole ? all : all.slice(0, shownFirst);
  const hasSpread = scores.arguments.some(({ history }) => history.some(({ spread }) => spread !== undefined));
  return (
    <section class="scores-list" aria-label={l10n.t('Arguments')}>
      <p class="scores-order">
        {l10n.t('{0} arguments', whole(all.length))}{' '}
        <select
          class="select"
          aria-label={l10n.t('Order of the arguments')}
          value={order}
          onChange={(event) => setOrder(orders.find((one) => one === event.currentTarget.value) ?? 'record')}
        >
          <Options options={orders.map((one) => ({ value: one, label: orderTexts()[one] }))} />
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

function ArgumentRow({ page, argument, hasSpread }: { page: Page; argument: ArgumentNode; hasSpread: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { id, side, exchange, seq, title, score, history, redacted } = argument;
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
          {redacted ? <span class="dim">{l10n.t('struck from the record')}</span> : title}
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
                    title={l10n.t('Go to the judgment: {0}', exchangeText(step.exchange))}
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
