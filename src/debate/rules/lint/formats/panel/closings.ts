import type { Entry } from '../../../../log/entry';
import { missingFigures, unreckoned } from '../../../../../matching/figures/figureFindings';
import { figuresIn, type Figure } from '../../../../../matching/figures/figures';
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
    const kind = entry.type === 'verification_result' ? 'results' : 'spoken';
    search.add(textOf(entry), redactedBy(header, record), kind);
    return restingOnAll(faults);
  };
};

/** A panel has at most eight closings; a log with thousands must not cause thousands of searches. */
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

/** Other programs' closings write figures in forms that our reader may not know, so only our own are checked. */
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

  /** An anchor makes no separate source in other programs' records. */
  #key(url: string): string {
    return this.record.isOwn ? url : withoutFragment(url).replace(/\/$/, '');
  }
}

/** Characters of a batch; reading the closings' figures again costs little beside it. */
const batchCharacters = 256 * 1024;

interface RedactedText {
  readonly text: string;
  readonly by: number;
}

/**
 * Finds which figures of some texts appear in earlier entries. It reads only paragraphs that can hold a sought figure,
 * because reading all figures of a long log takes half a minute.
 */
export class FigureSearch {
  /** Offsets of figures that are not found, by text. */
  readonly #open = new Map<number, Set<number>>();
  readonly #redacted: RedactedText[] = [];
  readonly #batches = { spoken: [] as string[], results: [] as string[] };
  #size = 0;
  #wanted: RegExp | undefined;

  /** `texts`: texts by seq, in order. */
  constructor(private readonly texts: ReadonlyMap<number, string>) {
    for (const [seq, text] of texts) this.#open.set(seq, startsOf(figuresIn(text)));
    this.#wanted = this.#pattern();
  }

  /**
   * `by`: seq of the text's redaction, from which on it does not count. Results of checks quote pieces of tables, which must not decide how the
   * debaters' numbers are read, so they are searched apart.
   */
  add(text: string, by: number, kind: 'spoken' | 'results' = 'spoken'): void {
    if (this.#wanted === undefined) return;
    if (by !== Infinity) {
      this.#redacted.push({ text, by });
      return;
    }
    for (const paragraph of text.split(/\n\s*\n/)) {
      if (!this.#wanted.test(paragraph)) continue;
      this.#batches[kind].push(paragraph);
      this.#size += paragraph.length;
    }
    if (this.#size > batchCharacters) this.#search();
  }

  /** Figures that are missing, as written, each once. */
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
    this.#size = 0;
    for (const batch of Object.values(this.#batches))
      if (batch.length > 0) this.#searchIn(batch.splice(0).join('\n\n'));
    this.#wanted = this.#pattern();
  }

  #searchIn(earlier: string): void {
    const sought = [...this.#open].filter(([, starts]) => starts.size > 0);
    const texts = sought.map(([seq]) => this.texts.get(seq) ?? '');
    const missing = startsOf(missingFigures(texts.join('\n\n'), earlier));
    let offset = 0;
    for (const [index, [, starts]] of sought.entries()) {
      for (const start of starts) if (!missing.has(offset + start)) starts.delete(start);
      offset += (texts[index]?.length ?? 0) + 2;
    }
  }

  /** Pattern that a paragraph must match to be read; undefined when all are found. */
  #pattern(): RegExp | undefined {
    const figures = [...this.#open].flatMap(([seq, starts]) =>
      starts.size === 0 ? [] : openIn(this.texts.get(seq) ?? '', starts),
    );
    if (figures.length === 0) return undefined;
    return new RegExp([...new Set(figures)].join('|'), 'i');
  }
}

function openIn(text: string, starts: ReadonlySet<number>): string[] {
  return figuresIn(text)
    .filter((figure) => starts.has(figure.start))
    .flatMap(formsOf);
}

const startsOf = (figures: readonly Figure[]): Set<number> => new Set(figures.map((figure) => figure.start));

const largeWord = String.raw`\b(?:hundred|thousand|(?:m|b|tr)illion|half)\b`;
const anyWord = String.raw`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|(?:m|b|tr)illion|half|zero)\b`;
/** Digits of other scripts and vulgar fractions have too many forms to distinguish here. */
const otherDigit = String.raw`[٠-٩۰-۹०-९０-９½¼¾⅓⅔⅕⅛⅜⅝⅞]`;
/** Words that may be part of a date. */
const monthWord = String.raw`\b(?:jan|feb|mar|mär|apr|avr|mai|may|maj|jun|jui|jul|aug|ago|aoû|sep|set|oct|okt|out|ott|nov|dec|dez|déc|dic|ene|gen|mag|giu|lug)`;
const anyDigit = String.raw`\d|${otherDigit}`;

/**
 * Search forms of a figure: digits without zeros at their ends, which a magnitude may replace, and number words; three
 * digits need a large one.
 */
function formsOf(figure: Figure): string[] {
  const { kind, readings, value, factor = 1, measure, unit } = figure;
  // A scaled figure may round any other, and a small one may be a century.
  const isOpen = factor > 1 || Math.abs(value) <= 21;
  if (kind === 'date' || kind === 'time' || isOpen || measure !== undefined || unit === '%')
    return [anyDigit, anyWord, monthWord];
  return readings.flatMap((reading) => {
    const digits = String(Math.abs(reading))
      .replace(/e.*|\D/g, '')
      .replace(/^0+|(?<!0)0+$/g, '');
    const written = digits === '' ? '0' : digits.replace(/\d(?=\d)/g, String.raw`$&[-.,'’\s]?`);
    // The form "2024–25" holds 2025.
    const shortYear = /^[12]\d{3}$/.test(digits) ? [String.raw`\b${digits.slice(2)}\b`] : [];
    return [written, otherDigit, ...shortYear, digits.length > 2 ? largeWord : anyWord];
  });
}
