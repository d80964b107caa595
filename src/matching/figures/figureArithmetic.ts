import type { Figure } from './figures';
import { writtenFigure } from './figures';
import { isRight, leastDigits, writtenAs } from './figureRounding';
import type { MatchingSteps } from '../text/matchingSteps';

/** Figures of a passage that may be reckoned with though the entry names none of them. */
const mostUnnamed = 8;

/** Neither a date nor a place in a row: something that is reckoned with, in two digits or more. */
const isNumber = (figure: Figure): boolean =>
  figure.kind !== 'date' &&
  figure.kind !== 'time' &&
  !/\d(?:st|nd|rd|th)\s*$/.test(figure.raw) &&
  writtenAs(figure).digits >= leastDigits;

/** As it is written: a figure without a unit has none. */
const isAlike = (figure: Figure, operand: Figure): boolean =>
  figure.unit === operand.unit &&
  figure.measure === operand.measure &&
  (figure.loose === undefined || operand.loose === undefined || figure.loose.unit === operand.loose.unit);

const isBare = ({ unit, measure }: Figure): boolean => unit === undefined && measure === undefined;

const areAlike = (figure: Figure, one: Figure, other: Figure): boolean =>
  isAlike(figure, one) && isAlike(figure, other);
const isScaled = (figure: Figure, one: Figure, other: Figure): boolean => isAlike(figure, one) && isBare(other);
const isShareOf = ({ unit }: Figure, one: Figure, other: Figure): boolean => unit === '%' && isAlike(one, other);

interface Operation {
  readonly fits: (figure: Figure, one: Figure, other: Figure) => boolean;
  readonly result: (one: number, other: number) => number;
  readonly words: (one: string, other: string) => string;
}

const operations: readonly Operation[] = [
  { fits: areAlike, result: (one, other) => one + other, words: (one, other) => `${one} + ${other}` },
  { fits: areAlike, result: (one, other) => one - other, words: (one, other) => `${one} − ${other}` },
  { fits: isScaled, result: (one, other) => one * other, words: (one, other) => `${one} × ${other}` },
  { fits: isScaled, result: (one, other) => one / other, words: (one, other) => `${one} ÷ ${other}` },
  {
    fits: (figure, one, other) => isBare(figure) && isAlike(one, other),
    result: (one, other) => one / other,
    words: (one, other) => `${one} ÷ ${other}`,
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
const mostOperands = 200;

/**
 * How a claim's figure follows from two figures of what the entry cites, by one operation and right at its last digit: "13.7 − 11.2".
 * Undefined where it does not. `said`: the figures of the entry. Both operands stand among them, or `cited` has few.
 */
export function reckoned(
  figure: Figure,
  { cited, said, steps }: { cited: readonly Figure[]; said: readonly Figure[]; steps: MatchingSteps },
): string | undefined {
  if (!isNumber(figure)) return undefined;
  const { step } = writtenAs(figure);
  const numbers = cited.filter((one) => isNumber(one) && one.value !== 0);
  const named = numbers.filter((one) => said.some((other) => other.value === one.value && isAlike(other, one)));
  const operands = distinct(cited.length <= mostUnnamed ? numbers : named).slice(0, mostOperands);
  steps.take(stepsPerPair * operands.length * operands.length);
  for (const one of operands)
    for (const other of operands) {
      if (one === other) continue;
      const found = operations.find(
        ({ fits, result }) => fits(figure, one, other) && isRight(figure.value, result(one.value, other.value), step),
      );
      if (found !== undefined) return found.words(writtenFigure(one), writtenFigure(other));
    }
  return undefined;
}

const distinct = (figures: readonly Figure[]): Figure[] => [
  ...new Map(
    figures.map((figure) => [`${figure.value} ${figure.unit ?? ''} ${figure.measure ?? ''}`, figure]),
  ).values(),
];
