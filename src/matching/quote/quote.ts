import { normaliseText, type NormalisedText } from '../text/normalisedText';
import { align, gap, type Alignment, type QuoteToken } from './quoteAlignment';
import { findFaulty } from '../text/decodingFaults';
import { aroundInsertions, withoutEditing, type Insertion } from '../text/noteMarks';
import { mayBeInserted, maximumOmission, mayBeOmitted, type NormalRange, likelyWindows } from './quoteOmission';
import { tokensOf, type Token } from './quoteTokens';
import { skeletonOf, type Spelling } from '../text/skeleton';
import { findSkeletons } from '../text/skeletonSearch';
import { MatchingSteps } from '../text/matchingSteps';
import { firstIndex, type TextRange } from '../text/text';
import { Needle, occurrences, verbatimForms, type VerbatimHit, type SearchBudget } from './verbatimSearch';

export { normaliseText, type NormalisedText };

/**
 * `exact`: verbatim after normalisation, on word boundaries, with ellipses near enough and without a denial in them; `approximate`: at least three
 * fifths of its words, consecutive and in order; `missing`: `ratio` says how near the best match is; `too_short`: under
 * 12 normalised characters in a row prove nothing; `too_complex`: the search ended at `mostMatchingSteps`, which says
 * nothing.
 */
export type QuoteMatch = FoundQuote | UnfoundQuote;

interface QuoteJudgement {
  /** 0 to 1: the matched part, by weighted words. */
  readonly ratio: number;
  /** An empty string if one side has nothing. */
  readonly differing: readonly { readonly quoted: string; readonly found: string }[];
  /** Found, and only punctuation, spelling or an editor's brackets differ; never a number, negation or unit. */
  readonly typographic: boolean;
}

interface FoundQuote extends QuoteJudgement {
  readonly kind: 'exact' | 'approximate';
  /** UTF-16 offsets in the original, `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Passages between the quotation's ellipses. */
  readonly parts?: readonly TextRange[] | undefined;
  /** Several passages of the source, each for itself as it was quoted, if not on each other's heels. */
  readonly isJoined?: boolean;
}

interface UnfoundQuote extends QuoteJudgement {
  readonly kind: 'missing' | 'too_short' | 'too_complex';
  readonly start?: undefined;
  readonly end?: undefined;
}

/** Twelve ideographs are a clause; still the rule is one for all scripts, as it errs on the side of not judging. */
export const minimumQuoteLength = 12;
const approximateFrom = 0.6;
/** Of the longest part; only a degenerate text has as many. */
const placesTried = 500;
/** Its words are read by some twenty patterns. */
const stepsPerOmission = 5_000;
/** Words in brackets replace a name or a few words, not a clause. */
const longestReplaced = 80;
/** Longer quotations are found verbatim or not at all: the alignment is quadratic. */
const longestAligned = 800;

const ellipsis = /(?<!\s)\s*(?:[[(]\s*(?:…|\.(?:\s?\.){2,3})\s*[\])]|…|\.(?:\s?\.){2,3})\s*/u;
const enclosed = /^\s*["“„«‹'‘‚](.+)["”“»›'’‘]\s*$/su;

interface QuotePart {
  readonly raw: string;
  readonly forms: readonly Needle[];
  readonly length: number;
  /** The insertion that stands before the part instead of an ellipsis. */
  readonly insertion?: Insertion;
}

interface SoughtParts {
  readonly parts: readonly QuotePart[];
  readonly budget: SearchBudget;
}

interface FoundParts {
  readonly start: number;
  readonly end: number;
  readonly hits: readonly VerbatimHit[];
}

/**
 * `within`: UTF-16 offsets of the original, such as the cited lines. Ellipses are gaps; the parts have to follow in
 * order, and one of them has to prove something. Tried as written, then without its writer's additions.
 */
export function findQuote(source: NormalisedText, quote: string | SoughtQuote, within?: TextRange): QuoteMatch {
  const range = normalisedRange(source, within);
  const sought = typeof quote === 'string' ? new SoughtQuote(quote) : quote;
  const asWritten = findReading(source, sought, range);
  if (asWritten.kind === 'exact' || asWritten.kind === 'too_short') return asWritten;
  const { unedited } = sought;
  const bare = unedited === undefined ? asWritten : findReading(source, unedited, range);
  if (bare.kind === 'exact') return bare;
  const best = bare.ratio > asWritten.ratio || (bare.typographic && !asWritten.typographic) ? bare : asWritten;
  if (best.typographic || best.kind === 'too_complex') return best;
  return (
    findSpelled(source, unedited ?? sought, range, best) ??
    inDocument(source, sought, range) ??
    findAround(source, unedited ?? sought, range) ??
    best
  );
}

/** A large initial letter stands by itself. */
const afterInitial = ([first = '', ...others]: readonly string[]): string[] =>
  /^\p{L}{2}/u.test(first) ? [first.replace(/^\p{L}/u, '$& '), ...others] : [];

/** A document shows its faults on pages: see `findFaulty`. */
function inDocument(source: NormalisedText, sought: SoughtQuote, range: TextRange): FoundQuote | undefined {
  if (!sought.isInDocument) return undefined;
  const within = { start: source.toOriginal(range.start), end: source.endInOriginal(range.end) };
  const found = findFaulty(source.skeleton('unspaced'), { quote: sought.bare, budget: sought.budget }, within);
  return found === undefined
    ? undefined
    : { kind: 'approximate', ...found, ratio: 1, differing: [], typographic: true };
}

const spellings: readonly Spelling[] = ['bare', 'spelledOut'];

/**
 * Compares the skeletons of both: then nothing but spelling and signs differs. Parts that an ellipsis joins may stand
 * far apart, and hide a denial between them: the passages are shown, and judged with what stands around each.
 */
function findSpelled(
  source: NormalisedText,
  { bare, parts, budget }: SoughtQuote,
  range: TextRange,
  near: QuoteMatch,
): FoundQuote | undefined {
  const within = { start: source.toOriginal(range.start), end: source.endInOriginal(range.end) };
  const raw = parts.length === 0 ? [bare] : parts.map((part) => part.raw);
  for (const ofQuote of spellings) {
    const sought = raw.map((part) => skeletonOf(part, ofQuote).text);
    for (const ofSource of spellings) {
      if (budget.left <= 0) return undefined;
      const skeleton = source.skeleton(ofSource);
      const found =
        findSkeletons(skeleton, { parts: sought, budget }, within) ??
        findSkeletons(skeleton, { parts: afterInitial(sought), budget }, within);
      const [start, end] = [found?.[0]?.start, found?.at(-1)?.end];
      if (found === undefined || start === undefined || end === undefined) continue;
      const isNear = near.start !== undefined && near.start < end && near.end > start;
      const differing = isNear ? near.differing : [];
      const isJoined = found.length > 1;
      return { kind: 'approximate', start, end, parts: found, ratio: 1, differing, typographic: !isJoined, isJoined };
    }
  }
  return undefined;
}

function findReading(source: NormalisedText, sought: SoughtQuote, range: TextRange): QuoteMatch {
  const { whole, forms, parts, budget } = sought;
  const [verbatim] = whole.length < minimumQuoteLength ? [] : occurrences(source, { forms, budget }, range);
  if (verbatim !== undefined) return exact(verbatim.start, verbatim.end);
  if (!parts.some((part) => part.length >= minimumQuoteLength)) return unfound('too_short', 0);
  const joined = parts.length > 1 || parts[0]?.raw !== sought.bare ? findParts(source, sought, range) : undefined;
  if (joined !== undefined) return exact(joined.start, joined.end, joined.hits);
  const near = findApproximate(source, sought, range);
  return budget.left > 0 ? near : unfound('too_complex', 0);
}

/** Read once for any number of ranges of one text, with one step count for all. */
export class SoughtQuote {
  readonly bare: string;
  readonly whole: QuotePart;
  /** The source may have an ellipsis, too. */
  readonly forms: readonly Needle[];
  readonly parts: readonly QuotePart[];
  readonly unedited: SoughtQuote | undefined;
  #words: QuoteWords | undefined;

  constructor(
    quote: string,
    readonly budget: SearchBudget = new MatchingSteps(),
    /** Whether the letters come from a document's pages and had to be decoded. */
    readonly isInDocument = false,
  ) {
    this.bare = enclosed.exec(quote)?.[1] ?? quote;
    this.whole = partOf(this.bare);
    this.forms = [...partOf(quote).forms, ...this.whole.forms];
    this.parts = partsOf(this.bare);
    const unedited = withoutEditing(quote);
    this.unedited = unedited === quote ? undefined : new SoughtQuote(unedited, budget, isInDocument);
  }

  get words(): QuoteWords {
    return (this.#words ??= wordsOf(this.parts));
  }
}

const partsOf = (text: string): QuotePart[] =>
  text
    .split(ellipsis)
    .map(partOf)
    .filter((part) => /[\p{L}\p{N}]/u.test(part.raw));

/** The brackets mark the insertion, which says no more than the source. */
function findAround(source: NormalisedText, sought: SoughtQuote, range: TextRange): FoundQuote | undefined {
  const around = aroundInsertions(sought.bare);
  if (around === undefined || around.insertions.some(({ words }) => !mayBeInserted(words))) return undefined;
  const parts = around.pieces.flatMap((piece, index) => {
    const own = partsOf(piece);
    const insertion = around.insertions[index - 1];
    return own.map((part, at) => (at === 0 && insertion !== undefined ? { ...part, insertion } : part));
  });
  if (!parts.some(({ length }) => length >= minimumQuoteLength)) return undefined;
  const place = findParts(source, { parts, budget: sought.budget }, range);
  if (place === undefined) return undefined;
  const replaced = new Map(
    place.hits.map((hit, at) => [parts[at]?.insertion, between(source, place.hits[at - 1], hit)]),
  );
  const differing = around.insertions.map((own) => ({ quoted: own.text, found: (replaced.get(own) ?? '').trim() }));
  const added = around.insertions.reduce((sum, { text }) => sum + text.length, 0);
  const { start, end } = place;
  return { kind: 'approximate', start, end, ratio: 1 - added / sought.bare.length, differing, typographic: true };
}

const between = (source: NormalisedText, before: VerbatimHit | undefined, { start }: VerbatimHit): string =>
  before === undefined ? '' : source.original.slice(before.end, start);

function partOf(raw: string): QuotePart {
  const forms = verbatimForms(raw);
  return { raw, forms: forms.map((form) => new Needle(form)), length: forms[0]?.length ?? 0 };
}

function exact(start: number, end: number, parts?: readonly TextRange[]): FoundQuote {
  return { kind: 'exact', start, end, parts, ratio: 1, differing: [], typographic: false };
}

function unfound(kind: UnfoundQuote['kind'], ratio: number): UnfoundQuote {
  return { kind, ratio, differing: [], typographic: false };
}

function normalisedRange(source: NormalisedText, within: TextRange | undefined): TextRange {
  const whole = { start: 0, end: source.text.length };
  if (within === undefined) return whole;
  const indexOf = (offset: number) => firstIndex(whole, (index) => source.toOriginal(index) >= offset);
  return { start: indexOf(within.start), end: indexOf(within.end) };
}

/** The longest part is sought first. */
function findParts(source: NormalisedText, { parts, budget }: SoughtParts, range: TextRange): FoundParts | undefined {
  const anchor = parts.reduce((best, part, index) => (part.length > (parts[best]?.length ?? 0) ? index : best), 0);
  let tried = 0;
  for (const hit of occurrences(source, { forms: parts[anchor]?.forms ?? [], budget }, range)) {
    tried += 1;
    if (tried > placesTried || budget.left <= 0) break;
    const hits = placeAround(source, { parts, anchor, hit, range, budget });
    budget.left -= stepsPerOmission * (hits?.length ?? 0);
    if (budget.left <= 0) break;
    if (hits === undefined || !hits.every((_, index) => index === 0 || isAdmissible(source, parts, hits, index)))
      continue;
    const [start, end] = [hits[0]?.start ?? hit.start, hits.at(-1)?.end ?? hit.end];
    const total = hits.reduce((sum, { from, to }) => sum - (to - from), (hits.at(-1)?.to ?? 0) - (hits[0]?.from ?? 0));
    if (total <= maximumOmission) return { start, end, hits };
  }
  return undefined;
}

interface Placement {
  readonly parts: readonly QuotePart[];
  readonly anchor: number;
  readonly hit: VerbatimHit;
  readonly range: TextRange;
  readonly budget: SearchBudget;
}

/** Nearest matches omit least. */
function placeAround(
  source: NormalisedText,
  { parts, anchor, hit, range, budget }: Placement,
): VerbatimHit[] | undefined {
  const hits = [hit];
  for (let index = anchor - 1; index >= 0; index -= 1) {
    const { forms = [], length = 0 } = parts[index] ?? {};
    const end = hits[0]?.from ?? 0;
    const start = Math.max(range.start, end - maximumOmission - length);
    budget.left -= end - start;
    const nearest = latest([...occurrences(source, { forms, budget }, { start, end })]);
    if (nearest === undefined) return undefined;
    hits.unshift(nearest);
  }
  for (let index = anchor + 1; index < parts.length; index += 1) {
    const { forms = [], length = 0 } = parts[index] ?? {};
    const start = hits.at(-1)?.to ?? 0;
    const end = Math.min(range.end, start + maximumOmission + length);
    budget.left -= end - start;
    const nearest = [...occurrences(source, { forms, budget }, { start, end })].sort(
      (one, other) => one.from - other.from,
    )[0];
    if (nearest === undefined) return undefined;
    hits.push(nearest);
  }
  return hits;
}

function latest(hits: readonly VerbatimHit[]): VerbatimHit | undefined {
  return [...hits].sort((one, other) => other.to - one.to)[0];
}

function isAdmissible(
  source: NormalisedText,
  parts: readonly QuotePart[],
  hits: readonly VerbatimHit[],
  index: number,
): boolean {
  const place = { from: hits[index - 1]?.to ?? 0, to: hits[index]?.from ?? 0 };
  const { insertion } = parts[index] ?? {};
  if (insertion !== undefined) {
    const replaced = source.text.slice(place.from, place.to).trim();
    if (replaced.length > longestReplaced || /\d/.test(replaced)) return false;
    if (!replaced.startsWith(normaliseText(insertion.stem).text)) return false;
  }
  return mayStandFor(source, place, parts.slice(index - 1, index + 1));
}

function mayStandFor(source: NormalisedText, place: NormalRange, neighbours: readonly QuotePart[]): boolean {
  return mayBeOmitted(
    source,
    place,
    neighbours.some((part) => part.length < minimumQuoteLength),
  );
}

interface QuoteWords {
  /** Tokens with gaps between; their indices count in `text`. */
  readonly tokens: readonly QuoteToken[];
  readonly words: readonly Token[];
  /** Separated by spaces. */
  readonly text: string;
  readonly length: number;
  /** Text of the tokens from `from` to `to`. */
  slice(from: number, to: number): string;
}

function findApproximate(
  source: NormalisedText,
  { parts, words: quote, budget }: SoughtQuote,
  range: TextRange,
): QuoteMatch {
  if (quote.tokens.length > longestAligned) return unfound('missing', 0);
  const span = quote.length + (parts.length > 1 ? maximumOmission : 0);
  let best: { alignment: Alignment; tokens: readonly Token[] } | undefined;
  for (const window of likelyWindows(source.text, range, { ...quote, span })) {
    const tokens = tokensOf(source.text, window.start, window.end);
    budget.left -= tokens.length * quote.tokens.length;
    if (budget.left <= 0) break;
    const alignment = align(quote.tokens, tokens);
    if (alignment !== undefined && alignment.ratio > (best?.alignment.ratio ?? -1)) best = { alignment, tokens };
  }
  if (best === undefined || best.alignment.ratio < approximateFrom)
    return unfound('missing', best?.alignment.ratio ?? 0);
  return approximate({ source, parts, quote, ...best });
}

function wordsOf(parts: readonly QuotePart[]): QuoteWords {
  const texts = parts.map((part) => normaliseText(part.raw, 'quote'));
  const places = texts.map((_, index) => texts.slice(0, index).reduce((sum, { text }) => sum + text.length + 1, 0));
  const moved = texts.map(({ text }, index) => {
    const by = places[index] ?? 0;
    return tokensOf(text).map((token) => ({ ...token, from: token.from + by, to: token.to + by }));
  });
  return {
    tokens: moved.flatMap((tokens, index) => (index === 0 ? tokens : ([gap, ...tokens] as QuoteToken[]))),
    words: moved.flat(),
    text: texts.map(({ text }) => text).join(' '),
    length: texts.reduce((sum, { text }) => sum + text.length, 0),
    slice: (from, to) => {
      const index = places.findLastIndex((place) => place <= from);
      const [text, place] = [texts[index], places[index] ?? 0];
      return text?.original.slice(text.toOriginal(from - place), text.endInOriginal(to - place)) ?? '';
    },
  };
}

interface Approximation {
  readonly source: NormalisedText;
  readonly parts: readonly QuotePart[];
  readonly quote: QuoteWords;
  readonly alignment: Alignment;
  readonly tokens: readonly Token[];
}

function approximate({ source, parts, quote, alignment, tokens }: Approximation): FoundQuote {
  const slice = (from: number, to: number) => source.original.slice(source.toOriginal(from), source.endInOriginal(to));
  const differing = alignment.differences.map(({ quoted, found }) => ({
    quoted: ofTokens(quoted, (from, to) => quote.slice(from, to)),
    found: ofTokens(found, slice),
  }));
  // A hyphen at a line's end: tokens cannot know whether it was quoted.
  const isReal = ({ quoted, found }: { quoted: string; found: string }) =>
    !verbatimForms(found).includes(normaliseText(quoted, 'quote').text);
  const omissions = alignment.gaps
    .map(({ from, to }) => ({ from: tokens[from]?.from ?? 0, to: to > from ? (tokens[to - 1]?.to ?? 0) : 0 }))
    .filter((place, index) => place.to > 0 && !mayStandFor(source, place, parts.slice(index, index + 2)))
    .map(({ from, to }) => ({ quoted: '…', found: slice(from, to) }));
  const [start, end] = [source.toOriginal(alignment.first.from), source.endInOriginal(alignment.last.to)];
  const real = [...differing.filter(isReal), ...omissions];
  // Only spaces differ, as inside quotation marks.
  if (real.length === 0 && parts.length === 1) return exact(start, end);
  return {
    kind: 'approximate',
    start,
    end,
    ratio: alignment.ratio,
    differing: real,
    typographic: omissions.length === 0 && alignment.differences.every((difference) => difference.typographic),
  };
}

function ofTokens(tokens: readonly Token[], slice: (from: number, to: number) => string): string {
  const [from, to] = [tokens[0]?.from, tokens.at(-1)?.to];
  return from === undefined || to === undefined ? '' : slice(from, to);
}

/** Apart from enclosing quotation marks and the final stop. A question is not a statement. */
export function sameStatement(claim: string, quote: string): boolean {
  const bare = (text: string) => text.replace(/^[' ]+|(?<![' .!,;:])[' .!,;:]+$/g, '');
  const formsOf = (text: string) => [text, withoutEditing(text)].flatMap(verbatimForms).map(bare);
  const forms = new Set(formsOf(claim));
  return formsOf(quote).some((form) => form !== '' && forms.has(form));
}

/** Line ends as an editor counts them; a text that ends with one has an empty last line. */
const lineEnd = /\r\n|\r|\n/g;

/** UTF-16, of lines (1-based, inclusive) without the last line end; undefined if the text has not even the first. */
export function lineRangeToOffsets(text: string, startLine: number, endLine: number): TextRange | undefined {
  if (!Number.isInteger(startLine) || !Number.isInteger(endLine) || startLine < 1 || endLine < startLine)
    return undefined;
  let line = 1;
  let start = startLine === 1 ? 0 : undefined;
  for (const match of text.matchAll(lineEnd)) {
    if (line === endLine && start !== undefined) return { start, end: match.index };
    line += 1;
    if (line === startLine) start = match.index + match[0].length;
  }
  const isPast = line < endLine && start === text.length;
  return start === undefined || isPast ? undefined : { start, end: text.length };
}

/** 1-based, inclusive, of `[start, end)`; a line's end belongs to the line. */
export function offsetsToLines(text: string, start: number, end: number): { startLine: number; endLine: number } {
  let [startLine, endLine] = [1, 1];
  const last = Math.max(start, end - 1);
  for (const match of text.matchAll(lineEnd)) {
    const nextLine = match.index + match[0].length;
    if (nextLine > last) break;
    if (nextLine <= start) startLine += 1;
    endLine += 1;
  }
  return { startLine, endLine };
}
