import { hasFewDigits } from './figureDrafts';
import type { Figure } from './figures';
import type { FigureTally } from './figureTally';
import type { FigureUnit } from './figureUnits';
import { isInRow } from './numerals';

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
  ) {}

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
    this.tally.steps.take(stepsPerFigure * this.figures.length);
    for (const [index, figure] of this.figures.entries()) {
      for (const value of figure.readings) this.#reading(wanted, value, index, figure);
      addColumns(wanted, figure, this.text);
    }
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

/** Values to look for, all of one kind. */
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
