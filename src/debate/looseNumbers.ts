import type { FigureTally } from './figureTally';

/** A number that a source writes in other words than a claim is held to; `[start, end)` of the text. */
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

/** Words for small numbers in other languages, without those that are other words in English ("once", "cent", "sept"). */
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

type Groups = Readonly<Record<string, string | undefined>>;

function fractionValues({ count, part = '' }: Groups): number[] {
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
