import type { Figure } from './figures';
import { unitsOf } from './figureEvidence';
import { agree } from './figureUnits';

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

/**
 * "1.18 million" for 1,183,505: scaled figures round, with two digits or more; "the 17th century" covers its years. No other figure does,
 * whatever words stand before it.
 */
export function rounds(figure: Figure, exact: Figure, claim: string): boolean {
  if (exact.kind === 'time' || !agree(unitsOf(figure), unitsOf(exact))) return false;
  if (isCentury(figure, claim)) return yearsOf(exact).some((year) => Math.ceil(year / 100) === figure.value);
  if (exact.kind === 'date' || (figure.factor ?? 1) === 1) return false;
  const { step, digits } = writtenAs(figure);
  return digits >= leastDigits && exact.readings.some((reading) => isRight(figure.value, reading, step));
}

const century = /^\d{1,2}(?:st|nd|rd|th|\.|er?)[\s-]+(?:centur|jahrhundert|siècle)/iu;

const isCentury = ({ kind, start }: Figure, claim: string): boolean =>
  kind === 'number' && century.test(claim.slice(start, start + 20));

const yearsOf = ({ kind, readings, unit, measure }: Figure): number[] => {
  if (kind !== 'date' && (unit ?? measure) !== undefined) return [];
  const years = kind === 'date' ? readings.map((date) => Math.floor(date / 10_000)) : readings;
  return years.filter((year) => Number.isInteger(year) && year >= 1000 && year < 2200);
};
