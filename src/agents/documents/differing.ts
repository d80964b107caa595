import { figuresIn, writtenFigure, type Figure } from '../../matching/figures/figures';
import { contentWords } from '../../matching/text/text';
import type { EvidencePassage } from './passages';

/** A figure and what it measures: a unit, the noun behind it, or the column of its table. */
interface Measure {
  unit: string;
  /** All readings of the figure: "1,200" may be 1200 or 1.2. */
  readings: readonly number[];
  written: string;
  /** Terms next to the figure. */
  near: ReadonlySet<string>;
}

interface MeasuredPassage {
  terms: ReadonlySet<string>;
  /** The passage's terms, with the words of heading, title and table header. */
  context: ReadonlySet<string>;
  measures: readonly Measure[];
  /** Sets of words that distinguish subjects: names, identifiers, years. */
  marks: readonly ReadonlySet<string>[];
  /** Relational words like "without", with the words that follow them. */
  relations: ReadonlyMap<string, string>;
}

/** Two passages with the same terms and different figures of the same kind. */
export interface Difference {
  other: EvidencePassage;
  /** The figure of the given passage, and the figure of the other one. */
  own: string;
  others: string;
}

const fewestShared = 3;
const leastShare = 0.4;
/** Share needed across two files, where titles and headings show what a short sentence is about. */
const leastShareAcross = 0.5;

/**
 * Finds passages with the same terms and different figures, even if the rest of their sentences differs. It does not
 * say which figure is right.
 */
export class Differing {
  /** Numbers of the passages that have a term. */
  readonly #byTerm = new Map<string, number[]>();
  readonly #measured = new Map<EvidencePassage, MeasuredPassage>();
  readonly #found = new Map<EvidencePassage, readonly Difference[]>();

  constructor(private readonly passages: readonly EvidencePassage[]) {
    for (const [number, { quote, cells }] of passages.entries()) {
      if (!/[\p{Nd}]/u.test(quote) && figuresIn(quote).length === 0) continue;
      for (const term of termsOf(cells?.join(' ') ?? quote)) {
        const known = this.#byTerm.get(term);
        if (known === undefined) this.#byTerm.set(term, [number]);
        else known.push(number);
      }
    }
  }

  /** Differing passages, those that share the most terms first. */
  from(passage: EvidencePassage): readonly Difference[] {
    const found = this.#found.get(passage) ?? this.#search(passage);
    this.#found.set(passage, found);
    return found;
  }

  #search(passage: EvidencePassage): Difference[] {
    const own = this.#measure(passage);
    if (own.measures.length === 0) return [];
    return this.#candidates(own)
      .flatMap(({ number, shared }) => {
        const other = this.passages[number];
        const found = other === undefined ? undefined : this.#difference(passage, other);
        return found === undefined ? [] : [{ ...found, shared }];
      })
      .sort((one, two) => two.shared - one.shared)
      .map(({ other, own: ownFigure, others }) => ({ other, own: ownFigure, others }));
  }

  #candidates({ terms }: MeasuredPassage): { number: number; shared: number }[] {
    const counts = new Map<number, number>();
    for (const term of terms)
      for (const number of this.#byTerm.get(term) ?? []) counts.set(number, (counts.get(number) ?? 0) + 1);
    return [...counts].map(([number, shared]) => ({ number, shared }));
  }

  #difference(one: EvidencePassage, other: EvidencePassage): Difference | undefined {
    if (one === other || one.quote === other.quote || isSameList(one, other)) return undefined;
    const [own, theirs] = [this.#measure(one), this.#measure(other)];
    if (own.marks.some((set, at) => areDisjoint(set, theirs.marks[at]))) return undefined;
    if ([...own.relations].some(([object, word]) => (theirs.relations.get(object) ?? word) !== word)) return undefined;
    for (const measure of own.measures) {
      const same = theirs.measures.filter(({ unit }) => unit === measure.unit);
      const ours = own.measures.filter(({ unit }) => unit === measure.unit);
      const [first] = same;
      if (first === undefined || ours.some((mine) => same.some((its) => isEqual(mine, its)))) continue;
      const isAcross = one.path !== other.path;
      if (areAlike(withUnit(own, measure), withUnit(theirs, first), isAcross))
        return { other, own: measure.written, others: first.written };
    }
    return undefined;
  }

  #measure(passage: EvidencePassage): MeasuredPassage {
    const known = this.#measured.get(passage) ?? measured(passage);
    this.#measured.set(passage, known);
    return known;
  }
}

/** Whether both are rows of one table, or lines that differ in their numbers alone. */
const isSameList = (one: EvidencePassage, other: EvidencePassage): boolean =>
  one.path === other.path &&
  ((one.cells !== undefined && one.columns?.join('\t') === other.columns?.join('\t')) ||
    withoutNumbers(one.quote) === withoutNumbers(other.quote));

const withoutNumbers = (text: string): string => text.replace(/\p{Nd}[\p{Nd}.,]*/gu, '0');

const isEqual = (one: Measure, other: Measure): boolean =>
  one.readings.some((reading) => other.readings.includes(reading));

const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;

/** Whether both sets have words, but none in common. */
const areDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string> = new Set()): boolean =>
  one.size > 0 && other.size > 0 && sharedBy(one, other) === 0;

type Worded = Pick<MeasuredPassage, 'terms' | 'context'> & Pick<Measure, 'near'>;

/** Adds the unit as one term, however it is written. */
function withUnit({ terms, context }: MeasuredPassage, { unit, written, near }: Measure): Worded {
  const own = new Set(terms);
  for (const word of contentWords(written)) own.delete(word);
  own.add(unit);
  return { terms: own, context: new Set([...context, ...own]), near };
}

function areAlike(one: Worded, other: Worded, isAcross: boolean): boolean {
  // The terms next to the figures must overlap.
  if (sharedBy(one.near, other.near) === 0) return false;
  const shared = sharedBy(one.terms, other.terms);
  const share = shared / Math.min(one.terms.size, other.terms.size);
  if (shared >= fewestShared && share >= leastShare) return true;
  return isAcross && shared > 1 && share >= leastShareAcross && sharedBy(one.context, other.context) >= fewestShared;
}

/** Relational words: “rows under nets” and “rows without nets” share their terms, but figures about them may differ. */
const relation =
  /(?<!\p{L})(without|outside|inside|under|over|above|below|before|after|until|except|excluding|including|ohne|unter|über|vor|nach|außer|sans|avant|après|sous|sin|antes|después|bajo)(?!\p{L})\s+(?:(?:a|an|the|its|der|die|das|dem|den|ein|eine|einem|einen|le|la|les|el|los|las)\s+)?([\p{L}\p{N}-]+)/giu;
const identifier = /(?<![\p{L}\p{N}_])\p{L}+[-_]?\d[\p{L}\p{N}]*(?![\p{L}\p{N}_])/gu;
const name = /(?<=[\p{Ll}\d,;:)] )\p{Lu}[\p{L}\p{N}-]*/gu;

/** Names of days and months, which distinguish no subjects. Steps of eight days through a year reach each of them. */
const calendar = new Set(
  ['en', 'de', 'fr', 'es'].flatMap((language) =>
    Array.from({ length: 46 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + 8 * at))).flatMap((day) =>
      [{ weekday: 'long' } as const, { month: 'long' } as const].map((part) =>
        new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' }).format(day).toLowerCase(),
      ),
    ),
  ),
);
const isOfCalendar = (word: string): boolean => calendar.has(word) || calendar.has(word.replace(/s$/, ''));

const namesIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(name), ([word]) => word.toLowerCase()).filter((word) => !isOfCalendar(word)));

/** Letters that the forms of an object share: "Netze", "Netzen". */
const objectLetters = 5;

const relationsIn = (text: string): Map<string, string> =>
  new Map(
    Array.from(text.matchAll(relation), ([, word = '', object = '']) => [
      object.toLowerCase().slice(0, objectLetters),
      word.toLowerCase(),
    ]),
  );

/** Number of terms on either side that count as next to a figure. */
const nearby = 3;

const termsIn = (text: string): string[] => contentWords(text).filter((word) => !/^\d/.test(word));
const termsOf = (text: string): Set<string> => new Set(termsIn(text));

function measured(passage: EvidencePassage): MeasuredPassage {
  const { quote, header = '', heading = '', title } = passage;
  const figures = figuresIn(quote);
  const wordsOf = (pattern: RegExp): Set<string> =>
    new Set(Array.from(quote.matchAll(pattern), ([word]) => word.toLowerCase()));
  const years = figures.flatMap((figure) => (isYear(figure) ? [String(figure.value)] : []));
  return {
    terms: termsOf(passage.cells?.join(' ') ?? quote),
    context: termsOf(`${header} ${passage.columns?.join(' ') ?? ''} ${heading} ${title}`),
    measures: passage.cells === undefined ? measuresIn(quote, figures) : cellMeasures(passage),
    marks: [namesIn(quote), wordsOf(identifier), new Set(years)],
    relations: relationsIn(quote),
  };
}

const isYear = ({ kind, value, unit, measure }: Figure): boolean =>
  kind === 'date' ||
  (kind === 'number' && unit === undefined && measure === undefined && value >= 1500 && value < 2200);

/** Words that make a number a label: "Lamp number 12", "No. 12". */
const isLabel = /(?:(?<![\p{L}\p{N}_])(?:number|no\.?|nr\.?|page|section|seite)|#)\s*$/iu;

function measuresIn(text: string, figures: readonly Figure[]): Measure[] {
  return figures.flatMap((figure): Measure[] => {
    const { kind, readings, start, end } = figure;
    if (kind === 'time' || isYear(figure) || isLabel.test(text.slice(0, start))) return [];
    const known = unitOf(figure);
    const noun =
      known === undefined ? (/^\s+((?:(?:cubic|square)\s+)?\p{L}[\p{L}-]+)/u.exec(text.slice(end))?.[1] ?? '') : '';
    const unit = known ?? contentWords(noun).join(' ');
    const written = `${writtenFigure(figure)} ${noun}`.trim();
    const unitWords = new Set(contentWords(written));
    const near = [
      ...termsIn(text.slice(0, start)).slice(-nearby),
      ...termsIn(text.slice(end)).slice(0, nearby + contentWords(noun).length),
    ];
    return unit === '' ? [] : [{ unit, readings, written, near: new Set(near.filter((term) => !unitWords.has(term))) }];
  });
}

/** Measures in a table's cells: the unit is the one that the column names, or else the column's name. */
function cellMeasures({ columns = [], cells = [] }: EvidencePassage): Measure[] {
  return cells.flatMap((cell, at): Measure[] => {
    const column = columns[at];
    const [figure, ...others] = figuresIn(cell);
    if (figure === undefined || others.length > 0 || isYear(figure) || column === undefined) return [];
    const unit = unitOf(figure) ?? columnUnit(column) ?? contentWords(column).join(' ');
    const near = termsOf(`${cells.join(' ')} ${columns.join(' ')}`);
    return [{ unit, readings: figure.readings, written: `${column}: ${writtenFigure(figure)}`, near }];
  });
}

const unitOf = ({ unit, measure }: Figure): string | undefined => unit ?? measure;

/** Unit in a column's name: "price_eur" is in euros; "crossings a day" counts crossings, not days. */
const columnUnit = (column: string): string | undefined =>
  (column.split(rate)[0] ?? '')
    .split(/[\s_()[\]/]+/)
    .flatMap((word) => figuresIn(`5 ${word}`).flatMap((figure) => figure.unit ?? figure.measure ?? []))[0];

const rate = /\s(?:an?|per|each|every|pro|je|par|por)\s|\//iu;
