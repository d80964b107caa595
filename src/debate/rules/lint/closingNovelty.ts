import type { Entry } from '../../entry';
import { withoutFragment } from '../../sourceUrl';
import type { Header } from '../../state';
import { FigureSearch } from './figureSearch';
import { byDebater, error, leniently, type EntryRule, type Fault, type LintRecord } from './lintRecord';
import { stageOf } from './phaseOrder';

/** Structure: a closing brings no source that was not cited before, and no figure that stands in no earlier entry. */
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
    search.add(textOf(entry), struckBy(header, record));
    return faults;
  };
};

/** A panel has eight closings at most; a log that has thousands is no reason to search it thousands of times. */
const mostClosings = 64;

function closingsOf({ headers, view }: LintRecord): Map<number, string> {
  const closings = headers
    .filter((header) => byDebater(header) && stageOf(header) === 'closing')
    .slice(0, mostClosings);
  return new Map(closings.map(({ seq }) => [seq, view.raw(seq)?.content ?? '']));
}

const textOf = ({ content, sources }: Entry): string =>
  [content, ...(sources ?? []).map((source) => source.quote ?? '')].join('\n\n');

const struckBy = ({ seq }: Header, { state }: LintRecord): number => state.redactions.get(seq)?.by ?? Infinity;

function newSources(header: Header, cited: CitedSources): Fault[] {
  return [...new Set(header.urls)]
    .filter((url) => !cited.holds(url, header.seq))
    .map((url) =>
      error(
        'structure',
        header.seq,
        `The closing of ${header.speaker} cites ${url}, which was not cited before; a closing brings no new source.`,
      ),
    );
}

/** Others' figures are written in ways that nobody agreed on with the reader of figures. */
function newFigures({ seq, speaker }: Entry, search: FigureSearch, record: LintRecord): Fault[] {
  const figures = search.missingIn(seq);
  if (figures.length === 0) return [];
  const [stands, noNew] = figures.length === 1 ? ['stands', 'no new figure'] : ['stand', 'no new figures'];
  const message = `Of the closing of ${speaker}, ${figures.join(', ')} ${stands} in no earlier entry; a closing brings ${noNew}.`;
  return [leniently(record, error('structure', seq, message))];
}

/** The URLs that were cited so far, each with the time from which nothing unstruck cites it any more. */
class CitedSources {
  readonly #until = new Map<string, number>();

  constructor(private readonly record: LintRecord) {}

  add(header: Header): void {
    const until = struckBy(header, this.record);
    for (const url of header.urls) {
      const key = this.#key(url);
      this.#until.set(key, Math.max(until, this.#until.get(key) ?? -1));
    }
  }

  holds(url: string, at: number): boolean {
    return (this.#until.get(this.#key(url)) ?? -1) > at;
  }

  /** In others' records an anchor makes no other source. */
  #key(url: string): string {
    return this.record.isOwn ? url : withoutFragment(url).replace(/\/$/, '');
  }
}
