import { CitedText, type CitedRange, type Range, within } from './citedText';
import { findQuote, minimumQuoteLength, type QuoteMatch, SoughtQuote } from './quote';
import { withEscapesRead } from '../text/noteMarks';
import { withoutFillers } from '../text/linedText';
import { isTex, renderedTex } from '../text/renderedText';
import { caseDifference, numberAround, seamIn } from './quoteDoubts';
import type { PartKind } from '../text/sourceText';
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

export interface QuoteCheck {
  verdict: Verdict;
  match: QuoteMatch | undefined;
  /** The passage in any part of the text. */
  passage: Range | undefined;
}

/** Checks that the quotation stands in the author's text at the cited place. */
export function checkQuote(quote: string | undefined, cited: CitedText, steps = new MatchingSteps()): QuoteCheck {
  const { range } = cited;
  const unsought = (result: CheckResult, note: string): QuoteCheck => ({
    verdict: { result, note },
    match: undefined,
    passage: undefined,
  });
  if (range.kind === 'missing') return unsought('fail', range.note);
  if (quote === undefined || quote.trim() === '') return unsought('not_applicable', 'Nothing was quoted.');
  if (range.kind === 'wordless') return unsought('not_judged', range.note);
  return new QuoteSearch(quote, cited, steps).check();
}

class QuoteSearch {
  readonly #sought: SoughtQuote;

  constructor(
    private readonly quote: string,
    private readonly place: CitedText,
    private readonly steps: MatchingSteps,
  ) {
    steps.left -= place.text.length + 4 * quote.length;
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
    const body = within(this.place.body, limits);
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

  /** Looks again in a text of strings with escapes, for example JSON, or in one written for TeX. */
  #read(): QuoteCheck | undefined {
    const own = this.place.text;
    const texts = [withEscapesRead(own), ...(isTex(own) ? [renderedTex(own)] : [])].filter((text) => text !== own);
    for (const text of texts) {
      const match = new QuoteSearch(this.quote, new CitedText(text, this.place), this.steps).#cited();
      if (!stands(match)) continue;
      const note =
        'It stands there only where escapes, such as \\n or \\u00e9, are read as the signs that they stand for.';
      return { verdict: { result: 'approximate', note }, match, passage: passageOf(match) };
    }
    return undefined;
  }

  #cited(): QuoteMatch {
    const { range, text } = this.place;
    if (range.kind === 'lines') return this.#best(within(this.place.body, range));
    if (range.kind === 'page') return this.#onPage(range);
    const [only, second] = this.place.body;
    const isAll = second === undefined && only?.start === 0 && only.end === text.length;
    return this.#best(isAll ? [undefined] : this.place.body);
  }

  /** A quotation may cross the edge of a page. */
  #onPage({ page, before, after }: Extract<CitedRange, { kind: 'page' }>): QuoteMatch {
    const alone = this.#best(within(this.place.body, page));
    if (alone.kind === 'exact' || alone.kind === 'too_short') return alone;
    const overEdge = [
      { start: page.start, end: after?.end ?? page.end },
      { start: before?.start ?? page.start, end: page.end },
    ].map((window) => this.#best(within(this.place.body, window)));
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
    return findQuote(this.place.normal, this.#sought, range);
  }

  #otherPart(): { kind: Exclude<PartKind, 'body'>; passage: Range } | undefined {
    const { layout, range } = this.place;
    if (range.kind !== 'whole' && stands(this.#best(this.place.body))) return undefined;
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
    return { result: 'fail', note: `The quotation stands ${stands}, not ${cited}.`, standsAt: stands };
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
    const { range, layout } = this.place;
    if (range.kind !== 'lines' && range.kind !== 'page') return undefined;
    const match = this.#best(this.place.body);
    if (match.kind !== 'exact') return undefined;
    if (range.kind === 'page') {
      const page = layout?.pages?.find(({ start, end }) => match.start >= start && match.start < end)?.page;
      return page === undefined ? undefined : { stands: `on page ${page}`, cited: `on page ${range.page.page}` };
    }
    const { startLine, endLine } = this.place.linesOf(match);
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
export function nearestSentence(quote: string, { text, body }: CitedText): string | undefined {
  const wanted = new Set(contentWords(quote));
  const shared = ({ text: sentence }: { text: string }): number =>
    new Set(contentWords(sentence).filter((word) => wanted.has(word))).size;
  let nearest = { sentence: '', count: Math.max(1, wanted.size * leastShared) };
  for (const { start, end } of body) {
    for (const sentence of sentences(text.slice(start, end))) {
      const count = shared(sentence);
      if (count > nearest.count) nearest = { sentence: sentence.text, count };
    }
  }
  return nearest.sentence === '' ? undefined : withoutFillers(nearest.sentence);
}

const leastShared = 0.3;
