import type { FigureTally } from './figureTally';
import { matchAt } from '../text/text';

/** `[start, end)` of the text. */
interface Numeral {
  readonly end: number;
  /** The likeliest first: "1.234" is 1.234 or 1234. */
  readonly readings: readonly number[];
}

const groupSigns = ",.'’ \\u00a0\\u2007\\u2009\\u202f";
const numeral = new RegExp(
  [
    String.raw`(?<vulgar>(?:\d{1,6}[ \u2009\u202f]?)?[½¼¾⅓⅔⅕⅛⅜⅝⅞])`,
    String.raw`(?<grouped>\d{1,3}(?<group>[${groupSigns}])\d{3}(?:\k<group>\d{3}){0,6})(?<fraction>(?!\k<group>)[.,]\d+)?(?!\d)`,
    String.raw`(?<indian>\d{1,2}(?:,\d{2}){1,6},\d{3}(?:\.\d+)?)(?!\d)`,
    String.raw`(?<plain>\d+\.\d+|\d{1,3},\d+|\d+,\d{1,2}(?!\d)|\d+|\.\d+)`,
  ].join('|'),
  'uy',
);
const power = String.raw`(?:(?:\^|\*\*)(?<power>[-−]?\d{1,2})(?!\d)|(?<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,2}))`;
const exponent = new RegExp(String.raw`[eE](?<written>[-+]?\d{1,2})(?![\p{L}\d])|\s?[×x·⋅*]\s?10${power}`, 'uy');
const powerOfTen = new RegExp(power, 'uy');

type DecimalSign = '.' | ',';

const clearSigns: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /(?<![\d.,])(?:\d{1,3}(?:,\d{3})+\.\d|\d{1,3}(?:,\d{3}){2,}(?![\d,])|\d+\.\d{1,2}(?![\d.,]))/g,
  ',': /(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+,\d|\d{1,3}(?:\.\d{3}){2,}(?![\d.])|\d+,\d{1,2}(?![\d.,]))/g,
};
/** Words that every text of a language contains. */
const commonWords: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /(?<!\p{L})(?:the|of|and|is|was|were|with|that|are|there|has|have|from|for)(?!\p{L})/giu,
  ',': /(?<!\p{L})(?:der|das|und|ist|von|für|nicht|wurden?|les|des|du|sont|une|dans|pour|los|las|del|por|gli|che|sono|uma|het|een|och|som)(?!\p{L})/giu,
};

/** The decimal sign of the text's own numbers, else of its language. */
export function decimalSign(text: string): DecimalSign | undefined {
  const start = text.slice(0, longestSample);
  return clearer(start, clearSigns) ?? clearer(start, commonWords, namesInEnglish);
}

const longestSample = 200_000;
/** Los Angeles and Las Vegas are in English texts, too. */
const namesInEnglish = 2;

function clearer(text: string, patterns: Readonly<Record<DecimalSign, RegExp>>, chance = 0): DecimalSign | undefined {
  const [stops, commas] = [text.match(patterns['.'])?.length ?? 0, text.match(patterns[','])?.length ?? 0];
  if (stops >= 2 * commas && stops > 0) return '.';
  return commas >= 2 * stops && commas > chance ? ',' : undefined;
}

/** Reads the numeral with its thousands separators, decimals and power of ten. */
export function numeralAt(text: string, index: number, sign?: DecimalSign): Numeral | undefined {
  const cell = cellAt(text, index);
  if (cell !== undefined) {
    const found = matchAt(numeral, cell, 0)?.groups;
    return found === undefined ? undefined : { end: index + cell.length, readings: readingsOf(found, sign) };
  }
  const match = matchAt(numeral, text, index);
  if (match?.groups === undefined) return undefined;
  const end = index + match[0].length;
  const raised = match[0] === '10' ? matchAt(powerOfTen, text, end) : undefined;
  if (raised?.groups !== undefined) {
    return { end: end + raised[0].length, readings: [Number(`1e${exponentOf(raised.groups)}`)] };
  }
  const readings = readingsOf(match.groups, sign);
  const times = matchAt(exponent, text, end);
  if (times?.groups === undefined) return { end, readings };
  const by = exponentOf(times.groups);
  return { end: end + times[0].length, readings: readings.map((reading) => Number(`${reading}e${by}`)) };
}

/** A longer run is a list. */
const run = /\d+(?:[.,]\d+){1,9}/y;
/** Accepts the common or the Indian grouping; or full stops and a decimal comma. */
const fitting = /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+)$/;

/**
 * Commas separate cells if the groups do not fit ("9,5,2027", "38,4.5"), or if a further comma without a space is next
 * to a decimal one, as in the row "deck,21,2027".
 */
function cellAt(text: string, index: number): string | undefined {
  const digits = matchAt(run, text, index)?.[0];
  const comma = digits?.indexOf(',') ?? -1;
  if (digits === undefined || comma < 0) return undefined;
  const isBroken = /\d,$/.test(text.slice(Math.max(0, index - 2), index));
  const isNumber = fitting.test(digits) || (/^\d+,\d+$/.test(digits) && !isInRow(text, index, index + digits.length));
  return isNumber && !isBroken ? undefined : digits.slice(0, comma);
}

/** Right before or after, without a space. Dates are blanked earlier. */
export const isInRow = (text: string, start: number, end: number): boolean =>
  text[start - 1] === ',' || /^,["']?[-+.]?[\p{L}\p{N}\ue000]/u.test(text.slice(end, end + 4));

export type MatchGroups = Readonly<Record<string, string | undefined>>;

function exponentOf({ written, power: ascii, raised }: MatchGroups): string {
  if (raised === undefined) return (written ?? ascii ?? '0').replace('−', '-');
  return raised.normalize('NFKC').replace('−', '-');
}

const fractions: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅕': 1 / 5,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};

function readingsOf({ vulgar, grouped, group, fraction, indian, plain }: MatchGroups, sign?: DecimalSign): number[] {
  if (vulgar !== undefined) return [Number(vulgar.slice(0, -1)) + (fractions[vulgar.slice(-1)] ?? 0)];
  if (indian !== undefined) return [Number(indian.replace(/,/g, ''))];
  if (grouped === undefined || group === undefined) return [decimal(plain ?? '')];
  const whole = grouped.split(group).join('');
  if (fraction !== undefined) return [decimal(whole + fraction)];
  const canBeDecimal = (group === '.' || group === ',') && grouped.split(group).length === 2;
  if (!canBeDecimal) return [Number(whole)];
  if (grouped.startsWith('0')) return [decimal(grouped)];
  if (sign !== undefined) return group === sign ? [decimal(grouped)] : [Number(whole)];
  return group === '.' ? [decimal(grouped), Number(whole)] : [Number(whole), decimal(grouped)];
}

function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}

const small = [
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' '),
  ...'sixteen seventeen eighteen nineteen'.split(' '),
];
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const below100 = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
]);
const magnitudes: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
const anyWord = [...below100.keys(), ...magnitudes.keys()].sort((one, other) => other.length - one.length).join('|');
const wordRun = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:an?\s+(?=(?:${[...magnitudes.keys()].join('|')})(?!\p{L})))?(?:${anyWord})(?!\p{L})(?:(?:\s+|-)(?:and\s+)?(?:${anyWord})(?!\p{L}))*`,
  'giu',
);

/** `lone`: "one" or "zero" and nothing more. */
interface WordNumber {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly lone: boolean;
}

/** Numbers in English words: "twenty-one", "a hundred and five". */
export function numberWords(text: string, tally: FigureTally): WordNumber[] {
  return [...tally.matches(text, wordRun)].flatMap((match) => split(match[0], match.index, tally));
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly afterAnd: boolean;
}

/** "Two three" is two numbers, "two and three" as well. */
function split(text: string, offset: number, tally: FigureTally): WordNumber[] {
  const words: Word[] = Array.from(tally.matches(text, /(and\s+)?(\p{L}+)/giu), (match) => {
    const end = offset + match.index + match[0].length;
    const word = (match[2] ?? '').toLowerCase();
    return { text: word, start: end - word.length, end, afterAnd: match[1] !== undefined };
  });
  const found: WordNumber[] = [];
  let open: { number: Accumulator; start: number; end: number; count: number } | undefined;
  for (const word of words) {
    if (open?.number.takes(word) !== true) {
      if (open !== undefined) found.push(closed(open));
      open = { number: new Accumulator(), start: word.start, end: word.end, count: 0 };
    }
    open.number.add(word);
    open.end = word.end;
    open.count += 1;
  }
  if (open !== undefined) found.push(closed(open));
  // A magnitude without a number before it is vague: "several hundred".
  return found.filter((number) => !Number.isNaN(number.value));
}

function closed({ number, start, end, count }: { number: Accumulator; start: number; end: number; count: number }) {
  return { start, end, value: number.value, lone: count === 1 && number.value < 2 };
}

class Accumulator {
  #total = 0;
  /** Value that the next thousand, million or billion multiplies. */
  #current = Number.NaN;
  #last = 0;
  #lastMagnitude = Number.POSITIVE_INFINITY;

  get value(): number {
    return Number.isNaN(this.#current) && this.#total > 0 ? this.#total : this.#total + this.#current;
  }

  takes(word: Word): boolean {
    const magnitude = magnitudes.get(word.text);
    if (magnitude !== undefined)
      return !word.afterAnd && (magnitude === 100 ? this.#current < 100 : magnitude < this.#lastMagnitude);
    const value = below100.get(word.text);
    if (value === undefined) return false;
    if (this.#last >= 100) return value > 0;
    return !word.afterAnd && this.#last >= 20 && value > 0 && value < 10;
  }

  add(word: Word): void {
    const magnitude = magnitudes.get(word.text);
    if (magnitude === undefined) {
      const value = below100.get(word.text) ?? 1;
      this.#current = (Number.isNaN(this.#current) ? 0 : this.#current) + value;
      this.#last = value;
      return;
    }
    this.#last = magnitude;
    if (magnitude === 100) this.#current *= 100;
    else {
      this.#total += this.#current * magnitude;
      this.#current = Number.NaN;
      this.#lastMagnitude = magnitude;
    }
  }
}
