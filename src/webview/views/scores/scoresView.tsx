import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { Scores } from '../../../shared/protocol';
import type { Page } from '../../page';
import { points } from '../../parts/figures';
import { Live, useSaying } from '../../parts/live';
import { exchangeText, sideColour, sideText } from '../words';
import { SideBadge } from '../sideBadge';
import { extentOf } from './chartScale';
import { ScoresChart } from './scoresChart';
import { ScoresTable } from './scoresTable';

/** Who leads, how it came about, and what each argument is worth. */
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

function leadText({ totals, exchanges }: Scores): string {
  const last = exchanges.at(-1)?.exchange ?? 0;
  const lead = Math.abs(totals.proposition - totals.opposition);
  if (lead < 0.005)
    return l10n.t('Level after {0} judged exchanges, the last of them exchange {1}', exchanges.length, last);
  const side = sideText(totals.proposition > totals.opposition ? 'proposition' : 'opposition');
  return l10n.t(
    '{0} leads by {1} points after {2} judged exchanges, the last of them exchange {3}',
    side,
    lead.toFixed(2),
    exchanges.length,
    last,
  );
}

/** A judgment that comes is said to those who do not see the bar move. */
function useJudgments(scores: Scores): Parameters<typeof Live>[0]['saying'] {
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
