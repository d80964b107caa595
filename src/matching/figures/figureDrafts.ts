import type { FigureTally } from './figureTally';
import { currencyOf, currencyPrefix, gapBefore, isShare, unitAt, type FigureUnit } from './figureUnits';
import { decimalSign, numberWords, numeralAt } from './numerals';
import { matchAt } from '../text/text';
import { matchesOf } from '../text/matches';

/** `[start, end)` of the text, with sign, unit and magnitude. */
export interface FigureDraft extends FigureUnit {
  readonly start: number;
  readonly end: number;
  /** The likeliest first. */
  readonly readings: readonly number[];
  /** 1 without a magnitude. */
  readonly factor: number;
}

const firstDigit = /(?<![\d.\p{L}\ue000])\.\d|\d|[½¼¾⅓⅔⅕⅛⅜⅝⅞]/gu;

export function digitDrafts(text: string, tally: FigureTally): FigureDraft[] {
  const found: FigureDraft[] = [];
  let end = 0;
  const decimals = decimalSign(text);
  for (const { index } of matchesOf(text, firstDigit)) {
    const numeral = index < end ? undefined : numeralAt(text, index, decimals);
    if (numeral === undefined) continue;
    tally.count();
    const { isNegative, ...prefix } = prefixOf(text, end, index);
    const shared = sharedCurrency(text, found.at(-1), { start: prefix.start, end: numeral.end });
    const draft = withSuffix(text, { ...shared, ...prefix, ...numeral, factor: 1 });
    found.push(isNegative ? { ...draft, readings: draft.readings.map((reading) => -reading) } : draft);
    end = draft.end;
  }
  return found;
}

const partBefore = /(?<!\p{L})(?:half|(?:quarter|third|fifth|tenth)\sof)\s$/iu;

/**
 * Figures in English words, with their halves: "three and a half", "half a million". A lone "one" counts only as "one
 * million" or "one percent".
 */
export function wordDrafts(text: string, tally: FigureTally): FigureDraft[] {
  return numberWords(text, tally).flatMap((word) => {
    const half = /^\s+and\s+a\s+half(?!\p{L})/u.exec(text.slice(word.end, word.end + 16))?.[0] ?? '';
    const startsWithArticle = /^an?\s/i.test(text.slice(word.start, word.start + 3));
    const part = startsWithArticle ? partBefore.exec(text.slice(Math.max(0, word.start - 16), word.start)) : null;
    // A quarter of a million is no million, and no number of its own.
    if (part !== null && !/^half/i.test(part[0])) return [];
    const start = word.start - (part?.[0].length ?? 0);
    const readings = [part === null ? word.value + (half === '' ? 0 : 0.5) : word.value / 2];
    const draft = withSuffix(text, { start, end: word.end + half.length, readings, factor: 1 });
    const counts = !word.lone || half !== '' || draft.factor > 1 || isShare(draft.unit);
    return counts ? [draft] : [];
  });
}

/** The currency that both figures of "$3–5m" share. It also shows that the letter is no length. */
function sharedCurrency(
  text: string,
  first: FigureDraft | undefined,
  second: { start: number; end: number },
): FigureUnit {
  if (first?.unit === undefined || isShare(first.unit) || !isRangeSign(text.slice(first.end, second.start))) return {};
  const own = unitAt(text, second.end);
  return own === undefined || own.measure === 'm' ? { unit: first.unit } : {};
}

function isRangeSign(between: string): boolean {
  return /^\s?(?:-|–|—|−|to|through|or)\s?$/.test(between);
}

const sign = String.raw`(?<![\p{L}\p{N}\p{Pd}\ue000)%\]])[-−]|(?<!\p{L})(?:[Mm]inus|[Nn]egative)\s`;
const prefixPattern = new RegExp(`(?<sign>${sign})?(?:${currencyPrefix}[ \\u00a0\\u202f]?(?<inner>[-−])?)?$`, 'u');

const mayEndPrefix = /[-−\s\p{L}\p{Sc}]/u;

/** Nothing before `from` belongs to it. */
function prefixOf(text: string, from: number, index: number): { start: number; isNegative: boolean; unit?: string } {
  if (!mayEndPrefix.test(text.charAt(index - 1))) return { start: index, isNegative: false };
  const match = prefixPattern.exec(text.slice(Math.max(0, index - 16), index));
  const start = index - (match?.[0].length ?? 0);
  if (match === null || start < from) return { start: index, isNegative: false };
  const { sign: outer, inner, currency } = match.groups ?? {};
  const unit = currency === undefined ? {} : { unit: currencyOf(currency) };
  return { start, isNegative: (outer ?? inner) !== undefined, ...unit };
}

const magnitudeWord = new RegExp(
  String.raw`${gapBefore}(?:(?:(hundred|hundert)|(thousand|tsd\.?|tausend|тыс\.?)|(lakhs?)|` +
    String.raw`(million(?:en|s|i)?|millones|millón|mn|mio\.?|mln|млн|миллион(?:а|ов)?|εκατομμύρια)|(crores?)|` +
    String.raw`(billion|mil millones|milliard(?:en|e|s|i)?|bn|mrd\.?|mld|mds?|млрд|миллиард(?:а|ов)?|δισεκατομμύρια)|` +
    String.raw`(trillion|tn|billionen|billones))(?!\p{L})(?:\s(?:de|d['’]))?|(万|萬)|(億|亿)|(兆))`,
  'iuy',
);
const magnitudeLetter = /(?:([kK])|([mM])|([bB])|([tT]))(?![\p{L}\p{N}])/uy;
const factors = [100, 1e3, 1e5, 1e6, 1e7, 1e9, 1e12, 1e4, 1e8, 1e12];
const letterFactors = [1e3, 1e6, 1e9, 1e12];
const endings = /(?:st|nd|rd|th|(?<=0)['’]s|s|x)(?![\p{L}\p{N}])/uy;

/** Extends a figure by an ending, as in "3rd" and "1990s". */
function withSuffix(text: string, draft: FigureDraft): FigureDraft {
  const isMoney = draft.unit !== undefined;
  const { end, factor } = magnitudeAt(text, draft.end, isMoney);
  const ending = matchAt(endings, text, end)?.[0] ?? '';
  // "1990s" is a decade, "30s" half a minute.
  const isDecade = ending.endsWith('s') && /\d{3}0$/.test(text.slice(draft.start, end));
  const unit = isMoney || isDecade ? undefined : unitAt(text, end);
  const readings = draft.readings.map((value) => scale(value, factor));
  return { ...draft, end: end + ending.length, factor, readings, ...unit };
}

/** A letter is a magnitude if it is a capital or money goes before: "5m" alone is a length, "5 K" a temperature. */
function magnitudeAt(text: string, start: number, isMoney: boolean): { end: number; factor: number } {
  let [end, factor] = [start, 1];
  for (let word = matchAt(magnitudeWord, text, end); word !== undefined; word = matchAt(magnitudeWord, text, end)) {
    factor *= factorOf(word, factors);
    end += word[0].length;
  }
  const letter = factor > 1 ? undefined : matchAt(magnitudeLetter, text, isMoney && text[end] === ' ' ? end + 1 : end);
  if (letter === undefined || !(isMoney || /[kKMB]/.test(letter[0]))) return { end, factor };
  return { end: letter.index + letter[0].length, factor: factorOf(letter, letterFactors) };
}

function factorOf(match: RegExpExecArray, values: readonly number[]): number {
  return values[match.slice(1).findIndex((group: string | undefined) => group !== undefined)] ?? 1;
}

/** Without the errors of binary fractions: 1.1 × 1000 is 1100. */
function scale(value: number, factor: number): number {
  const scaled = value * factor;
  return hasFewDigits(scaled, 1e6) ? scaled : Number(scaled.toPrecision(15));
}

/** Whether the number is below a thousand million, and has no more decimals than `unit` has zeros. */
export function hasFewDigits(value: number, unit: number): boolean {
  return Math.abs(value) < 1e9 && Math.round(value * unit) / unit === value;
}

/** Longer than anything between the two ends of a range. */
const farthest = 9;

/** "41–46%" and "between 3 and 5 ms": the first number takes the unit and magnitude of the second. */
export function withRanges(text: string, drafts: readonly FigureDraft[]): FigureDraft[] {
  const found = [...drafts];
  for (let index = found.length - 1; index > 0; index -= 1) {
    const [first, second] = [found[index - 1], found[index]];
    if (first === undefined || second === undefined || !areRange(text, first, second)) continue;
    found[index - 1] = beginning(first, second);
    found[index] = ending(first, second);
  }
  return found;
}

function areRange(text: string, first: FigureDraft, second: FigureDraft): boolean {
  if (second.start - first.end > farthest) return false;
  const between = text.slice(first.end, second.start);
  if (isRangeSign(between)) return true;
  return (
    /^\sand\s$/.test(between) && /\bbetween\s$/i.test(text.slice(Math.max(0, first.start - farthest), first.start))
  );
}

function beginning(first: FigureDraft, second: FigureDraft): FigureDraft {
  const isBare = first.unit === undefined && first.measure === undefined;
  const takesFactor = first.factor === 1 && second.factor > 1;
  const scaled = takesFactor ? first.readings.map((value) => scale(value, second.factor)) : [];
  return {
    ...first,
    ...(isBare && second.unit !== undefined ? { unit: second.unit } : {}),
    ...(isBare && second.measure !== undefined ? { measure: second.measure } : {}),
    // "From 3 to 5 million" may begin at three.
    readings: [...scaled, ...first.readings],
  };
}

/** "2019–21": the second may be a year of the same century. */
function ending(first: FigureDraft, second: FigureDraft): FigureDraft {
  const isBare = second.unit === undefined && second.measure === undefined;
  const [from = 0, to = 0] = [first.readings[0], second.readings[0]];
  const isShortYear = isBare && to >= 10 && to < 100 && Number.isInteger(from) && from >= 1500 && from < 2200;
  return isShortYear ? { ...second, readings: [...second.readings, 100 * Math.floor(from / 100) + to] } : second;
}
