import { matchesOf } from '../../../matching/text/matches';
import { entryTypes } from '../../../debate/log/entryData';
import { foundStatuses } from '../../../debate/log/sourceMark';
import { formats } from '../../../debate/formats/registry';
import type { TextRange } from '../../../matching/text/text';
import { english, statuses, type Translator } from '../../../projections/vocabulary';
import { errorText } from '../../../debate/log/objects';
import { foldedText, searchTerms, shortestPrefix, unseen } from '../../../research/searchTerms';

export const searchKinds = ['entry', 'source', 'document'] as const;
/** What an entry says, a source that it cites, a document's text as the record has it. */
export type SearchKind = (typeof searchKinds)[number];

/** Filters in lower case. An entry must match any value of a filter, and all filters. */
export interface SearchFilters {
  speaker: readonly string[];
  type: readonly string[];
  /** Status of the debate (`paused`), or of a source (`fabricated`). */
  status: readonly string[];
  format: readonly string[];
  in: readonly SearchKind[];
  /** Milliseconds since the epoch, included. */
  after: number | undefined;
  /** Not included. */
  before: number | undefined;
}

export interface SearchQuery {
  /** Words of one term, which also find what begins with them, and phrases of several, one after the other. */
  units: readonly (readonly string[])[];
  /** Nothing that holds one of these is found. */
  without: readonly (readonly string[])[];
  /** An expression instead of words. */
  pattern: string | undefined;
  filters: SearchFilters;
}

interface QueryFault {
  code:
    | 'empty'
    | 'empty_pattern'
    | 'bad_date'
    | 'bad_value'
    | 'no_value'
    | 'without_filter'
    | 'bad_flags'
    | 'bad_pattern'
    | 'mixed';
  /** The part of the query that is meant, or what the reader of expressions says. */
  what?: string;
  known?: readonly string[];
}

export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly code: QueryFault['code'];

  constructor(readonly fault: QueryFault) {
    super(queryWords(english, fault));
    this.code = fault.code;
  }
}

export function queryWords(l10n: Translator, { code, what = '', known = [] }: QueryFault): string {
  switch (code) {
    case 'empty':
      return l10n.t('There is nothing to search for: type a word, a “phrase” in quotation marks or a filter.');
    case 'empty_pattern':
      return l10n.t('There is nothing to search for: the expression is empty.');
    case 'bad_date':
      return l10n.t('“{0}” is no date. Write one as 2026-01-31.', what);
    case 'bad_value':
      return l10n.t('“{0}” is not known. What is: {1}.', what, known.join(', '));
    case 'no_value':
      return l10n.t('“{0}:” needs a value right after it, as in {1}.', what, known.join(', '));
    case 'without_filter':
      return l10n.t('“{0}”: only words and phrases can be left out, not filters.', what);
    case 'bad_flags':
      return l10n.t(
        '“{0}”: an expression ignores case and finds all in every line; it takes no flags but {1}.',
        what,
        flags.split('').join(', '),
      );
    case 'mixed':
      return l10n.t('Search for words or for a regular expression, not for both at once.');
    case 'bad_pattern':
      return l10n.t('This is no regular expression: {0}.', what);
  }
}

export const filterNames = ['speaker', 'type', 'status', 'format', 'in', 'after', 'before'] as const;
export type FilterName = (typeof filterNames)[number];

interface Part {
  filter: FilterName | undefined;
  isWithout: boolean;
  text: string;
}

interface Parts {
  parts: readonly Part[];
  pattern: string | undefined;
}

const parted = new RegExp(
  `(?<!\\S)/(?<pattern>.+)/(?<flags>(?:(?<flag>[dgimsuvy])(?!\\S*\\k<flag>))*)(?!\\S)|(?<without>(?<!\\S)-(?=\\S))?(?:(?<filter>${filterNames.join('|')}):)?(?:"(?<quoted>[^"]*)"?|[“”„](?<curly>[^“”]*)[“”]?|(?<bare>\\S+)|(?<=:))`,
  'gisu',
);

/**
 * Reads `speaker:ann type:rebuttal after:2026-01-01 cost -draft "shared pipeline"`, or `/ship(s|ped)/ speaker:ann`. A word before a colon
 * that is no filter is a word. `filters`: more of them, which a quotation mark left open in the text does not swallow. @throws QueryError
 */
export function parseQuery(text: string, filters = ''): SearchQuery {
  const { pattern, parts: ofText } = partsOf(text);
  const parts = [...ofText, ...partsOf(filters).parts];
  const words = parts.filter(({ filter }) => filter === undefined);
  return checkedQuery({
    units: words.filter(({ isWithout }) => !isWithout).flatMap(unitsOf),
    without: words.filter(({ isWithout }) => isWithout).flatMap(unitsOf),
    pattern,
    filters: filtersOf(parts),
  });
}

/** @throws QueryError */
export function patternQuery(pattern: string, filters = ''): SearchQuery {
  return checkedQuery({ ...emptyQuery, pattern, filters: filtersOf(partsOf(filters).parts) });
}

export const writtenFilter = (name: FilterName, value: string): string =>
  /[\s"“”„]/.test(value) ? `${name}:"${value.replaceAll('"', '')}"` : `${name}:${value}`;

const emptyQuery = { units: [], without: [] };

/** After a backslash other programs take it as itself, a pattern for Unicode does not. */
const plainEscape = /[ !"#%&',:;<=>@_`~-]/;
const flags = 'gimu';

/** Ignores case; `^` and `$` are of lines. @throws QueryError */
export function regExpOf(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)/gsu, (whole, character: string) =>
    plainEscape.test(character) ? `\\x${character.charCodeAt(0).toString(16)}` : whole,
  );
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const why = errorText(error).replace(`Invalid regular expression: /${source}/${flags}: `, '');
    throw new QueryError({ code: 'bad_pattern', what: why });
  }
}

function checkedQuery(query: SearchQuery): SearchQuery {
  const { units, without, pattern, filters } = query;
  if (pattern === '') throw new QueryError({ code: 'empty_pattern' });
  if (pattern !== undefined) regExpOf(pattern);
  if (pattern !== undefined && units.length + without.length > 0) throw new QueryError({ code: 'mixed' });
  const isFiltered = Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
  if (units.length === 0 && pattern === undefined && !isFiltered) throw new QueryError({ code: 'empty' });
  return query;
}

function partsOf(text: string): Parts {
  const found = [...text.matchAll(parted)];
  return {
    pattern: found.map(patternIn).find((pattern) => pattern !== undefined),
    parts: found.filter(({ groups = {} }) => groups['pattern'] === undefined).map(partIn),
  };
}

function patternIn({ 0: whole, groups = {} }: RegExpExecArray): string | undefined {
  if (/[^gimu]/.test(groups['flags'] ?? '')) throw new QueryError({ code: 'bad_flags', what: whole });
  return groups['pattern'];
}

function partIn({ 0: whole, groups = {} }: RegExpExecArray): Part {
  const { filter, quoted, curly, bare } = groups;
  const part = {
    filter: filterNames.find((name) => name === filter?.toLowerCase()),
    isWithout: groups['without'] !== undefined,
    text: quoted ?? curly ?? bare ?? '',
  };
  if (part.filter !== undefined && part.isWithout) throw new QueryError({ code: 'without_filter', what: whole });
  if (part.filter !== undefined && part.text.trim() === '')
    throw new QueryError({ code: 'no_value', what: part.filter, known: [example(part.filter)] });
  return part;
}

const example = (filter: FilterName): string =>
  filter === 'after' || filter === 'before'
    ? `${filter}:2026-01-31`
    : `${filter}:${{ ...filterValues, speaker: ['ann'] }[filter][0]}`;

/** `e-mail` and `41.5` are phrases as they are written. */
function unitsOf({ text }: Part): string[][] {
  const terms = askedTerms(text);
  return terms.length === 0 ? [] : [terms];
}

function filtersOf(parts: readonly Part[]): SearchFilters {
  const valuesOf = (name: FilterName): string[] =>
    parts.filter(({ filter }) => filter === name).map(({ text }) => text.trim());
  const lower = (name: FilterName): string[] => valuesOf(name).map((value) => value.toLowerCase());
  const known = (name: keyof typeof filterValues): string[] => lower(name).map((value) => knownValue(name, value));
  return {
    speaker: lower('speaker'),
    type: known('type'),
    status: known('status'),
    format: known('format'),
    in: known('in').flatMap((value) => searchKinds.filter((kind) => pluralOf[kind] === value)),
    after: valuesOf('after').map(dayOf).at(-1),
    before: valuesOf('before').map(dayOf).at(-1),
  };
}

const pluralOf = { entry: 'entries', source: 'sources', document: 'documents' } as const;

const isUnsearched: ReadonlySet<string> = new Set(['empty', 'unreadable']);

export const filterValues = {
  in: Object.values(pluralOf),
  status: [...foundStatuses, ...statuses.filter((status) => !isUnsearched.has(status))],
  format: formats.map(({ name }) => name),
  type: entryTypes,
} as const satisfies Partial<Record<FilterName, readonly string[]>>;

const openFilters = ['type', 'format'] as const;
const isOpen = (name: FilterName): boolean => openFilters.some((one) => one === name);

/** What no debate of ours has: where nothing is found, that may be why. */
export function unknownWords(l10n: Translator, { filters }: Pick<SearchQuery, 'filters'>): string[] {
  return openFilters.flatMap((name) => {
    const known: readonly string[] = filterValues[name];
    return filters[name]
      .filter((value) => !known.includes(value))
      .map((value) => queryWords(l10n, { code: 'bad_value', what: `${name}:${value}`, known }));
  });
}

function knownValue(name: keyof typeof filterValues, value: string): string {
  const all: readonly string[] = filterValues[name];
  const written = value.replace(/[\s-]+/g, '_');
  const plural = searchKinds.find((kind) => name === 'in' && kind === written);
  const found = all.find((one) => one === (plural === undefined ? written : pluralOf[plural]));
  if (found !== undefined) return found;
  // Another program's record may have its own.
  if (isOpen(name)) return value;
  throw new QueryError({ code: 'bad_value', what: `${name}:${value}`, known: all });
}

/** The moment at which a year, month or day begins, or a given moment; UTC by default. */
function dayOf(value: string): number {
  const [, day = '', time, offset] = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T[\d:.]+(Z|[+-][\d:]+)?)?$/i.exec(value) ?? [];
  const moment = Date.parse(time === undefined || offset !== undefined ? value : `${value}Z`);
  // 31 February would be read as a day in March.
  const isDay = day !== '' && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (isDay && !Number.isNaN(moment)) return moment;
  throw new QueryError({ code: 'bad_date', what: value });
}

interface PlacedTerm extends TextRange {
  term: string;
}

/** Symbols for letters and numbers (№ ™ ⓐ ㈱) belong to the adjacent word. */
const inWords =
  '\\p{L}\\p{N}\\p{M}\\u{2100}-\\u{214f}\\u{2460}-\\u{24ff}\\u{3200}-\\u{33ff}\\u{1f100}-\\u{1f1e5}\\u{1f200}-\\u{1f2ff}';
const words = new RegExp(`[${inWords}][${inWords}${unseen}]*`, 'gu');
/** Scripts without spaces between words, with what they share, such as the long vowel mark ー. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const anyUnspaced = new RegExp(`[${unspaced}]`, 'u');
const runs = new RegExp(`[${unspaced}][${unspaced}\\p{M}${unseen}]*|[^${unspaced}]+`, 'gu');
const ascii = /^\w{1,64}$/;

/**
 * What a text is found by, in order: words in lower case, without accents and compatibility forms. Where no spaces are between words, each
 * character with the one after it, and the last by itself: so each begins a term and is found alone, too.
 */
export function* placedTerms(text: string): Generator<PlacedTerm> {
  for (const { 0: word, index } of matchesOf(text, words)) {
    if (ascii.test(word)) yield { term: word.toLowerCase(), start: index, end: index + word.length };
    else if (anyUnspaced.test(word)) yield* mixedTerms(word, index);
    else for (const term of searchTerms(word)) yield { term, start: index, end: index + word.length };
  }
}

function* mixedTerms(word: string, offset: number): Generator<PlacedTerm> {
  for (const { 0: run, index } of matchesOf(word, runs)) {
    const start = offset + index;
    if (anyUnspaced.test(run)) yield* pairs(charactersOf(run, start));
    else for (const term of searchTerms(run)) yield { term, start, end: start + run.length };
  }
}

function* pairs(characters: readonly PlacedTerm[]): Generator<PlacedTerm> {
  for (const [at, { term, start, end }] of characters.entries()) {
    const next = characters[at + 1];
    yield next === undefined ? { term, start, end } : { term: term + next.term, start, end: next.end };
  }
}

/** Most of what is in Han: folding changes nothing, and takes long to find that out. */
const isUnified = (character: string): boolean => character >= '\u4e00' && character <= '\u9fff';

/** One by one: a mark belongs to the character before it, and what stands for several has them all in its place. */
function charactersOf(run: string, offset: number): PlacedTerm[] {
  const characters: PlacedTerm[] = [];
  let start = offset;
  for (const character of run) {
    const end = start + character.length;
    const folded = isUnified(character) ? character : foldedText(character);
    const before = characters.at(-1);
    if (folded === '' && before !== undefined) characters[characters.length - 1] = { ...before, end };
    for (const term of folded) if (term === character || isCharacter(term)) characters.push({ term, start, end });
    start = end;
  }
  return characters;
}

const single = new RegExp(`^[${unspaced}]$`, 'u');
/** Particles are written to the word. */
const korean = /^\p{Script=Hangul}{2,}$/u;

export const isCharacter = (term: string): boolean => single.test(term);

/** The last character of a pair is not asked for again. */
function askedTerms(text: string): string[] {
  const placed = [...placedTerms(text)];
  const [before, last] = placed.slice(-2);
  if (last !== undefined && before?.end === last.end && isCharacter(last.term)) placed.pop();
  return placed.map(({ term }) => term);
}

/** Whether this term also stands for longer ones that begin with it. */
export const goesOn = (terms: readonly string[], at: number): boolean => {
  const term = terms[at] ?? '';
  const isWord = terms.length === 1 && term.length >= shortestPrefix;
  return at === terms.length - 1 && (isWord || isCharacter(term) || korean.test(term));
};
