import type { Figure } from './figures';

/** How a figure is written: the value of its last digit, and how many digits count. */
interface Written {
  readonly step: number;
  readonly digits: number;
}

const numeral = /\d[\d.,'’\u00a0\u202f ]*\d|\d/;

/** "1.18 million" is written to ten thousands, with three digits; "1,234" to ones; a number in words with none. */
export function writtenAs({ raw, value, factor = 1 }: Figure): Written {
  const said = numeral.exec(raw)?.[0] ?? '';
  const [, fraction = ''] = /[.,](\d+)$/.exec(said) ?? [];
  // Three digits behind the only sign of a large number are thousands.
  const decimals = fraction.length === 3 && Math.abs(value) / factor >= 1_000 ? 0 : fraction.length;
  return { step: factor * 10 ** -decimals, digits: said.replace(/\D/g, '').replace(/^0+/, '').length };
}

/** Binary fractions are off by less. */
const leeway = 1e-9;

export const isRight = (value: number, exact: number, step: number): boolean =>
  Math.abs(value - exact) <= (step / 2) * (1 + leeway);

/** Digits that count: fewer say too little. */
export const leastDigits = 2;

/** "1.18 million" for 1,183,505: scaled figures alone round without a word that says so, with two digits or more. */
export function roundsScaled(figure: Figure, exact: Figure): boolean {
  if ((figure.factor ?? 1) === 1) return false;
  const { step, digits } = writtenAs(figure);
  return digits >= leastDigits && exact.readings.some((reading) => isRight(figure.value, reading, step));
}
