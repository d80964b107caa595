import type { Figure } from './figures';
import type { FigureUnit } from './figureUnits';
import { looseNumbers, type LooseNumber } from './looseNumbers';

type EvidenceKind = 'number' | 'date' | 'time';

/** A value that stands in a source: the units it stands with, and the figure that proves it. */
export interface Proof {
  readonly units: FigureUnit;
  readonly figure: Figure;
}

/** What the figures of a source prove, by value. */
export class FigureEvidence {
  readonly #byValue = new Map<string, Proof[]>();

  add(kind: EvidenceKind, value: number, proof: Proof): void {
    const key = keyOf(kind, value);
    const known = this.#byValue.get(key);
    if (known === undefined) this.#byValue.set(key, [proof]);
    else known.push(proof);
  }

  /** Where and with which units the value stands in the source. */
  at(kind: Figure['kind'], value: number): readonly Proof[] {
    return this.#byValue.get(keyOf(kindOf(kind), value)) ?? [];
  }
}

/** Twelve digits: more than any figure of a text has, fewer than binary fractions get wrong. */
function keyOf(kind: EvidenceKind, value: number): string {
  return `${kind} ${(value === 0 ? 0 : value).toPrecision(12)}`;
}

function kindOf(kind: Figure['kind']): EvidenceKind {
  return kind === 'date' || kind === 'time' ? kind : 'number';
}

/** The figures in all their readings, and what they imply: a date its year, "41, 43 and 46%" three percentages. */
export function evidenceOf(text: string, figures: readonly Figure[]): FigureEvidence {
  const evidence = new FigureEvidence();
  for (const [index, figure] of figures.entries()) {
    const units = unitsOf(figure);
    for (const value of figure.readings) {
      evidence.add(kindOf(figure.kind), value, { units, figure });
      if (figure.kind === 'date') addPartsOfDate(evidence, value, figure);
      const shared = kindOf(figure.kind) === 'number' ? unitOfList(text, figures, index) : undefined;
      if (shared !== undefined) evidence.add('number', value, { units: shared, figure });
      // A claim may repeat "10:30" and leave "pm" out.
      if (figure.kind === 'time' && value >= 780 && /[ap]/i.test(figure.raw)) {
        evidence.add('time', value - 720, { units: {}, figure });
      }
    }
    addColumns(evidence, { units, figure });
  }
  for (const loose of looseNumbers(text)) addLoose(evidence, text, loose);
  return evidence;
}

function addLoose(evidence: FigureEvidence, text: string, { start, end, values }: LooseNumber): void {
  for (const value of values) {
    const raw = text.slice(start, end);
    const figure = { kind: 'number', value, readings: [value], unit: undefined, measure: undefined, raw, start, end } as const;
    evidence.add('number', value, { units: {}, figure });
  }
}

/** The figure's unit alone. */
export function unitsOf({ unit, measure }: Figure): FigureUnit {
  return { ...(unit === undefined ? {} : { unit }), ...(measure === undefined ? {} : { measure }) };
}

function addPartsOfDate(evidence: FigureEvidence, value: number, figure: Figure): void {
  const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
  if (year === 0) return;
  const proof = { units: {}, figure };
  evidence.add('number', year, proof);
  evidence.add('date', year * 10_000 + month * 100, proof);
  if (day > 0) evidence.add('date', month * 100 + day, proof);
}

const listSign = /^(?:,\s?|,?\s(?:and|or)\s|\s?\/\s?)$/;
const longestList = 12;

/** The unit at the end of the list in which the figure stands without one. */
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

/** "12 345" may be one number, or two columns of a table. */
function addColumns(evidence: FigureEvidence, proof: Proof): void {
  const columns = /^\d{1,3}(?: \d{3})+(?!\d)/.exec(proof.figure.raw)?.[0].split(' ') ?? [];
  for (const column of columns) evidence.add('number', Number(column), proof);
}
