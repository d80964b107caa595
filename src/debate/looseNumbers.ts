import type { FigureTally } from './figureTally';
import type { MatchGroups } from './numerals';

/** A number that a source writes in forms that no claim is held to; `[start, end)` of the text. */
export interface LooseNumber {
  readonly start: number;
  readonly end: number;
  readonly values: readonly number[];
}

const parts: Readonly<Record<string, number>> = {
  half: 2,
  halves: 2,
  third: 3,
  quarter: 4,
  fifth: 5,
  sixth: 6,
  eighth: 8,
  tenth: 10,
};
const counts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const fraction = new RegExp(
  String.raw`(?<!\p{L})(?:(?<count>a|an|${counts.join('|')})[- ])?(?<part>half|halves|(?:third|quarter|fifth|sixth|eighth|tenth)s?)(?!\p{L})`,
  'giu',
);
const dozen = /(?<!\p{L})(?:(?<count>a|half a|two|three|four|five|\d{1,3}) )?dozen(?!\p{L})/giu;

const ordinals = [
  ...'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth'.split(
    ' ',
  ),
  ...'fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' '),
];
const tens = ['twent', 'thirt', 'fort', 'fift', 'sixt', 'sevent', 'eight', 'ninet'];
const ordinalWord = new RegExp(
  String.raw`(?<!\p{L})(?:(?<tens>${tens.join('|')})y[- ])?(?<last>${ordinals.join('|')}|(?:${tens.join('|')})ieth)(?!\p{L})`,
  'giu',
);

/** English ordinals in words, with the noun that follows. */
export const ordinalsIn = (text: string): { place: number; of: string }[] =>
  Array.from(text.matchAll(ordinalWord), ({ index, 0: { length }, groups }) => ({
    place: ordinalOf(groups?.['tens'], groups?.['last'] ?? ''),
    of: /^[\s-](\p{L}+)/u.exec(text.slice(index + length, index + length + 32))?.[1] ?? '',
  }));

function ordinalOf(before: string | undefined, last: string): number {
  const [ten, word] = [before?.toLowerCase() ?? '', last.toLowerCase()];
  const round = word.endsWith('ieth') ? 10 * (2 + tens.indexOf(word.slice(0, -4))) : 1 + ordinals.indexOf(word);
  return (ten === '' ? 0 : 10 * (2 + tens.indexOf(ten))) + round;
}

/**
 * Words for small numbers in other languages, except those that are other words in English ("once", "cent", "sept").
 */
const foreign: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'zwei deux',
    'drei trois tres',
    'vier quatre cuatro',
    'fünf cinq cinco',
    'sechs seis',
    'sieben siete',
    'acht huit ocho',
    'neun neuf nueve',
    'zehn diez',
    '',
    'zwölf douze doce',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, index + 2] as const)),
);
const foreignWord = new RegExp(
  String.raw`(?<!\p{L})(?:${Object.keys(foreign)
    .filter((word) => word !== '')
    .join('|')})(?!\p{L})`,
  'giu',
);

/**
 * Fractions, dozens and small numbers of other languages in words. They prove a claim's figure ("3/4", "½", "12", "three") but
 * are no figures of a claim: "half of them" may round, and nobody is held to it.
 */
export function looseNumbers(text: string, tally: FigureTally): LooseNumber[] {
  const found = (pattern: RegExp, valuesOf: (match: RegExpExecArray) => readonly number[]): LooseNumber[] =>
    Array.from(tally.matches(text, pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      values: valuesOf(match),
    }));
  return [
    ...found(fraction, (match) => fractionValues(match.groups ?? {})),
    ...found(dozen, ({ groups }) => [12 * countOf(groups?.count)]),
    ...found(foreignWord, ([word]) => [foreign[word.toLowerCase()] ?? Number.NaN]),
  ];
}

/** A part of a whole in words: "half", "three quarters of a million". */
export interface Fraction {
  readonly part: number;
  /** The noun that follows. */
  readonly of: string;
}

export const fractionsIn = (text: string): Fraction[] =>
  Array.from(text.matchAll(fraction), ({ index, 0: { length }, groups = {} }) => ({
    part: fractionValues(groups)[0] ?? Number.NaN,
    of: /^[\s-](?:of\s)?(?:an?\s|the\s)?(\p{L}+)/u.exec(text.slice(index + length, index + length + 32))?.[1] ?? '',
  }));

function fractionValues({ count, part = '' }: MatchGroups): number[] {
  const of = parts[part.toLowerCase()] ?? parts[part.toLowerCase().replace(/s$/, '')] ?? Number.NaN;
  const number = countOf(count);
  return number === 1 ? [1 / of] : [number / of, number, of];
}

function countOf(written: string | undefined): number {
  const word = written?.toLowerCase() ?? 'a';
  if (word === 'half a') return 0.5;
  if (/^\d/.test(word)) return Number(word);
  return Math.max(1, counts.indexOf(word) + 1);
}
