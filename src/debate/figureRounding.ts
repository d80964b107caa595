import type { Figure } from './figures';
import { agree } from './figureUnits';
import { unitsOf } from './figureEvidence';

/** `about` either way; `over` and `under` give the side of the exact figure. */
type Hedge = 'about' | 'over' | 'under';

const hedges: readonly (readonly [Hedge, RegExp])[] = [
  [
    'about',
    hedge(
      'about|around|roughly|approximately|approx\\.?|some|circa|c\\.|ca\\.?|close to|etwa|rund|ungefähr|environ|quelque|unos|unas|cerca de|aproximadamente',
      '~≈∼',
    ),
  ],
  [
    'under',
    hedge('nearly|almost|just under|just below|less than|fewer than|up to|under|knapp|fast|presque|près de|casi', '<'),
  ],
  ['over', hedge('over|more than|just over|above|at least|mehr als|über|gut|plus de|más de', '>')],
];

function hedge(words: string, signs: string): RegExp {
  return new RegExp(String.raw`(?:(?<!\p{L})(?:${words})(?:\s+(?:an?|the))?\s+|[${signs}]\s?)$`, 'iu');
}

function hedgeBefore(claim: string, { start }: Figure): Hedge | undefined {
  const before = claim.slice(Math.max(0, start - 32), start);
  return hedges.find(([, pattern]) => pattern.test(before))?.[0];
}

/** A rounded figure may be off by this fraction of itself, however few digits it has. */
const farthest = 0.025;

/**
 * The source's figure that a figure of the claim rounds with a word that says so: "about 40 %" for 40.2 %, "nearly 5
 * million" for 4.96 million. A figure without such a word has to match; "over 40 %" does not fit 39.8 %.
 */
export function roundedFigure(figure: Figure, claim: string, source: readonly Figure[]): Figure | undefined {
  if (figure.kind === 'date' || figure.kind === 'time') return undefined;
  const said = hedgeBefore(claim, figure);
  return said === undefined ? undefined : source.find((exact) => rounds(figure, said, exact));
}

function rounds(figure: Figure, said: Hedge, exact: Figure): boolean {
  if (exact.kind === 'date' || exact.kind === 'time' || !agree(unitsOf(figure), unitsOf(exact))) return false;
  return exact.readings.some((reading) => {
    const off = reading - figure.value;
    if (Math.abs(off) > Math.min(step(figure.value) / 2, Math.abs(figure.value) * farthest)) return false;
    return said === 'about' || (said === 'over' ? off > 0 : off < 0);
  });
}

/** The value of the last digit that is not zero: 1,200 is in hundreds, 0.35 in hundredths. */
function step(value: number): number {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return 10 ** (Number(exponent) - digits.replace(/^-?\d\.?/, '').length);
}

/** Whether a word says that the figure is rounded, so that other digits may prove it. */
export const isHedged = (figure: Figure, claim: string): boolean => hedgeBefore(claim, figure) !== undefined;
