import * as l10n from '@vscode/l10n';
import type { CachedShare, Meter } from '../panel/meter';
import { seatName } from '../../projections/seatName';
import { roundTimeWords } from '../../projections/words';

/** What was spent, in a word: dollars, or tokens where no price is known. Undefined where there is nothing to tell. */
export function spentText(meter: Meter, language?: string): string | undefined {
  if (meter.tokens === 0 && meter.usd === 0) return undefined;
  const text = meter.usd === 0 ? l10n.t('{0} tokens', count(meter.tokens, language)) : dollars(meter.usd, language);
  return meter.usage === 'estimated' ? l10n.t('{0} (estimated)', text) : text;
}

/** The whole meter, a fact a line: for a tooltip. */
export function meterLines(meter: Meter, language?: string, cached: readonly CachedShare[] = []): string[] {
  const { tokens, cachedTokens, usd, usdExpected, usdPace, roundMs = 0, usdBudget, usage } = meter;
  if (tokens === 0 && usd === 0) return [];
  const share = tokens === 0 ? 0 : Math.floor((100 * cachedTokens) / tokens);
  const amount = count(tokens, language);
  const round = roundTimeWords(l10n, roundMs);
  return [
    share === 0
      ? l10n.t('{0} tokens', amount)
      : l10n.t('{0} tokens, {1} % of them from the provider’s cache', amount, share),
    ...(cached.length < 2
      ? []
      : [l10n.t('Read from the cache, of what was sent: {0}', cached.map(shareText).join(', '))]),
    ...(usd === 0 ? [] : [l10n.t('{0} spent', dollars(usd, language))]),
    ...(round === undefined ? [] : [`${round.charAt(0).toUpperCase()}${round.slice(1)}`]),
    ...(usdPace === undefined
      ? []
      : [l10n.t('At this pace {0} to {1}', dollars(usdPace.low, language), dollars(usdPace.high, language))]),
    ...(usdExpected === undefined
      ? []
      : [
          l10n.t(
            '{0} to {1} estimated before the start',
            dollars(usdExpected.low, language),
            dollars(usdExpected.high, language),
          ),
        ]),
    ...(usdBudget === undefined ? [] : [l10n.t('{0} at most', dollars(usdBudget, language))]),
    ...(usage === 'estimated' ? [l10n.t('The provider reports no usage: these are estimates.')] : []),
    ...(usage === 'tokens-only'
      ? [l10n.t('Of a model that is used no price is known: what it costs is left out.')]
      : []),
  ];
}

/** Rounded down: a share that is said must be there. */
const shareText = ({ agent, share }: CachedShare): string =>
  l10n.t('{0} {1} %', agent === undefined ? l10n.t('Debaters') : seatName(l10n, agent), Math.floor(100 * share));

/** 950, 48.1k, 2.3M: as in the panel. */
function count(value: number, language: string | undefined): string {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const format = (some: number): string => numbers.format(some);
  if (value < 1_000) return format(value);
  return value < 999_950 ? l10n.t('{0}k', format(value / 1_000)) : l10n.t('{0}M', format(value / 1_000_000));
}

/** Less than a cent is not nothing. */
function dollars(value: number, language: string | undefined): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  });
  return value > 0 && value < 0.005 ? l10n.t('<{0}', format.format(0.01)) : format.format(value);
}
