import { datesIn, type DateFigure } from './figureDates';
import { withoutNames } from './figureMask';
import { agree, currencyOf, currencyPrefix, unitAt, type FigureUnit } from './figureUnits';
import { numberWords } from './numberWords';
import { numeralAt } from './numerals';

/**
 * A figure of a text; `raw` is `text.slice(start, end)` (UTF-16) with its sign, unit and magnitude.
 *
 * `value` is the likeliest of `readings`: "1.234" may be 1.234 or 1234. A date's value is year × 10000 + month × 100 + day
 * with 0 for what is not given, a time's is minutes since midnight.
 */
export interface Figure {
  readonly kind: 'number' | 'percent' | 'currency' | 'date' | 'time';
  readonly value: number;
  readonly readings: readonly number[];
  /** `%`, a currency code, or `$` or `¥` where the text says no more. */
  readonly unit: string | undefined;
  /** A unit of measure in its canonical form, such as `ms` or `GB`. */
  readonly measure: string | undefined;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

interface Draft extends FigureUnit {
  readonly start: number;
  readonly end: number;
  readonly readings: readonly number[];
  /** What a magnitude word multiplied the digits by. */
  readonly factor: number;
}

/**
 * The figures of a text, in order: numbers in digits and English words, percentages, amounts of money, dates and times.
 * Both ends of a range are figures of its unit. Digits in names (`p95`, `HTTP/2`, `v1.2.3`, files, links), references to
 * entries (`seq 12`), list markers and a lone "one" or "zero" are none.
 */
export function figuresIn(text: string): Figure[] {
  const masked = withoutNames(text);
  const dates = datesIn(masked);
  const rest = blanked(masked, dates);
  const words = numberWords(rest).flatMap((word) => wordDraft(rest, word));
  const drafts = [...digitDrafts(blanked(rest, words)), ...words].sort((one, other) => one.start - other.start);
  const numbers = withRanges(rest, drafts).map((draft) => numberFigure(text, draft));
  return [...dates.map((date) => dateFigure(text, date)), ...numbers].sort((one, other) => one.start - other.start);
}

function blanked(text: string, spans: readonly { start: number; end: number }[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(copied, start), '\ue000'.repeat(end - start));
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

function dateFigure(text: string, { kind, start, end, readings }: DateFigure): Figure {
  const raw = text.slice(start, end);
  return { kind, value: readings[0] ?? 0, readings, unit: undefined, measure: undefined, raw, start, end };
}

function numberFigure(text: string, { start, end, readings, unit, measure }: Draft): Figure {
  const kind = unit === undefined ? 'number' : unit === '%' ? 'percent' : 'currency';
  return { kind, value: readings[0] ?? 0, readings, unit, measure, raw: text.slice(start, end), start, end };
}

function digitDrafts(text: string): Draft[] {
  const found: Draft[] = [];
  let end = 0;
  for (const { index } of text.matchAll(/(?<![\d.])\.\d|\d/g)) {
    if (index < end) continue;
    const numeral = numeralAt(text, index);
    if (numeral === undefined) continue;
    const prefix = prefixOf(text, end, index);
    const draft = withSuffix(text, { ...prefix, ...numeral, factor: 1 });
    end = draft.end;
    if (draft.readings.length > 0) {
      found.push({ ...draft, readings: draft.readings.map((reading) => (prefix.isNegative ? -reading : reading)) });
    }
  }
  return found;
}

function wordDraft(text: string, word: { start: number; end: number; value: number; lone: boolean }): Draft[] {
  const half = /^\s+and\s+a\s+half(?!\p{L})/u.exec(text.slice(word.end, word.end + 16))?.[0];
  const [end, value] = half === undefined ? [word.end, word.value] : [word.end + half.length, word.value + 0.5];
  const draft = withSuffix(text, { start: word.start, end, readings: [value], factor: 1 });
  const counts = !word.lone || half !== undefined || draft.factor > 1 || draft.unit === '%';
  return counts ? [draft] : [];
}

const sign = String.raw`(?<![\p{L}\p{N}\ue000)%\]][ ]?)[-−]|(?<![^\s([])[-−]|(?<!\p{L})(?:minus|negative)\s`;
const prefixPattern = new RegExp(`(?<sign>${sign})?(?:${currencyPrefix} ?(?<inner>[-−])?)?$`, 'iu');

/** The sign and the currency right before a number. */
function prefixOf(text: string, from: number, index: number): { start: number; isNegative: boolean; unit?: string } {
  const match = prefixPattern.exec(text.slice(Math.max(from, index - 16), index));
  const { sign: outer, inner, currency } = match?.groups ?? {};
  const start = index - (match?.[0].length ?? 0);
  const unit = currency === undefined ? {} : { unit: currencyOf(currency) };
  return { start, isNegative: (outer ?? inner) !== undefined, ...unit };
}

const magnitudeWord = /[\s-]?(?:(hundred)|(thousand)|(million|mn|mio)|(billion|bn|mrd)|(trillion|tn))(?!\p{L})/iuy;
/** A capital, or any after a currency; "5m" alone is a length, "5 K" a temperature. */
const magnitudeLetter = /(?:([kK])|([mM])|([bB])|([tT]))(?![\p{L}\p{N}])/uy;
const factors = [100, 1e3, 1e6, 1e9, 1e12];

/** The draft with its magnitude and unit, and the endings of "3rd" and "1990s". */
function withSuffix<T extends Draft>(text: string, draft: T): T {
  let { end, factor } = draft;
  for (let word = matchAt(magnitudeWord, text, end); word !== undefined; word = matchAt(magnitudeWord, text, end)) {
    factor *= factorOf(word, factors);
    end += word[0].length;
  }
  const isMoney = draft.unit !== undefined;
  const letter = factor > 1 ? undefined : matchAt(magnitudeLetter, text, isMoney && text[end] === ' ' ? end + 1 : end);
  if (letter !== undefined && (isMoney || /[kKMB]/.test(letter[0]))) {
    factor = factorOf(letter, factors.slice(1));
    end = letter.index + letter[0].length;
  }
  const ending = matchAt(/(?:st|nd|rd|th|s|x)(?![\p{L}\p{N}])/uy, text, end)?.[0] ?? '';
  const unit = isMoney ? undefined : unitAt(text, end);
  // "1990s" is a decade, "30s" half a minute.
  const isDecade = ending === 's' && /\d{3}0$/.test(text.slice(draft.start, end));
  const scaled = { ...draft, end: end + ending.length, factor, readings: draft.readings.map((value) => scale(value, factor)) };
  if (unit === undefined || isDecade) return scaled;
  return { ...scaled, ...unit };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

function factorOf(match: RegExpExecArray, values: readonly number[]): number {
  return values[match.slice(1).findIndex((group) => group !== undefined)] ?? 1;
}

/** Without the errors of binary fractions: 1.1 × 1000 is 1100. */
function scale(value: number, factor: number): number {
  return Number((value * factor).toPrecision(15));
}

const rangeSign = /^\s?(?:-|–|—|−|to|through)\s?$/;
const alternative = /^\s(?:or|and)\s$/;

/** Gives the first number of "41–46%", "3 to 5 million" and "$3–5" what it shares with the second, and the reverse. */
function withRanges(text: string, drafts: readonly Draft[]): Draft[] {
  const found = [...drafts];
  for (let index = found.length - 1; index > 0; index -= 1) {
    const [first, second] = [found[index - 1], found[index]];
    if (first === undefined || second === undefined || second.start - first.end > 9) continue;
    if (!areRange(text, first, second)) continue;
    const [one, other] = sharing(first, second);
    found[index - 1] = one;
    found[index] = other;
  }
  return found;
}

function areRange(text: string, first: Draft, second: Draft): boolean {
  const between = text.slice(first.end, second.start);
  if (rangeSign.test(between)) return true;
  if (!alternative.test(between)) return false;
  return between.includes('or') || /\bbetween\s(?:[\p{Sc}]\s?)?$/iu.test(text.slice(Math.max(0, first.start - 10), first.start + 1).replace(/\d$/, ''));
}

function sharing(first: Draft, second: Draft): [Draft, Draft] {
  const isBare = first.unit === undefined && first.measure === undefined;
  const takesFactor = first.factor === 1 && second.factor > 1;
  const scaled = takesFactor ? first.readings.map((value) => scale(value, second.factor)) : [];
  const one: Draft = {
    ...first,
    ...(isBare && second.unit !== undefined ? { unit: second.unit } : {}),
    ...(isBare && second.measure !== undefined ? { measure: second.measure } : {}),
    // "From 3 to 5 million" may begin at three.
    readings: [...scaled, ...first.readings],
  };
  const takesCurrency = second.unit === undefined && second.measure === undefined && first.unit !== undefined && first.unit !== '%';
  const year = first.readings[0] ?? 0;
  const isShortYear = second.readings[0] !== undefined && second.readings[0] < 100 && year >= 1500 && year < 2200;
  const readings = isShortYear ? [...second.readings, 100 * Math.floor(year / 100) + (second.readings[0] ?? 0)] : second.readings;
  return [one, { ...second, ...(takesCurrency ? { unit: first.unit } : {}), readings }];
}

const decrease =
  /\b(?:fell|fall(?:s|en|ing)?|drop(?:s|ped)?|declin\w+|decreas\w+|los[ets]\w*|loss\w*|lower\w*|reduc\w+|shr[iau]nk\w*|cut|down|negative|minus|below|deficit)\b/i;

/**
 * Rule 24: the figures of the claim that do not stand in the source with the same value, under any reading, and an agreeing
 * unit. A percentage has to be one there; money is of the same currency and a measure the same if both sides name one.
 * "Fell by 5 %" finds "−5 %".
 */
export function missingFigures(claim: string, source: string): Figure[] {
  const claimed = figuresIn(claim);
  if (claimed.length === 0) return [];
  const standing = Map.groupBy(evidence(source), (figure) => key(figure.value));
  const mayDropSign = decrease.test(claim);
  const stands = (figure: Figure) =>
    figure.readings.some((reading) =>
      [reading, ...(mayDropSign ? [-reading] : [])].some((value) =>
        standing.get(key(value))?.some((other) => sameKind(figure, other) && agree(bare(figure), bare(other))),
      ),
    );
  return claimed.filter((figure) => !stands(figure));
}
