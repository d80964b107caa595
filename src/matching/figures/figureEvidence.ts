import { matchesOf } from '../text/matches';
import { hasFewDigits } from './figureDrafts';
import type { Figure } from './figures';
import type { FigureTally } from './figureTally';
import type { FigureUnit } from './figureUnits';
import { isInRow, type MatchGroups } from './numerals';

/** Each is compared with all values that are asked for. */
const stepsPerFigure = 10;

type EvidenceKind = 'number' | 'date' | 'time';

interface FigureProof {
  readonly units: FigureUnit;
  readonly figure: Figure;
}

/**
 * What the figures of a source prove in all their readings, and what they imply: a date its year, "41, 43 and 46%"
 * three percentages. Looked up on demand: a source may have half a million, a claim needs two.
 */
export class FigureEvidence {
  readonly #loose: readonly LooseNumber[];
  readonly #asked = {
    number: new Map<number, FigureProof[]>(),
    date: new Map<number, FigureProof[]>(),
    time: new Map<number, FigureProof[]>(),
  };

  /** @throws TooComplex */
  constructor(
    private readonly text: string,
    private readonly figures: readonly Figure[],
    private readonly tally: FigureTally,
  ) {
    this.#loose = looseNumbers(text, tally);
  }

  at(kind: Figure['kind'], values: readonly number[]): readonly FigureProof[] {
    const keys = this.prepare(kind, values);
    const asked = this.#asked[kindOf(kind)];
    return keys.flatMap((key) => asked.get(key) ?? []);
  }

  /** Looks for all in one go; the keys are those of the values. */
  prepare(kind: Figure['kind'], values: readonly number[]): number[] {
    const asked = this.#asked[kindOf(kind)];
    const keys = [...new Set(values.map(keyOf))];
    const unknown = keys.filter((key) => !asked.has(key));
    for (const key of unknown) asked.set(key, []);
    if (unknown.length > 0)
      this.#look(new Wanted(kindOf(kind), new Map(unknown.map((key) => [key, asked.get(key) ?? []]))));
    return keys;
  }

  #look(wanted: Wanted): void {
    this.tally.steps.take(stepsPerFigure * (this.figures.length + this.#loose.length));
    for (const [index, figure] of this.figures.entries()) {
      for (const value of figure.readings) this.#reading(wanted, value, index, figure);
      addColumns(wanted, figure, this.text);
    }
    for (const loose of this.#loose)
      for (const value of loose.values) wanted.add('number', value, () => looseProof(this.text, loose, value));
  }

  #reading(wanted: Wanted, value: number, index: number, figure: Figure): void {
    const kind = kindOf(figure.kind);
    wanted.add(kind, value, () => ({ units: unitsOf(figure), figure }));
    if (figure.kind === 'date') addPartsOfDate(wanted, value, figure);
    if (kind === 'number' && wanted.has(kind, value)) {
      const shared = unitOfList(this.text, this.figures, index);
      if (shared !== undefined) wanted.add('number', value, () => ({ units: shared, figure }));
    }
    // A claim may repeat "10:30" and leave "pm" out.
    if (figure.kind === 'time' && value >= 780 && /[ap]/i.test(figure.raw))
      wanted.add('time', value - 720, () => ({ units: {}, figure }));
  }
}

/** Of one kind. */
class Wanted {
  constructor(
    private readonly kind: EvidenceKind,
    private readonly proofs: ReadonlyMap<number, FigureProof[]>,
  ) {}

  has(kind: EvidenceKind, value: number): boolean {
    return kind === this.kind && this.proofs.has(keyOf(value));
  }

  add(kind: EvidenceKind, value: number, proof: () => FigureProof): void {
    if (kind === this.kind) this.proofs.get(keyOf(value))?.push(proof());
  }
}

/** Twelve digits: more than any figure has, fewer than binary fractions get wrong. */
function keyOf(value: number): number {
  return hasFewDigits(value, 1e3) ? value : Number(value.toPrecision(12));
}

function kindOf(kind: Figure['kind']): EvidenceKind {
  return kind === 'date' || kind === 'time' ? kind : 'number';
}

function looseProof(text: string, { start, end }: LooseNumber, value: number): FigureProof {
  const raw = text.slice(start, end);
  return {
    units: {},
    figure: { kind: 'number', value, readings: [value], unit: undefined, measure: undefined, raw, start, end },
  };
}

const noUnit: FigureUnit = {};

export function unitsOf({ unit, measure }: Figure): FigureUnit {
  if (unit === undefined && measure === undefined) return noUnit;
  return { ...(unit === undefined ? {} : { unit }), ...(measure === undefined ? {} : { measure }) };
}

function addPartsOfDate(wanted: Wanted, value: number, figure: Figure): void {
  const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
  if (year === 0) return;
  const proof = () => ({ units: {}, figure });
  wanted.add('number', year, proof);
  wanted.add('date', year * 10_000 + month * 100, proof);
  if (day > 0) wanted.add('date', month * 100 + day, proof);
}

const listSign = /^(?:,\s?|,?\s(?:and|or)\s|\s?\/\s?)$/;
const longestList = 12;

function unitOfList(text: string, figures: readonly Figure[], index: number): FigureUnit | undefined {
  const first = figures[index];
  if (first === undefined || first.unit !== undefined || first.measure !== undefined) return undefined;
  for (let at = index; at < index + longestList; at += 1) {
    const [one, other] = [figures[at], figures[at + 1]];
    if (one === undefined || other === undefined || !listSign.test(text.slice(one.end, other.start))) return undefined;
    if (other.unit !== undefined || other.measure !== undefined) return unitsOf(other);
  }
  return undefined;
}

/** "12 345" may be one number, or two columns of a table; so may "12,345" in a row of cells between commas. */
function addColumns(wanted: Wanted, figure: Figure, text: string): void {
  const spaced = /^\d{1,3}(?: \d{3})+(?!\d)/.exec(figure.raw)?.[0].split(' ');
  const columns =
    spaced ??
    (isInRow(text, figure.start, figure.end) ? (/^\d+(?:,\d+)+(?!\d)/.exec(figure.raw)?.[0].split(',') ?? []) : []);
  for (const column of columns) wanted.add('number', Number(column), () => ({ units: unitsOf(figure), figure }));
}

/** In forms that no claim is held to; `[start, end)` of the text. */
interface LooseNumber {
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

/** In English words. */
export const ordinalsIn = (text: string): { place: number; of: string }[] =>
  Array.from(matchesOf(text, ordinalWord), ({ index, 0: { length }, groups }) => ({
    place: ordinalOf(groups?.['tens'], groups?.['last'] ?? ''),
    of: /^[\s-](\p{L}+)/u.exec(text.slice(index + length, index + length + 32))?.[1] ?? '',
  }));

function ordinalOf(before: string | undefined, last: string): number {
  const [ten, word] = [before?.toLowerCase() ?? '', last.toLowerCase()];
  const round = word.endsWith('ieth') ? 10 * (2 + tens.indexOf(word.slice(0, -4))) : 1 + ordinals.indexOf(word);
  return (ten === '' ? 0 : 10 * (2 + tens.indexOf(ten))) + round;
}

/** Except those that are other words in English ("once", "cent", "sept"). */
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
 * Fractions, dozens and foreign numbers in words. They prove a claim's figure, but are no figures of a claim: "half of
 * them" may round.
 */
function looseNumbers(text: string, tally: FigureTally): LooseNumber[] {
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

/** "Half", "three quarters of a million". */
export interface Fraction {
  readonly part: number;
  /** The noun that follows. */
  readonly of: string;
}

export const fractionsIn = (text: string): Fraction[] =>
  Array.from(matchesOf(text, fraction), ({ index, 0: { length }, groups = {} }) => ({
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
