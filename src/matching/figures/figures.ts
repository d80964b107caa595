import { datesIn, type DateFigure } from './figureDates';
import { FigureTally, mostFigures } from './figureTally';
import { haveSameDigits, countsThings, FigureDoubt } from './figureDoubt';
import { digitDrafts, withRanges, wordDrafts, type FigureDraft } from './figureDrafts';
import { FigureEvidence, unitsOf } from './figureEvidence';
import { withoutNames } from './figureMask';
import { roundsScaled } from './figureRounding';
import { agree, isCalendarSpan, isShare, looseUnitAt, type LooseUnit } from './figureUnits';
import { foldedFigures } from '../text/folding';
import { MatchingSteps, TooComplex } from '../text/matchingSteps';

/**
 * `raw` is `text.slice(start, end)` (UTF-16) with sign, unit and magnitude. `value` is the likeliest of `readings`:
 * "1.234" may be 1.234 or 1234. A date's value is year × 10000 + month × 100 + day with 0 for what is not given, a
 * time's is minutes since midnight.
 */
export interface Figure {
  readonly kind: 'number' | 'percent' | 'currency' | 'date' | 'time';
  readonly value: number;
  readonly readings: readonly number[];
  /** See `FigureUnit`. */
  readonly unit: string | undefined;
  readonly measure: string | undefined;
  /** No part of `raw`. */
  readonly loose?: LooseUnit | undefined;
  /** What its magnitude word multiplies by: 1e6 for millions, 1 where there is none. */
  readonly factor?: number;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The figures of a text, in order. Both ends of a range are figures of its unit. Digits in names (`p95`, `HTTP/2`,
 * `v1.2.3`, files, links), references to entries (`seq 12`), list markers and a lone "one" or "zero" are none.
 */
export function figuresIn(text: string, tally = new FigureTally()): Figure[] {
  tally.steps.take(text.length);
  const masked = withoutNames(foldedFigures(text));
  const dates = datesIn(masked, tally);
  const rest = blanked(masked, dates);
  const words = wordDrafts(rest, tally);
  const drafts = [...digitDrafts(blanked(rest, words), tally), ...words].sort((one, other) => one.start - other.start);
  const numbers = withRanges(rest, drafts).map((draft) => numberFigure(text, draft));
  return [...dates.map((date) => dateFigure(text, date)), ...numbers].sort((one, other) => one.start - other.start);
}

function blanked(text: string, spans: readonly { start: number; end: number }[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(copied, start), '\ue000'.repeat(end - start));
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

function dateFigure(text: string, { kind, start, end, readings }: DateFigure): Figure {
  const raw = text.slice(start, end);
  return { kind, value: readings[0] ?? 0, readings, unit: undefined, measure: undefined, raw, start, end };
}

function numberFigure(text: string, { start, end, readings, unit, measure, factor }: FigureDraft): Figure {
  const kind = unit === undefined ? 'number' : isShare(unit) ? 'percent' : 'currency';
  const loose = unit === undefined && measure === undefined ? looseUnitAt(text, end) : undefined;
  const raw = text.slice(start, end);
  return { kind, value: readings[0] ?? 0, readings, unit, measure, loose, factor, raw, start, end };
}

export const writtenFigure = ({ raw, loose }: Figure): string => `${raw}${loose?.written ?? ''}`.trim();

/** In "60 km/h" there is no "60 mph". */
function areOfOtherUnits(figure: Figure, found: Figure): boolean {
  // What begins the next line may be the next row.
  if (found.raw.includes('\n') || (figure.loose ?? found.loose) === undefined) return false;
  const units = [figure, found].map(({ measure, loose }) => measure ?? loose?.unit);
  return !units.includes(undefined) && units[0] !== units[1];
}

/** Whether nothing shows which of "1.234" and "1,234" is in thousands. */
const isUnclear = (figure: Figure, found: Figure): boolean => {
  const [sign, other] = [figure, found].map(({ raw }) => /\d([.,])\d/.exec(raw)?.[1]);
  const isOpen = figure.readings.length > 1 || found.readings.length > 1;
  return isOpen && sign !== undefined && other !== undefined && sign !== other && haveSameDigits(figure, found);
};

/** A claim's figures, and whether it speaks of a decrease. */
interface ClaimFigures {
  readonly figures: readonly Figure[];
  readonly isDecrease: boolean;
}

interface UnprovenFigures {
  readonly missing: readonly Figure[];
  /** See `FigureDoubt`. */
  readonly doubtful: readonly Figure[];
}

interface FoundFigures {
  /** In other units, too, if those are loosely read. */
  readonly alike: readonly Figure[];
  readonly proving: readonly Figure[];
}

/** For a figure of the source that has the value asked for. */
const stepsPerProof = 20;

const decrease =
  /\b(?:fell|fall(?:s|en|ing)?|drop(?:s|ped)?|declin\w+|decreas\w+|lost|los(?:es|ing|s|ses)|lower\w*|reduc\w+|shr[aiu]nk|cut|down|negative|minus|below|deficit)\b/i;

/** Read once for any number of claims. */
export class SourceFigures {
  readonly text: string;
  readonly figures: readonly Figure[];
  readonly #evidence: FigureEvidence;
  readonly #claims = new Map<string, ClaimFigures>();
  readonly #known = new Map<string, FoundFigures>();
  readonly #judged = new Map<string, UnprovenFigures>();
  #doubt: FigureDoubt | undefined;
  #beside: SourceFigures | undefined;

  /**
   * `beside`: facts such as title and date. They prove nothing, but a figure in them is not missing. @throws
   * TooComplex, as do all its methods.
   */
  constructor(
    text: string,
    private readonly beside = '',
    readonly steps = new MatchingSteps(),
  ) {
    const tally = new FigureTally(mostFigures, steps);
    // Names of columns and keys say figures, too: `over_75`, `within_two_hours`.
    this.text = text.replaceAll('_', ' ');
    this.figures = figuresIn(this.text, tally);
    this.#evidence = new FigureEvidence(this.text, this.figures, tally);
  }

  /**
   * Rule 24: the claim's figures that are not in the source with the same value, under any reading, and an agreeing
   * unit (`agree`). "Fell by 5 %" finds "−5 %". A claim may round (`roundedFigure`). Doubtful figures are not missing,
   * nor is one in another loosely read unit.
   */
  missing(claim: string): readonly Figure[] {
    return this.#unproven(claim).missing;
  }

  /** Read once, and looked for in one go. */
  claimed(claim: string): ClaimFigures {
    const known = this.#claims.get(claim);
    if (known !== undefined) return known;
    const figures = figuresIn(claim, new FigureTally(mostFigures, this.steps));
    const read = { figures, isDecrease: decrease.test(claim) };
    this.#claims.set(claim, read);
    for (const kind of new Set(figures.map((figure) => figure.kind)))
      this.#evidence.prepare(
        kind,
        figures.filter((figure) => figure.kind === kind).flatMap((figure) => valuesOf(figure, read)),
      );
    return read;
  }

  /** Those that may follow from the source: see `FigureDoubt`. */
  doubtful(claim: string): readonly Figure[] {
    return this.#unproven(claim).doubtful;
  }

  #unproven(claim: string): UnprovenFigures {
    const known = this.#judged.get(claim);
    if (known !== undefined) return known;
    const [missing, doubtful]: [Figure[], Figure[]] = [[], []];
    for (const figure of this.claimed(claim).figures) {
      if (this.proving(figure, claim).length > 0 || this.rounded(figure, claim) !== undefined) continue;
      (this.#covers(figure, claim) ? doubtful : missing).push(figure);
    }
    const judged = { missing, doubtful };
    this.#judged.set(claim, judged);
    return judged;
  }

  #covers(figure: Figure, claim: string): boolean {
    if (this.#doubt === undefined) {
      const offset = this.text.length + 1;
      const beside = figuresIn(this.beside).map((one) => ({
        ...one,
        start: one.start + offset,
        end: one.end + offset,
      }));
      this.#doubt = new FigureDoubt(`${this.text}\n${this.beside}`, [...this.figures, ...beside], this.steps);
    }
    return (
      this.#doubt.covers(figure, claim) ||
      this.#standsBeside(figure, claim) ||
      this.#found(figure, claim).alike.length > 0 ||
      this.#rounded(figure, claim, this.figures) !== undefined
    );
  }

  proving(figure: Figure, claim: string): readonly Figure[] {
    return this.#found(figure, claim).proving;
  }

  #found(figure: Figure, claim: string): FoundFigures {
    const read = this.claimed(claim);
    const { kind, readings, unit, measure, loose, raw } = figure;
    const key = JSON.stringify([read.isDecrease, kind, readings, unit, measure, loose?.unit, raw]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const proofs = this.#evidence.at(kind, valuesOf(figure, read));
    this.steps.take(stepsPerProof * proofs.length);
    // Of the same value and unit, but for units that are loosely read.
    const alike = proofs
      .filter(({ units }) => agree(unitsOf(figure), units))
      .map((proof) => proof.figure)
      .filter((found) => !this.#countsOther(figure, found) && !isUnclear(figure, found));
    const found = { alike, proving: alike.filter((one) => !areOfOtherUnits(figure, one)) };
    this.#known.set(key, found);
    return found;
  }

  #standsBeside(figure: Figure, claim: string): boolean {
    if (this.beside === '') return false;
    this.#beside ??= new SourceFigures(this.beside, '', this.steps);
    return this.#beside.proving(figure, claim).length > 0;
  }

  /** "Eleven years", where 11 is a score or counts goals. */
  #countsOther({ measure }: Figure, found: Figure): boolean {
    if (measure === undefined || !isCalendarSpan(measure) || found.measure !== undefined) return false;
    return countsThings(this.text, found);
  }

  rounded(figure: Figure, claim: string): Figure | undefined {
    return this.#rounded(figure, claim, this.figures, (exact) => !areOfOtherUnits(figure, exact));
  }

  /**
   * With a word that says so ("about 40 %" for 40.2 %; "over 40 %" does not fit 39.8 %), or as scaled figures are written: "4.96 million"
   * for 4,958,204.
   */
  #rounded(
    figure: Figure,
    claim: string,
    source: readonly Figure[],
    isMeant: (exact: Figure) => boolean = () => true,
  ): Figure | undefined {
    if (figure.kind === 'date' || figure.kind === 'time') return undefined;
    const said = hedgeBefore(claim, figure);
    if (said === undefined && (figure.factor ?? 1) === 1) return undefined;
    this.steps.take(stepsPerProof * source.length);
    return source.find(
      (exact) =>
        hasUnitOf(figure, exact) &&
        isMeant(exact) &&
        (roundsScaled(figure, exact) || (said !== undefined && rounds(figure, said, exact))),
    );
  }
}

const valuesOf = ({ readings }: Figure, { isDecrease }: ClaimFigures): number[] =>
  isDecrease ? readings.flatMap((reading) => [reading, -reading]) : [...readings];

/** What it asks for, unless that takes too many figures or steps. */
export function unlessTooComplex<T>(ask: () => T): T | TooComplex {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TooComplex) return error;
    throw error;
  }
}

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

/** Of itself, however few digits it has. */
const farthest = 0.025;

const hasUnitOf = (figure: Figure, exact: Figure): boolean =>
  exact.kind !== 'date' && exact.kind !== 'time' && agree(unitsOf(figure), unitsOf(exact));

function rounds(figure: Figure, said: Hedge, exact: Figure): boolean {
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

/** Then other digits may prove it. */
export const isHedged = (figure: Figure, claim: string): boolean => hedgeBefore(claim, figure) !== undefined;
