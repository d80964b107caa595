import * as l10n from '@vscode/l10n';
import { estimateOf, type Estimate, type EstimateRequest } from '../../session/estimate';

/** What a debate may cost and what that rests on, as the review shows it. Undefined where no model takes part. */
export function estimateWords(request: EstimateRequest): { text: string; basis: string[] } | undefined {
  const estimate = estimateOf(request);
  if (estimate === undefined) return undefined;
  const { unpriced, untold, basis } = estimate;
  const missing =
    unpriced.length > 0 && estimate.usd_high > 0
      ? [l10n.t('Not in it, because their price is not known: {0}', unpriced.join(', '))]
      : [];
  const silent =
    untold.length > 0
      ? [l10n.t('{0} tells no usage: what is shown while the debate runs is an estimate', untold.join(', '))]
      : [];
  return { text: amountWords(estimate), basis: [...missing, ...silent, ...basis] };
}

function amountWords({ usd_low: low, usd_high: high, tokens_low: few, tokens_high: many }: Estimate): string {
  const [least, most] = [Math.round(few / 1_000), Math.round(many / 1_000)];
  const tokens = least === most ? l10n.t('{0}k tokens', most) : l10n.t('{0}k to {1}k tokens', least, most);
  if (high === 0) return l10n.t('Estimated use: {0}; no price is known', tokens);
  const [cheapest, dearest] = [low.toFixed(2), high.toFixed(2)];
  return cheapest === dearest
    ? l10n.t('Estimated cost: about ${0} ({1})', dearest, tokens)
    : l10n.t('Estimated cost: ${0} to ${1} ({2})', cheapest, dearest, tokens);
}
