import type { Figure } from './figures';
import { writtenFigure } from './figures';
import { isRight, leastDigits, writtenAs } from './figureRounding';
import { isShare } from './figureUnits';
import type { MatchingSteps } from '../text/matchingSteps';

/** Figures of a passage that may be reckoned with though the entry names none of them. */
const mostUnnamed = 8;

/** Neither a date nor a place in a row: something that is reckoned with, in two digits or more. */
const isNumber = (figure: Figure): boolean =>
  figure.kind !== 'date' &&
  figure.kind !== 'time' &&
  !/\d(?:st|nd|rd|th)\s*$/.test(figure.raw) &&
  writtenAs(figure).digits >= leastDigits;

/** Whether both are written with the same unit, or both without. */
const isAlike = (figure: Figure, operand: Figure): boolean =>
  figure.unit === operand.unit && figure.measure === operand.measure;

const isBare = ({ unit, measure }: Figure): boolean => unit === undefined && measure === undefined;

const areAlike = (figure: Figure, one: Figure, other: Figure): boolean =>
  isAlike(figure, one) && isAlike(figure, other);

/** None says another unit: "from 184 to 226 euros, which is 42 more" names it once. */
function mayBeAlike(figure: Figure, one: Figure, other: Figure): boolean {
  const [united, ...others] = [figure, one, other].filter((each) => !isBare(each));
  return united === undefined || others.every((each) => isAlike(united, each));
}
/** Whether it says what it counts: a unit, or a magnitude such as "million". */
const countsSomething = (figure: Figure): boolean => !isBare(figure) || (figure.factor ?? 1) > 1;

const isScaled = (figure: Figure, one: Figure, other: Figure): boolean => isAlike(figure, one) && isBare(other);
const isShareOf = ({ unit }: Figure, one: Figure, other: Figure): boolean => unit === '%' && isAlike(one, other);

interface Operation {
  readonly fits: (figure: Figure, one: Figure, other: Figure) => boolean;
  readonly result: (one: number, other: number) => number;
  readonly words: (one: string, other: string) => string;
  /** Bare numbers may count anything: their sum is one only where the entry names both; so where a unit is said once. */
  readonly isSum?: true;
}

const operations: readonly Operation[] = [
  { fits: mayBeAlike, result: (one, other) => one + other, words: (one, other) => `${one} + ${other}`, isSum: true },
  { fits: mayBeAlike, result: (one, other) => one - other, words: (one, other) => `${one} − ${other}`, isSum: true },
  { fits: isScaled, result: (one, other) => one * other, words: (one, other) => `${one} × ${other}` },
  { fits: isScaled, result: (one, other) => one / other, words: (one, other) => `${one} ÷ ${other}` },
  {
    fits: (figure, one, other) => isBare(figure) && isAlike(one, other),
    result: (one, other) => one / other,
    words: (one, other) => `${one} ÷ ${other}`,
  },
  {
    fits: (figure, one, other) => one.unit === '%' && !isShare(figure.unit) && isAlike(figure, other),
    result: (one, other) => (one * other) / 100,
    words: (one, other) => `${one} of ${other}`,
  },
  { fits: isShareOf, result: (one, other) => (100 * one) / other, words: (one, other) => `${one} of ${other}` },
  {
    fits: isShareOf,
    result: (one, other) => (100 * Math.abs(one - other)) / other,
    words: (one, other) => `the change from ${other} to ${one}`,
  },
];

/** Each pair of operands is tried with each operation. */
const stepsPerPair = 60;
const stepsPerFigure = 20;
const mostOperands = 200;

const keyOf = ({ value, unit = '', measure = '' }: Figure): string => `${value} ${unit} ${measure}`;

/** The cell of a table leaves its unit to the header: the entry's own figure has it. */
const asSaid = (figure: Figure, said: ReadonlyMap<number, Figure>): Figure => {
  const own = said.get(figure.value);
  return own !== undefined && isBare(figure) ? own : figure;
};

/**
 * How figures of a claim follow from two figures of what its entry cites, by one operation and right at the last digit: "13.7 − 11.2".
 * `said`: the figures of the entry. Both operands stand among them, or `cited` has few.
 */
export class Reckoner {
  readonly #operands: readonly Figure[];
  readonly #named: ReadonlySet<string>;

  /** @throws TooComplex */
  constructor(
    { cited, said }: { cited: readonly Figure[]; said: readonly Figure[] },
    private readonly steps: MatchingSteps,
  ) {
    steps.take(stepsPerFigure * (cited.length + said.length));
    const byValue = new Map(said.map((one) => [one.value, one] as const));
    const numbers = new Map(
      cited
        .filter((one) => one.value !== 0 && isNumber(one))
        .map((one) => asSaid(one, byValue))
        .map((one) => [keyOf(one), one] as const),
    );
    this.#named = new Set(said.filter(isNumber).map(keyOf));
    const all = [...numbers].filter(([key]) => cited.length <= mostUnnamed || this.#named.has(key));
    this.#operands = all.map(([, one]) => one).slice(0, mostOperands);
  }

  /** Undefined where it does not follow. @throws TooComplex */
  wordsFor(figure: Figure): string | undefined {
    if (!isNumber(figure)) return undefined;
    const { step } = writtenAs(figure);
    this.steps.take(stepsPerPair * this.#operands.length ** 2);
    for (const one of this.#operands)
      for (const other of this.#operands) {
        if (one === other) continue;
        const isNamed = [one, other].every((operand) => this.#named.has(keyOf(operand)));
        const maySum = isNamed || (countsSomething(figure) && areAlike(figure, one, other));
        const found = operations.find(
          ({ fits, result, isSum = false }) =>
            (maySum || !isSum) &&
            fits(figure, one, other) &&
            isRight(figure.value, result(one.value, other.value), step),
        );
        if (found !== undefined) return found.words(writtenFigure(one), writtenFigure(other));
      }
    return undefined;
  }
}
