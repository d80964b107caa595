import { Reckoner } from './figureArithmetic';
import { FigureTally, mostFigures } from './figureTally';
import { figuresIn, SourceFigures, unlessTooComplex, writtenFigure, type Figure } from './figures';
import { matchesOf } from '../text/matches';
import { MatchingSteps, TooComplex } from '../text/matchingSteps';
import { tieWords } from '../text/text';

/** Findings on the figures of the sentences tied to a source. */
export interface FigureFindings {
  readonly missing: readonly string[];
  /** Code cannot call them missing: they may be no figures, or stand there otherwise. */
  readonly doubtful: readonly string[];
  /** They stand in the source, but for another row or column of a table. */
  readonly misfiled?: readonly MisfiledFigure[];
  /** Rounded figures, each with the source's own figure. */
  readonly rounded: readonly { readonly figure: Figure; readonly exact: Figure }[];
  /** Not in the source, but reckoned from what the entry cites: `2.5 = 13.7 − 11.2`. */
  readonly reckoned: readonly string[];
  readonly any: boolean;
  readonly tooComplex?: string;
}

/** What the figures of an entry may be reckoned from, beside the cited text. */
export interface Reckoning {
  readonly content: string;
  /** The entry's quotations. */
  readonly quotes: readonly string[];
}

export const reckoningOf = ({ content, sources }: CitingEntry): Reckoning => ({
  content,
  quotes: (sources ?? []).flatMap(({ quote }) => quote ?? []),
});

interface CitingEntry {
  content: string;
  sources?: readonly { quote?: string | undefined }[] | null | undefined;
}

interface FigureSearch {
  /** Facts such as title and date. */
  beside?: string;
  steps?: MatchingSteps;
  reckoning?: Reckoning;
}

/** Rule 24 and its warning; the source is read once. */
export function figureFindings(
  tied: readonly string[],
  text: string,
  { beside = '', steps = new MatchingSteps(), reckoning }: FigureSearch = {},
): FigureFindings {
  const claims = tied.filter((sentence) => figuresIn(sentence).length > 0);
  if (claims.length === 0) return { ...nothingFound, any: false };
  const found = unlessTooComplex(() => findingsIn(claims, new SourceFigures(text, beside, steps), reckoning));
  return found instanceof TooComplex ? { ...nothingFound, any: true, tooComplex: found.message } : found;
}

const nothingFound = { missing: [], doubtful: [], rounded: [], reckoned: [] };

function findingsIn(
  claims: readonly string[],
  source: SourceFigures,
  reckoning: Reckoning | undefined,
): FigureFindings {
  const unfound = claims.flatMap((claim) => source.missing(claim));
  const how = reckonedIn(unfound, source, reckoning);
  return {
    missing: written(unfound.filter((figure) => !how.has(figure))),
    reckoned: [...how].map(([figure, words]) => `${writtenFigure(figure)} = ${words}`),
    doubtful: written(claims.flatMap((claim) => source.doubtful(claim))),
    misfiled: claims.flatMap((claim) => misfiledFigures(claim, source)),
    rounded: claims.flatMap((claim) => roundedIn(claim, source)),
    any: true,
  };
}

/** How each of these follows from what the entry cites. */
function reckonedIn(
  figures: readonly Figure[],
  source: SourceFigures,
  reckoning: Reckoning | undefined,
): Map<Figure, string> {
  if (reckoning === undefined || figures.length === 0) return new Map();
  const { steps } = source;
  const of = (text: string): Figure[] => figuresIn(text, new FigureTally(mostFigures, steps));
  const cited = [...source.figures, ...reckoning.quotes.flatMap(of)];
  const reckoner = new Reckoner({ cited, said: of(reckoning.content) }, steps);
  return new Map(
    figures.flatMap((figure) => {
      const words = reckoner.wordsFor(figure);
      return words === undefined ? [] : [[figure, words] as const];
    }),
  );
}

const written = (figures: readonly Figure[]): string[] => [...new Set(figures.map(writtenFigure))];

function roundedIn(claim: string, source: SourceFigures): { figure: Figure; exact: Figure }[] {
  return source.claimed(claim).flatMap((figure) => {
    const exact = source.rounded(figure, claim);
    return exact === undefined ? [] : [{ figure, exact }];
  });
}

/** Returns those of the missing figures that cannot be reckoned from the text's others; none where that takes too long. */
export function unreckoned(text: string, missing: readonly Figure[]): Figure[] {
  if (missing.length === 0) return [];
  const starts = new Set(missing.map(({ start }) => start));
  const left = unlessTooComplex(() => {
    const known = figuresIn(text).filter(({ start }) => !starts.has(start));
    const reckoner = new Reckoner({ cited: known, said: known }, new MatchingSteps());
    return missing.filter((figure) => reckoner.wordsFor(figure) === undefined);
  });
  return left instanceof TooComplex ? [] : left;
}

/** None where the source or the claims have too many figures to say. */
export function missingFigures(
  claims: string | readonly string[],
  source: string,
  { beside = '', reckoning }: Pick<FigureSearch, 'beside' | 'reckoning'> = {},
): Figure[] {
  // Reading a source costs far more.
  const withFigures = [claims].flat().filter((claim) => figuresIn(claim).length > 0);
  if (withFigures.length === 0) return [];
  const missing = unlessTooComplex(() => {
    const figures = new SourceFigures(source, beside);
    const unfound = withFigures.flatMap((claim) => figures.missing(claim));
    const how = reckonedIn(unfound, figures, reckoning);
    return unfound.filter((figure) => !how.has(figure));
  });
  return missing instanceof TooComplex ? [] : missing;
}

export function figureWarning({ misfiled = [], rounded, reckoned: sums }: FigureFindings): string | undefined {
  const roundings = rounded.map(
    ({ figure, exact }) => `“${writtenFigure(figure)}” is rounded: the source says “${writtenFigure(exact)}”.`,
  );
  const derived = sums.map((how) => `Not written there, but reckoned from figures that are: ${how}.`);
  const said = [...new Set([...roundings, ...derived, ...misfiled.map(filing)])];
  return said.length === 0 ? undefined : said.join(' ');
}

const filing = ({ figure, there, named }: MisfiledFigure): string =>
  `“${figure.raw.trim()}” stands in the source for “${there}”, not for “${named}”.`;

interface MisfiledFigure {
  readonly figure: Figure;
  /** The row's or column's name. */
  readonly there: string;
  readonly named: string;
}

const placesLookedAt = 100;

/**
 * The figures that are in the source only in rows and columns about something else: "40 %" of the northern quay, when the claim speaks of
 * the southern one. A doubt, and no more.
 */
function misfiledFigures(claim: string, source: SourceFigures): MisfiledFigure[] {
  const years = yearsIn(claim);
  const words = new Set([...tieWords(claim), ...years]);
  return source.claimed(claim).flatMap((figure) => {
    if (years.has(figure.raw.trim())) return [];
    const places = source.proving(figure);
    if (places.length === 0 || places.length > placesLookedAt) return [];
    const filed = places.map((place) => inTable(source, place, words));
    const [first] = filed;
    return first === undefined || filed.includes(undefined) ? [] : [{ figure, ...first }];
  });
}

type Filed = Omit<MisfiledFigure, 'figure'>;

const fourDigits = /(?<![\d.,]|\p{Sc}\s?)(?:1[5-9]|20|21)\d\d(?![\d%]|[.,]\d)/gu;

const yearsIn = (text: string): Set<string> => new Set(Array.from(matchesOf(text, fourDigits), ([year]) => year));

/** Its line is cut into cells. */
const stepsPerPlace = 2_000;

/** Checks a figure by the names of its row and its column, against the others of the table. */
function inTable({ text, steps }: SourceFigures, place: Figure, words: ReadonlySet<string>): Filed | undefined {
  steps.take(stepsPerPlace);
  const start = rowStart(text, place.start);
  const row = start === undefined ? [] : cellsAt(text, start);
  if (start === undefined || row.length < 2) return undefined;
  const column = text.slice(start, place.start).split('\t').length - 1;
  const rows = rowsAround(text, start);
  steps.take(rows.reduce((sum, cells) => sum + 20 * cells.length, 0));
  const header = rows[0] ?? [];
  const labels = column === 0 ? [] : rows.slice(1).map(([label = '']) => label);
  return (
    other(row[0] ?? '', labels, words) ??
    (header.length === row.length ? other(header[column] ?? '', header.slice(1), words) : undefined)
  );
}

/** The name that the claim means instead. */
function other(own: string, names: readonly string[], words: ReadonlySet<string>): Filed | undefined {
  const ownWords = wordsOf(own);
  if (ownWords.length === 0) return undefined;
  const named = names.find((name) => {
    const only = wordsOf(name).filter((word) => !ownWords.includes(word));
    return name !== own && only.length > 0 && only.every((word) => words.has(word));
  });
  if (named === undefined) return undefined;
  const mine = ownWords.filter((word) => !wordsOf(named).includes(word));
  return mine.length > 0 && !mine.some((word) => words.has(word))
    ? { there: own.trim(), named: named.trim() }
    : undefined;
}

const wordsOf = (name: string): string[] => [...tieWords(name), ...yearsIn(name)];

/** A longer line is no row of a table for people. */
const widestRow = 10_000;

function rowStart(text: string, at: number): number | undefined {
  const from = Math.max(0, at - widestRow);
  const start = from + text.slice(from, at).lastIndexOf('\n') + 1;
  return start === from && from > 0 ? undefined : start;
}

function cellsAt(text: string, start: number): string[] {
  const line = text.slice(start, start + widestRow);
  const end = line.indexOf('\n');
  return end < 0 && line.length === widestRow ? [] : line.slice(0, end < 0 ? undefined : end).split('\t');
}

const mostRows = 300;
/** Limit in characters. */
const longestTable = 100_000;

function rowsAround(text: string, start: number): string[][] {
  let first = start;
  for (let count = 0; count < mostRows && first > 0 && start - first < longestTable; count += 1) {
    const before = rowStart(text, first - 1);
    if (before === undefined || cellsAt(text, before).length < 2) break;
    first = before;
  }
  const rows: string[][] = [];
  for (let at = first; rows.length < mostRows && at < text.length && at - first < longestTable;) {
    const cells = cellsAt(text, at);
    if (cells.length < 2) break;
    rows.push(cells);
    const end = text.slice(at, at + widestRow).indexOf('\n');
    if (end < 0) break;
    at += end + 1;
  }
  return rows;
}
