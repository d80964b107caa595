import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import type { Head } from '../../shared/protocol';
import { clock, short, usd, usdRange, whole } from '../parts/figures';
import { Rich } from '../parts/rich';

const strong = (value: string | number): ComponentChild => <b>{value}</b>;

/** Round, time, tokens and cost, each left out where there is nothing to say. */
export function Facts({ head, now }: { head: Head; now: number }) {
  const all = [
    { kind: 'round', text: rounds(head) },
    { kind: 'time', text: time(head, now) },
    { kind: 'tokens', text: tokens(head) },
    { kind: 'cost', text: cost(head) },
  ];
  const facts = all.filter(({ text }) => text !== null);
  return (
    <ul class="facts">
      {facts.map(({ kind, text }) => (
        <li key={kind} data-fact={kind}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function rounds(head: Head): ComponentChild {
  if (head.progress !== undefined) return head.progress;
  const { round, minRounds, maxRounds } = head;
  if (maxRounds === 0) return round === 0 ? null : <Rich template={l10n.t('Round {0}')} parts={[strong(round)]} />;
  const range = minRounds === maxRounds ? String(maxRounds) : l10n.t('{0}–{1}', minRounds, maxRounds);
  if (round === 0) return maxRounds === 1 ? l10n.t('1 round') : l10n.t('{0} rounds', range);
  return <Rich template={l10n.t('Round {0} of {1}')} parts={[strong(round), range]} />;
}

function time(head: Head, now: number): ComponentChild {
  const since = head.runningSince === undefined ? 0 : Math.max(0, now - head.runningSince);
  const elapsed = strong(clock(head.activeMs + since));
  if (head.timeBudgetMs === undefined) return elapsed;
  const minutes = whole(head.timeBudgetMs / 60_000);
  return <Rich template={l10n.t('{0} of {1} min')} parts={[elapsed, minutes]} />;
}

function tokens({ tokens: all, cachedTokens, usage }: Head): ComponentChild {
  if (all === 0) return null;
  const amount = strong(short(all));
  // Rounded down: a share that is said must be there.
  const share = Math.floor((100 * cachedTokens) / all);
  const isEstimated = usage === 'estimated';
  if (share === 0)
    return <Rich template={isEstimated ? l10n.t('{0} tokens (estimated)') : l10n.t('{0} tokens')} parts={[amount]} />;
  const template = isEstimated ? l10n.t('{0} tokens · {1} % cached (estimated)') : l10n.t('{0} tokens · {1} % cached');
  return <Rich template={template} parts={[amount, share]} />;
}

/** What was spent, of what was expected, and what it may be at most. Of models without a price nothing is made up. */
function cost({ usd: spent, usdExpected, usdBudget, usage, tokens: all }: Head): ComponentChild {
  if (usage === 'tokens-only' && spent === 0) return all === 0 ? null : l10n.t('no price known');
  if (spent === 0 && usdExpected === undefined && usdBudget === undefined) return null;
  const amount = strong(usage === 'tokens-only' ? l10n.t('at least {0}', usd(spent)) : usd(spent));
  const most = usdBudget === undefined ? '' : usd(usdBudget);
  if (usdExpected === undefined) {
    return usdBudget === undefined ? amount : <Rich template={l10n.t('{0} of at most {1}')} parts={[amount, most]} />;
  }
  const expected = usdRange(usdExpected);
  if (usdBudget === undefined) return <Rich template={l10n.t('{0} of about {1}')} parts={[amount, expected]} />;
  return <Rich template={l10n.t('{0} of about {1}, at most {2}')} parts={[amount, expected, most]} />;
}
