import { datesIn, type DateFigure } from './figureDates';
import { FigureTally, mostFigures } from './figureTally';
import { digitDrafts, withRanges, wordDrafts, type FigureDraft } from './figureDrafts';
import { FigureEvidence, unitsOf } from './figureEvidence';
import { withoutNames } from './figureMask';
import { rounds } from './figureRounding';
import { agree, isCalendarSpan, isShare } from './figureUnits';
import { foldedFigures } from '../text/folding';
import { contentWords } from '../text/text';
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
  const raw = text.slice(start, end);
  return { kind, value: readings[0] ?? 0, readings, unit, measure, factor, raw, start, end };
}

export const writtenFigure = ({ raw }: Figure): string => raw.trim();

/** Whether nothing shows which of "1.234" and "1,234" is in thousands. */
const isUnclear = (figure: Figure, found: Figure): boolean => {
  const [sign, other] = [figure, found].map(({ raw }) => /\d([.,])\d/.exec(raw)?.[1]);
  const isOpen = figure.readings.length > 1 || found.readings.length > 1;
  return isOpen && sign !== undefined && other !== undefined && sign !== other;
};

/** Whether the number counts something named behind it, or is part of a score. */
function countsThings(text: string, { end }: Figure): boolean {
  const after = text.slice(end, end + 32);
  const noun = /^[\s-](\p{L}+)/u.exec(after)?.[1] ?? '';
  return /^[-–]\d+[-–]\d/.test(after) || contentWords(noun).length > 0;
}

/** How a figure of a claim stands in a source. */
interface Standing {
  /** The figures there with its value and an agreeing unit. */
  readonly proving: readonly Figure[];
  /** The figure there that it rounds. */
  readonly exact?: Figure | undefined;
  /** Code cannot be sure that it is a figure of the source, or that it is not: see `FigureDoubts`. */
  readonly isUncertain?: boolean;
}

/** Steps for a figure of the source that has the wanted value. */
const stepsPerProof = 20;

/** Read once for any number of claims. */
export class SourceFigures {
  readonly text: string;
  readonly figures: readonly Figure[];
  readonly #evidence: FigureEvidence;
  readonly #claims = new Map<string, readonly Figure[]>();
  readonly #standings = new Map<string, ReadonlyMap<Figure, Standing>>();
  #doubts: FigureDoubts | undefined;

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

  /** Rule 24: the claim's figures that do not stand in the source, are not rounded from it, and are not uncertain. */
  missing(claim: string): readonly Figure[] {
    return this.#those(claim, ({ proving, exact, isUncertain }) => proving.length === 0 && !exact && !isUncertain);
  }

  /** The claim's figures that code cannot call missing: see `FigureDoubts`. */
  doubtful(claim: string): readonly Figure[] {
    return this.#those(claim, ({ isUncertain }) => isUncertain === true);
  }

  #those(claim: string, test: (standing: Standing) => boolean): Figure[] {
    return [...this.#standing(claim)].flatMap(([figure, standing]) => (test(standing) ? [figure] : []));
  }

  /** Read once, and looked for in one go. */
  claimed(claim: string): readonly Figure[] {
    const known = this.#claims.get(claim);
    if (known !== undefined) return known;
    const figures = figuresIn(claim, new FigureTally(mostFigures, this.steps));
    this.#claims.set(claim, figures);
    for (const kind of new Set(figures.map((figure) => figure.kind)))
      this.#evidence.prepare(
        kind,
        figures.flatMap((figure) => (figure.kind === kind ? figure.readings : [])),
      );
    return figures;
  }

  /** The source's figures with the value of this one, under any reading, and an agreeing unit. */
  proving(figure: Figure): readonly Figure[] {
    return this.#alike(figure).filter((found) => !isUnclear(figure, found));
  }

  #alike(figure: Figure): readonly Figure[] {
    const proofs = this.#evidence.at(figure.kind, figure.readings);
    this.steps.take(stepsPerProof * proofs.length);
    return proofs
      .filter(({ units }) => agree(unitsOf(figure), units))
      .map((proof) => proof.figure)
      .filter((found) => !this.#countsOther(figure, found));
  }

  /** The source's figure that this one rounds. */
  rounded(figure: Figure, claim: string): Figure | undefined {
    return this.#standing(claim).get(figure)?.exact;
  }

  #standing(claim: string): ReadonlyMap<Figure, Standing> {
    const known = this.#standings.get(claim);
    if (known !== undefined) return known;
    const standings = new Map(this.claimed(claim).map((figure) => [figure, this.#standingOf(figure, claim)] as const));
    this.#standings.set(claim, standings);
    return standings;
  }

  #standingOf(figure: Figure, claim: string): Standing {
    const proving = this.proving(figure);
    if (proving.length > 0) return { proving };
    this.steps.take(stepsPerProof * this.figures.length);
    const exact = this.figures.find((one) => rounds(figure, one, claim));
    if (exact !== undefined) return { proving, exact };
    this.#doubts ??= new FigureDoubts(this, this.beside);
    return { proving, isUncertain: this.#alike(figure).length > 0 || this.#doubts.covers(figure, claim) };
  }

  /** "Eleven years", where 11 is a score or counts goals. */
  #countsOther({ measure }: Figure, found: Figure): boolean {
    if (measure === undefined || !isCalendarSpan(measure) || found.measure !== undefined) return false;
    return countsThings(this.text, found);
  }
}

const isBare = ({ kind, unit, measure }: Figure): boolean =>
  kind === 'number' && unit === undefined && measure === undefined;
const isOrdinal = ({ raw }: Figure): boolean => /\d(?:st|nd|rd|th)\s*$/.test(raw);
/** A number behind a word with a capital within a sentence is part of a name: "Apollo 11", "Rule 19". */
const behindName = /(?:[\p{L}\p{N},;:)\]"”’]\s\p{Lu}[\p{L}\p{M}’'-]*|(?<!\p{L})\p{Lu}{2,})\.?\s(?:#\s?)?$/u;
const context = 120;

/** Readers count so far by themselves: "her two brothers", "the other three applicants". */
const countedByReaders = 12;
const isCount = ({ raw, value }: Figure): boolean =>
  Math.abs(value) <= 3 || (value <= countedByReaders && !/\d/.test(raw));

/** "The 2017 film". */
const isYearOfName = ({ raw, end }: Figure, claim: string): boolean =>
  /^(?:1[5-9]|20)\d\ds?$/.test(raw) &&
  contentWords(/^\s(\p{L}[\p{L}-]+)/u.exec(claim.slice(end, end + 40))?.[1] ?? '').length > 0;

/** Fewer digits stand anywhere by chance. */
const fewestDigits = 3;

/**
 * Where code cannot say that a figure is missing: it may be part of a name, a place in a row or a count that needs no number word; or the
 * source has it in another form. That is a doubt, which a judge of support is told; nothing guesses from words what a sentence means.
 */
class FigureDoubts {
  #beside: SourceFigures | undefined;

  constructor(
    private readonly source: SourceFigures,
    private readonly beside: string,
  ) {}

  covers(figure: Figure, claim: string): boolean {
    const before = claim.slice(Math.max(0, figure.start - context), figure.start);
    if (isBare(figure) && Number.isInteger(figure.value))
      if (isOrdinal(figure) || isCount(figure) || behindName.test(before) || isYearOfName(figure, claim)) return true;
    return this.#standsInParts(figure) || this.#standsInName(figure) || this.#standsBeside(figure);
  }

  /** Day and month without a year. */
  #standsInParts({ kind, readings }: Figure): boolean {
    if (kind !== 'date') return false;
    const rest = new Set(readings.filter((date) => date > 10_000).map((date) => date % 10_000));
    return this.source.figures.some((one) => one.kind === 'date' && one.readings.some((date) => rest.has(date)));
  }

  /** Its digits, in a name or an address. */
  #standsInName({ value, unit, kind }: Figure): boolean {
    const digits = String(Math.abs(value));
    if (kind !== 'number' || unit !== undefined || digits.length < fewestDigits || /\D/.test(digits)) return false;
    const { text, steps } = this.source;
    steps.take(text.length >> 3);
    return new RegExp(String.raw`(?<!\d|\d[.,])${digits}(?!\d|[.,]\d)`).test(text);
  }

  #standsBeside(figure: Figure): boolean {
    if (this.beside === '') return false;
    this.#beside ??= new SourceFigures(this.beside, '', this.source.steps);
    return this.#beside.proving(figure).length > 0;
  }
}

/** What it asks for, unless that takes too many figures or steps. */
export function unlessTooComplex<T>(ask: () => T): T | TooComplex {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TooComplex) return error;
    throw error;
  }
}
