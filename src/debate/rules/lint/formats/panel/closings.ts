import type { Entry } from '../../../../log/entry';
import { isCount } from '../../../../../matching/figures/figureDoubt';
import { missingFigures, unreckoned } from '../../../../../matching/figures/figureFindings';
import { figuresIn, type Figure, isHedged } from '../../../../../matching/figures/figures';
import { withoutFragment } from '../../../../../matching/text/sourceUrl';
import type { Header } from '../../../../fold/state';
import {
  byDebater,
  error,
  leniently,
  type EntryRule,
  type Fault,
  type LintRecord,
  restingOnAll,
} from '../../lintRecord';
import { stageOf } from './record';

/** Structure: a closing brings no source that was not cited before, and no figure that no earlier entry has. */
export const closingNovelty: EntryRule = (record) => {
  const closings = closingsOf(record);
  const last = [...closings.keys()].at(-1) ?? -1;
  if (last < 0) return () => [];
  const cited = new CitedSources(record);
  const search = new FigureSearch(closings);
  return (entry, header) => {
    if (header.seq > last) return [];
    const faults = closings.has(header.seq) ? [...newSources(header, cited), ...newFigures(entry, search, record)] : [];
    cited.add(header);
    search.add(textOf(entry), redactedBy(header, record));
    return restingOnAll(faults);
  };
};

/** A panel has eight closings at most; thousands in a log do not justify thousands of searches. */
const mostClosings = 64;

function closingsOf({ headers, view }: LintRecord): Map<number, string> {
  const closings = headers
    .filter((header) => byDebater(header) && stageOf(header) === 'closing')
    .slice(0, mostClosings);
  return new Map(closings.map(({ seq }) => [seq, view.raw(seq)?.content ?? '']));
}

const textOf = ({ content, sources }: Entry): string =>
  [content, ...(sources ?? []).map((source) => source.quote ?? '')].join('\n\n');

const redactedBy = ({ seq }: Header, { state }: LintRecord): number => state.redactions.get(seq)?.by ?? Infinity;

function newSources(header: Header, cited: CitedSources): Fault[] {
  return [...new Set(header.urls)]
    .filter((url) => !cited.holds(url, header.seq))
    .map((url) =>
      error(
        header.seq,
        `The closing of ${header.speaker} cites ${url}, which was not cited before; a closing brings no new source.`,
      ),
    );
}

/** Others write figures in forms that the reader of figures may not know. */
function newFigures({ seq, speaker }: Entry, search: FigureSearch, record: LintRecord): Fault[] {
  const figures = search.missingIn(seq);
  if (figures.length === 0) return [];
  const [stands, noNew] = figures.length === 1 ? ['stands', 'no new figure'] : ['stand', 'no new figures'];
  const message = `Of the closing of ${speaker}, ${figures.join(', ')} ${stands} in no earlier entry; a closing brings ${noNew}.`;
  return [leniently(record, error(seq, message))];
}

/** The URLs cited so far, each with the seq from which no unredacted entry cites it. */
class CitedSources {
  readonly #until = new Map<string, number>();

  constructor(private readonly record: LintRecord) {}

  add(header: Header): void {
    const until = redactedBy(header, this.record);
    for (const url of header.urls) {
      const key = this.#key(url);
      this.#until.set(key, Math.max(until, this.#until.get(key) ?? -1));
    }
  }

  holds(url: string, at: number): boolean {
    return (this.#until.get(this.#key(url)) ?? -1) > at;
  }

  /** In others' records an anchor makes no separate source. */
  #key(url: string): string {
    return this.record.isOwn ? url : withoutFragment(url).replace(/\/$/, '');
  }
}

/** Reading the closings' figures again costs little beside it. */
const batchCharacters = 256 * 1024;

interface RedactedText {
  readonly text: string;
  readonly by: number;
}

/** Which figures of some texts are in the entries before them. Only paragraphs that can hold a sought figure are read: all figures of a long log take half a minute. */
export class FigureSearch {
  /** By text: where figures begin that are not found yet. */
  readonly #open = new Map<number, Set<number>>();
  readonly #redacted: RedactedText[] = [];
  #batch: string[] = [];
  #size = 0;
  #wanted: RegExp | undefined;

  /** `texts` by seq, in order. */
  constructor(private readonly texts: ReadonlyMap<number, string>) {
    for (const [seq, text] of texts) this.#open.set(seq, startsOf(figuresIn(text)));
    this.#wanted = this.#pattern();
  }

  /** `by`: the seq of its redaction, from which on it no longer counts. */
  add(text: string, by: number): void {
    if (this.#wanted === undefined) return;
    if (by !== Infinity) {
      this.#redacted.push({ text, by });
      return;
    }
    for (const paragraph of text.split(/\n\s*\n/)) {
      if (!this.#wanted.test(paragraph)) continue;
      this.#batch.push(paragraph);
      this.#size += paragraph.length;
    }
    if (this.#size > batchCharacters) this.#search();
  }

  /** Each as written, once. */
  missingIn(seq: number): string[] {
    this.#search();
    const text = this.texts.get(seq) ?? '';
    const open = this.#open.get(seq) ?? new Set();
    this.#open.delete(seq);
    let missing = figuresIn(text).filter((figure) => open.has(figure.start));
    for (const redacted of this.#redacted) {
      if (missing.length === 0) break;
      if (redacted.by <= seq) continue;
      const notThere = startsOf(missingFigures(text, redacted.text));
      missing = missing.filter((figure) => notThere.has(figure.start));
    }
    return [...new Set(unreckoned(text, missing).map((figure) => figure.raw))];
  }

  #search(): void {
    if (this.#size === 0) return;
    const earlier = this.#batch.join('\n\n');
    this.#batch = [];
    this.#size = 0;
    const sought = [...this.#open].filter(([, starts]) => starts.size > 0);
    const texts = sought.map(([seq]) => this.texts.get(seq) ?? '');
    const missing = startsOf(missingFigures(texts.join('\n\n'), earlier));
    let offset = 0;
    for (const [index, [, starts]] of sought.entries()) {
      for (const start of starts) if (!missing.has(offset + start)) starts.delete(start);
      offset += (texts[index]?.length ?? 0) + 2;
    }
    this.#wanted = this.#pattern();
  }

  /** What a paragraph must hold to be read; undefined when all are found. */
  #pattern(): RegExp | undefined {
    const figures = [...this.#open].flatMap(([seq, starts]) =>
      starts.size === 0 ? [] : openIn(this.texts.get(seq) ?? '', starts),
    );
    if (figures.length === 0) return undefined;
    return new RegExp([...new Set(figures)].join('|'), 'i');
  }
}

/** A rounded figure may match any other. */
function openIn(text: string, starts: ReadonlySet<number>): string[] {
  const open = figuresIn(text).filter((figure) => starts.has(figure.start));
  return open.flatMap((figure) => (isHedged(figure, text) ? [anyDigit, anyWord] : formsOf(figure)));
}

const startsOf = (figures: readonly Figure[]): Set<number> => new Set(figures.map((figure) => figure.start));

const largeWord = String.raw`\b(?:hundred|thousand|(?:m|b|tr)illion|half)\b`;
const anyWord = String.raw`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|(?:m|b|tr)illion|half|zero)\b`;
/** Digits of other scripts and vulgar fractions have too many forms to distinguish here. */
const otherDigit = String.raw`[٠-٩۰-۹०-९０-９½¼¾⅓⅔⅕⅛⅜⅝⅞]`;
const looseWord = String.raw`dozen|halves|thirds|quarters|fifths|sixths|eighths|tenths|third|quarter|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|deux|trois|quatre|cinq|huit|neuf|douze|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce`;
/** What may make up a date or a year. */
const monthWord = String.raw`\b(?:jan|feb|mar|mär|apr|avr|mai|may|maj|jun|jui|jul|aug|ago|aoû|sep|set|oct|okt|out|ott|nov|dec|dez|déc|dic|ene|gen|mag|giu|lug)`;
const relativeYear = String.raw`\byear|jahr|\ban(?:née)?\b|\baño|\banno\b`;
/** What a small number may count. */
const inList = String.raw`[,;]|^\s*[-*+•]`;
const anyDigit = String.raw`\d|${otherDigit}`;

/** The digits without zeros at their ends, which a magnitude may replace, and number words: three digits need a large one. */
function formsOf(figure: Figure): string[] {
  const { kind, readings, value, unit, measure } = figure;
  if (kind === 'date' || kind === 'time' || measure !== undefined || unit === '%')
    return [anyDigit, anyWord, looseWord, monthWord, relativeYear];
  const isYear = Number.isInteger(value) && value >= 1000 && value < 2200;
  const near = isCount(figure) ? [inList] : isYear ? [String.raw`\b(?:1\d|20|21)\d\d\b`, relativeYear] : [];
  return readings.flatMap((reading) => {
    const digits = String(Math.abs(reading))
      .replace(/e.*|\D/g, '')
      .replace(/^0+|(?<!0)0+$/g, '');
    const written = digits === '' ? '0' : digits.replace(/\d(?=\d)/g, String.raw`$&[.,'’\s]?`);
    // "2024–25" holds 2025.
    const shortYear = /^[12]\d{3}$/.test(digits) ? [String.raw`\b${digits.slice(2)}\b`] : [];
    return [
      written,
      ...near,
      otherDigit,
      ...shortYear,
      digits.length > 2 ? largeWord : anyWord,
      ...(digits.length > 2 ? [] : [looseWord]),
    ];
  });
}
