import {
  findQuote,
  lineRangeToOffsets,
  minimumQuoteLength,
  type NormalisedText,
  normaliseText,
  offsetsToLines,
  type QuoteMatch,
  SoughtQuote,
} from './quote';
import { withEscapesRead } from '../text/noteMarks';
import { withoutFillers } from '../text/linedText';
import { isTex, renderedTex } from '../text/renderedText';
import { caseDifference, numberAround, seamIn } from './quoteDoubts';
import { pageSpan, type PageSpan, type PartKind, type TextLayout } from '../text/sourceText';
import type { SourceUrl } from '../text/sourceUrl';
import { contentWords, sentences } from '../text/text';
import { MatchingSteps, mostMatchingSteps } from '../text/matchingSteps';
import type { CheckResult } from './checkResult';

export interface Verdict {
  result: CheckResult;
  note?: string | undefined;
  /** The judge of support reads the note, and decides. */
  isForJudge?: true;
  /** Several passages, each of which stands there: a judge of support may still verify them. */
  isJoined?: true;
  /** It runs over an edge between pieces of the text, such as from a row of a table into the next paragraph. */
  isSeam?: true;
  /** Where it stands instead: `at lines 12–13`, `on page 3`. */
  standsAt?: string;
}

interface QuoteCheck {
  verdict: Verdict;
  match: QuoteMatch | undefined;
  /** In any part of the text. */
  passage: Range | undefined;
}

/** The address cites all of it by default. */
export interface CitedText {
  text: string;
  layout?: TextLayout | undefined;
  range?: CitedRange;
  /** If the source's lines are not those of the text. */
  linesOf?: (passage: Range) => { startLine: number; endLine: number };
}

/** In the author's text. */
export function checkQuote(quote: string | undefined, cited: CitedText, steps = new MatchingSteps()): QuoteCheck {
  const { range = { kind: 'whole' } } = cited;
  const unsought = (result: CheckResult, note: string): QuoteCheck => ({
    verdict: { result, note },
    match: undefined,
    passage: undefined,
  });
  if (range.kind === 'missing') return unsought('fail', range.note);
  if (quote === undefined || quote.trim() === '') return unsought('not_applicable', 'Nothing was quoted.');
  if (range.kind === 'wordless') return unsought('not_judged', range.note);
  return new QuoteSearch(quote, { ...cited, range }, steps).check();
}

class QuoteSearch {
  readonly #normal: NormalisedText;
  readonly #body: Range[];
  readonly #sought: SoughtQuote;

  constructor(
    private readonly quote: string,
    private readonly place: CitedText & { range: CitedRange },
    private readonly steps: MatchingSteps,
  ) {
    steps.left -= place.text.length + 4 * quote.length;
    this.#normal = normaliseText(place.text);
    this.#body = bodyRanges(place.text, place.layout);
    this.#sought = new SoughtQuote(quote, steps, place.layout?.pages !== undefined);
  }

  check(): QuoteCheck {
    const match = this.#cited();
    const found = (): QuoteCheck => ({ verdict: this.#verdict(match), match, passage: passageOf(match) });
    if (stands(match) || match.kind === 'too_short' || match.kind === 'too_complex') return found();
    const other = this.#otherPart();
    if (other !== undefined) {
      const note = `It stands only in ${partWords[other.kind]}.`;
      return { verdict: { result: 'not_judged', note }, match, passage: other.passage };
    }
    const escaped = this.#read();
    if (escaped !== undefined) return escaped;
    return this.#mayBeUnreadable() ? { verdict: unreadable, match, passage: undefined } : found();
  }

  /** Whether a passage with undecodable signs has all the rest of the quotation. */
  #mayBeUnreadable(): boolean {
    const { text, range } = this.place;
    if (!text.includes('\ufffd')) return false;
    const limits = range.kind === 'lines' ? range : range.kind === 'page' ? range.page : { start: 0, end: text.length };
    const body = within(this.#body, limits);
    // Of a number that a script would write there, not even the digits are known.
    return [/[a-z\d]+/gi, /[a-z]+/gi].some((known) => body.some((range) => this.#standsButFor(range, known)));
  }

  /** `known`: the signs that could be read on both sides. */
  #standsButFor({ start, end }: Range, known: RegExp): boolean {
    const { text } = this.place;
    const wanted = this.quote
      .split(/…|(?:\.\s?){2,3}\./)
      .map((part) => undoubted(part, known).text)
      .filter((part) => part !== '');
    if (wanted.join('').length < minimumQuoteLength) return false;
    const read = undoubted(text.slice(start, end), known);
    const found = inOrder(read.text, wanted);
    return (
      found !== undefined && text.slice(start + read.at(found.start), start + read.at(found.end)).includes('\ufffd')
    );
  }

  /** In a text of strings with escapes, such as JSON, or in one written for TeX. */
  #read(): QuoteCheck | undefined {
    const own = this.place.text;
    const texts = [withEscapesRead(own), ...(isTex(own) ? [renderedTex(own)] : [])].filter((text) => text !== own);
    for (const text of texts) {
      const match = new QuoteSearch(this.quote, { ...this.place, text }, this.steps).#cited();
      if (!stands(match)) continue;
      const note =
        'It stands there only where escapes, such as \\n or \\u00e9, are read as the signs that they stand for.';
      return { verdict: { result: 'approximate', note }, match, passage: passageOf(match) };
    }
    return undefined;
  }

  #cited(): QuoteMatch {
    const { range, text } = this.place;
    if (range.kind === 'lines') return this.#best(within(this.#body, range));
    if (range.kind === 'page') return this.#onPage(range);
    const [only, second] = this.#body;
    const isAll = second === undefined && only?.start === 0 && only.end === text.length;
    return this.#best(isAll ? [undefined] : this.#body);
  }

  /** A quotation may cross the edge of a page. */
  #onPage({ page, before, after }: Extract<CitedRange, { kind: 'page' }>): QuoteMatch {
    const alone = this.#best(within(this.#body, page));
    if (alone.kind === 'exact' || alone.kind === 'too_short') return alone;
    const overEdge = [
      { start: page.start, end: after?.end ?? page.end },
      { start: before?.start ?? page.start, end: page.end },
    ].map((window) => this.#best(within(this.#body, window)));
    const touching = overEdge.filter(({ start, end }) => start !== undefined && start < page.end && end > page.start);
    return touching.reduce(better, alone);
  }

  #best(ranges: readonly (Range | undefined)[]): QuoteMatch {
    const [first, ...others] = ranges;
    // The range has no text of the author's, so it has no quotation either.
    const start = ranges.length === 0 ? { start: 0, end: 0 } : first;
    return others.reduce(
      (best, range) => (best.kind === 'exact' ? best : better(best, this.#find(range))),
      this.#find(start),
    );
  }

  #find(range: Range | undefined): QuoteMatch {
    return findQuote(this.#normal, this.#sought, range);
  }

  #otherPart(): { kind: Exclude<PartKind, 'body'>; passage: Range } | undefined {
    const { layout, range } = this.place;
    if (range.kind !== 'whole' && stands(this.#best(this.#body))) return undefined;
    const limits = range.kind === 'lines' ? (range.others ?? range) : { start: 0, end: this.place.text.length };
    for (const { kind, ...part } of layout?.parts ?? []) {
      const [cited] = kind === 'body' ? [] : within([part], limits);
      if (kind === 'body' || cited === undefined) continue;
      const match = this.#find(cited);
      const passage = stands(match) ? passageOf(match) : undefined;
      if (passage !== undefined) return { kind, passage };
    }
    return undefined;
  }

  #verdict(match: QuoteMatch): Verdict {
    switch (match.kind) {
      case 'exact':
        return this.#verbatim(match);
      case 'too_short':
        return { result: 'not_judged', note: 'A quotation of under 12 characters proves nothing.' };
      case 'too_complex':
        return {
          result: 'not_judged',
          note: `The quotation was not looked for everywhere, too complex: more than ${mostMatchingSteps.toLocaleString('en-US')} steps.`,
        };
      case 'approximate':
        if (match.isJoined === true) return { result: 'approximate', note: joinedNote, isJoined: true };
        if (match.typographic) return { result: 'approximate', note: spellingNote(match) };
        return this.#failure(`The words differ: ${differences(match)}.`);
      case 'missing':
        return this.#failure('The quotation does not stand there.');
    }
  }

  #failure(note: string): Verdict {
    const elsewhere = this.#elsewhere();
    if (elsewhere === undefined) return { result: 'fail', note };
    const { stands, cited } = elsewhere;
    return { result: 'fail', note: `${note} It stands ${stands}, not ${cited}.`, standsAt: stands };
  }

  /** Case may distinguish words, a number may be cut, or nobody wrote it as one. */
  #verbatim({ start, end, parts }: Extract<QuoteMatch, { kind: 'exact' | 'approximate' }>): Verdict {
    const { text, layout } = this.place;
    const inCase = caseDifference(this.quote, text.slice(start, end));
    if (inCase !== undefined)
      return {
        result: 'approximate',
        note: `“${inCase.quoted}” stands there as “${inCase.found}”, which may be something else.`,
      };
    const edges = (parts ?? [{ start, end }]).flatMap((part) => [part.start, part.end]);
    const number = edges.map((at) => numberAround(text, at)).find((cut) => cut !== undefined);
    if (number !== undefined)
      return { result: 'approximate', note: `It begins or ends within what may be one number: “${number}”.` };
    const seam = ellipsis.test(this.quote) ? undefined : seamIn(text, { start, end }, layout?.pages);
    if (seam === undefined) return { result: 'pass' };
    return {
      result: 'approximate',
      note: `It runs from one piece of the page into the next, which nobody wrote as one sentence: “${seam}”.`,
      isSeam: true,
    };
  }

  #elsewhere(): { stands: string; cited: string } | undefined {
    const { range, text, layout } = this.place;
    if (range.kind !== 'lines' && range.kind !== 'page') return undefined;
    const match = this.#best(this.#body);
    if (match.kind !== 'exact') return undefined;
    if (range.kind === 'page') {
      const page = layout?.pages?.find(({ start, end }) => match.start >= start && match.start < end)?.page;
      return page === undefined ? undefined : { stands: `on page ${page}`, cited: `on page ${range.page.page}` };
    }
    const { startLine, endLine } = this.place.linesOf?.(match) ?? offsetsToLines(text, match.start, match.end);
    const stands = startLine === endLine ? `at line ${startLine}` : `at lines ${startLine}–${endLine}`;
    return { stands, cited: 'at those cited' };
  }
}

const joinedNote =
  'It joins passages that do not follow each other closely, or leaves out words that may turn it: each stands there, in this order.';

const unreadable: Verdict = {
  result: 'not_judged',
  note: 'It may stand there, but a letter there could not be read: the page is not written in what it says.',
};

/** All encodings have these letters and digits in common. `at`: where one stands; behind the last, the end. */
function undoubted(text: string, signs: RegExp): { text: string; at: (index: number) => number } {
  const known = (text.match(signs) ?? []).join('').toLowerCase();
  const at = (index: number): number => {
    let left = index;
    for (const { 0: run, index: start } of text.matchAll(signs)) {
      if (left < run.length) return start + left;
      left -= run.length;
    }
    return text.length;
  };
  return { text: known, at };
}

function inOrder(text: string, parts: readonly string[]): Range | undefined {
  let [start, end] = [-1, 0];
  for (const part of parts) {
    const at = text.indexOf(part, end);
    if (at < 0) return undefined;
    if (start < 0) start = at;
    end = at + part.length;
  }
  return { start, end };
}

/** It may omit more than one piece. */
const ellipsis = /…|\.\s?\.\s?\./;

const partWords = {
  beside: 'what stands beside the article, not in what its author says',
  navigation: "the page's menu, not in what its author says",
  notice: 'a notice on the page, such as one about cookies, not in what its author says',
  comments: "the page's comments, which readers wrote",
  bibliography: "the page's bibliography: those are other people's titles",
} as const;

const stands = (match: QuoteMatch): boolean =>
  match.kind === 'exact' || (match.kind === 'approximate' && (match.typographic || match.isJoined === true));

/** An unfinished search counts against nobody. */
const ranks = { exact: 4, typographic: 3, too_complex: 2, approximate: 1, missing: 0, too_short: 0 };

function better(one: QuoteMatch, other: QuoteMatch): QuoteMatch {
  const rank = (match: QuoteMatch): number =>
    match.kind === 'approximate' && stands(match) ? ranks.typographic : ranks[match.kind];
  if (rank(one) !== rank(other)) return rank(other) > rank(one) ? other : one;
  return other.ratio > one.ratio ? other : one;
}

const passageOf = (match: QuoteMatch): Range | undefined =>
  match.start === undefined ? undefined : { start: match.start, end: match.end };

function spellingNote(match: QuoteMatch): string {
  if (match.differing.length === 0) return 'Only its spaces or the way it is written differ.';
  const isOnlyMarks = match.differing.every(({ quoted, found }) => !/[\p{L}\p{N}]/u.test(quoted + found));
  return `Only ${isOnlyMarks ? 'the punctuation' : 'the way it is written'} differs: ${differences(match)}.`;
}

function differences(match: QuoteMatch): string {
  const shown = match.differing.slice(0, 5).map(({ quoted, found }) => {
    if (quoted === '') return `“${found}” is left out`;
    return found === '' ? `“${quoted}” is not there` : `“${quoted}” stands there as “${found}”`;
  });
  return shown.join('; ');
}

/** The author's sentence that shares most words with the quotation. */
export function nearestSentence(quote: string, { text, layout }: CitedText): string | undefined {
  const wanted = new Set(contentWords(quote));
  const shared = ({ text: sentence }: { text: string }): number =>
    new Set(contentWords(sentence).filter((word) => wanted.has(word))).size;
  let nearest = { sentence: '', count: Math.max(1, wanted.size * leastShared) };
  for (const { start, end } of bodyRanges(text, layout)) {
    for (const sentence of sentences(text.slice(start, end))) {
      const count = shared(sentence);
      if (count > nearest.count) nearest = { sentence: sentence.text, count };
    }
  }
  return nearest.sentence === '' ? undefined : withoutFillers(nearest.sentence);
}

const leastShared = 0.3;

/** `[start, end)` in UTF-16 code units of the source's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type CitedRange =
  | { kind: 'whole' }
  /** `others`: those outside the body, if other parts are stored apart. */
  | (Range & { kind: 'lines'; others?: Range })
  | { kind: 'page'; page: PageSpan; before: PageSpan | undefined; after: PageSpan | undefined }
  /** Nobody can read the page. */
  | { kind: 'wordless'; note: string }
  | { kind: 'missing'; note: string };

export function citedRange(url: SourceUrl, text: string, layout: TextLayout | undefined): CitedRange {
  if (url.kind === 'workspace' && url.lines !== undefined) {
    const lines = lineRangeToOffsets(text, url.lines.start, url.lines.end);
    return lines === undefined ? { kind: 'missing', note: 'The file has no such lines.' } : { kind: 'lines', ...lines };
  }
  const pages = layout?.pages ?? [];
  const number = citedPage(url);
  if (number === undefined || pages.length === 0) return { kind: 'whole' };
  const page = pageSpan(layout, number);
  if (page === undefined)
    return { kind: 'missing', note: `The document has no page ${number}; it has ${pages.length}.` };
  // A number or a stamp may be on a scan.
  if (!/\p{L}{2}/u.test(text.slice(page.start, page.end)))
    return { kind: 'wordless', note: `Page ${number} holds no text that could be read; it may be a picture.` };
  return { kind: 'page', page, before: pageSpan(layout, number - 1), after: pageSpan(layout, number + 1) };
}

function citedPage(url: SourceUrl): number | undefined {
  if (url.kind === 'workspace') return url.page;
  const page = url.kind === 'web' ? /#(?:[^#]*&)?page=([1-9]\d{0,8})(?:&|$)/i.exec(url.url)?.[1] : undefined;
  return page === undefined ? undefined : Number(page);
}

/** What no other part covers. */
export function bodyRanges(text: string, layout: TextLayout | undefined): Range[] {
  const others = (layout?.parts ?? []).filter(({ kind }) => kind !== 'body');
  const ranges: Range[] = [];
  let at = 0;
  for (const { start, end } of others) {
    ranges.push({ start: at, end: start });
    at = Math.max(at, end);
  }
  ranges.push({ start: at, end: text.length });
  // Empty lines between the parts.
  return ranges.filter(({ start, end }) => start < end && text.slice(start, end).trim() !== '');
}

export function within(ranges: readonly Range[], limits: Range): Range[] {
  return ranges
    .map(({ start, end }) => ({ start: Math.max(start, limits.start), end: Math.min(end, limits.end) }))
    .filter(({ start, end }) => start < end);
}
