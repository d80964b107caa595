import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import { plainLine, capitalised } from '../../matching/text/shortText';
import type { DebateState } from '../../debate/fold/state';
import { sentences } from '../../matching/text/text';
import { stageOf } from '../../projections/formats/registry';
import { seatName } from '../../projections/seatName';
import { positionOf } from '../../projections/status';
import { stageTitle, roundTimeWords } from '../../projections/words';
import type { Working } from '../../shared/protocol';
import { meterOf, type CachedShare, type Meter } from './meter';

interface RunningDebate {
  /** Undefined until its record was read. */
  state: DebateState | undefined;
  ending: 'pausing' | 'stopping' | undefined;
  working: readonly Working[];
  asked?: string | undefined;
  language?: string;
}

/** `Round 2 of 3–8 · sre is writing · $0.21`. */
export function runText({ state, ending, working, asked, language }: RunningDebate): string {
  if (asked !== undefined && ending === undefined) return l10n.t('{0}, it is your turn', seatName(l10n, asked));
  const place = state === undefined ? l10n.t('Debate is running') : stepText(state);
  const doing = ending === undefined ? workText(working) : endingText(ending);
  const spent = state && spentText(meterOf(state), language);
  return [place, doing, spent].filter((part) => part !== undefined).join(' · ');
}

function stepText(state: DebateState): string {
  const { phase, round } = positionOf(state);
  const format = state.setup?.format;
  const stage = stageOf({ format, phase, round }) ?? { code: 'setup' };
  const title = stageTitle(l10n, stage);
  if (phase === 'awaiting_arguments') return l10n.t('{0}: arguments', title);
  if (phase === 'awaiting_judgment') return l10n.t('{0}: judgment', title);
  // Of how many, its sides may not know, and a person may sit there.
  return stage.code !== 'round' || formatNamed(format)?.hidesRounds
    ? title
    : l10n.t('{0} of {1}', title, limitsText(state));
}

const limitsText = ({ limits: { min_rounds: min, max_rounds: max } }: DebateState): string =>
  min >= max ? String(max) : `${min}–${max}`;

/** Who is at it; those who check sources beside the debate are named only where nobody else is at work. */
function workText(working: readonly Working[]): string | undefined {
  const isBeside = ({ step }: Working): boolean => step.startsWith('verify/');
  const [first] = [...working].sort((a, b) => Number(isBeside(a)) - Number(isBeside(b)));
  if (first === undefined) return undefined;
  if (first.waiting === undefined) return `${first.agent} ${first.words}`;
  const reason = plainLine(first.waiting.reason);
  // What the provider says of it stands in the panel.
  const said = (sentences(reason)[0]?.text ?? reason).replace(/(?<![.…])[.…]+$/, '');
  return l10n.t('{0} waits: {1}', first.agent, said);
}

function endingText(ending: 'pausing' | 'stopping'): string {
  return ending === 'pausing' ? l10n.t('pausing after this step') : l10n.t('stopping');
}

/** Undefined where there is nothing to tell. */
export function spentText(meter: Meter, language?: string): string | undefined {
  if (meter.tokens === 0 && meter.usd === 0) return undefined;
  const text = meter.usd === 0 ? l10n.t('{0} tokens', count(meter.tokens, language)) : dollars(meter.usd, language);
  return meter.usage === 'estimated' ? l10n.t('{0} (estimated)', text) : text;
}

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
    ...(round === undefined ? [] : [capitalised(round)]),
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
function shareText({ agent, model, share }: CachedShare): string {
  const name = agent === undefined ? l10n.t('Debaters') : seatName(l10n, agent);
  return l10n.t('{0} {1} %', model === undefined ? name : l10n.t('{0} ({1})', name, model), Math.floor(100 * share));
}

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
