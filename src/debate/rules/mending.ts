import { mendedSchema, type Mended } from '../log/data/common';
import type { Entry } from '../log/entry';
import { isObject } from '../log/objects';
import type { CitedText } from '../../matching/quote/citedText';
import { checkQuote } from '../../matching/quote/quoteCheck';
import { differInSpellingOnly, tokensOf } from '../../matching/quote/quoteTokens';
import { withoutFillers } from '../../matching/text/linedText';
import { collapsed, escapeRegExp } from '../../matching/text/shortText';
import type { CapturedSource } from '../flow/step';

/**
 * Corrects near-miss quotations: code puts the source's words into them if it is clear which passage was meant and only
 * minor words differ. The corrections are recorded with the entry.
 */

/** Corrections that code made in an answer, or in an entry's data. */
export const mendedIn = (fields: Readonly<Record<string, unknown>> | undefined): Mended[] =>
  mendedSchema.safeParse(fields?.['mended']).data ?? [];

export const mendedField = (fields: Readonly<Record<string, unknown>>): { mended?: Mended[] } => {
  const mended = mendedIn(fields);
  return mended.length === 0 ? {} : { mended };
};

/** Earlier wording of a quotation of this entry, if more than its spelling differed. */
export function wordingBefore({ data }: Pick<Entry, 'data'>, quote: string | undefined): string | undefined {
  const argument = data?.['argument'];
  const all = [...mendedIn(data), ...(isObject(argument) ? mendedIn(argument) : [])];
  return all.find(({ was, is }) => is === quote && !differInSpellingOnly(tokensOf(was), tokensOf(is)))?.was;
}

type Sources = ReadonlyMap<string, CapturedSource>;

/** Returns the answer with its quotations corrected, and with `mended` beside the sources if there were corrections. */
export function mendAnswer(answer: unknown, sources: Sources): unknown {
  if (Array.isArray(answer)) return answer.map((item) => mendAnswer(item, sources));
  if (!isObject(answer)) return answer;
  const list = ['sources', 'grounds'].find((name) => Array.isArray(answer[name]));
  const inner = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, name === list ? value : mendAnswer(value, sources)]),
  );
  return list === undefined ? inner : mendCiting(inner, list, sources);
}

/** Corrects an entry, or an argument, with the list of sources that it cites. */
function mendCiting(citing: Record<string, unknown>, list: string, sources: Sources): Record<string, unknown> {
  const cited: readonly unknown[] = Array.isArray(citing[list]) ? citing[list] : [];
  let mendedCiting = citing;
  for (const item of cited) {
    if (!isObject(item)) continue;
    const { url, quote } = item;
    const source = typeof url === 'string' ? sources.get(url) : undefined;
    if (typeof quote !== 'string' || source?.outcome !== 'read') continue;
    const found = meantPassage(quote, source);
    if (found === undefined) continue;
    const mended = replaced(mendedCiting, { item, was: quote, is: found.is });
    const claims = claimsOf(mended, list, item);
    if (found.differences.some((difference) => claims.some((claim) => keeps(claim, difference)))) continue;
    mendedCiting = { ...mended, mended: [...mendedIn(mendedCiting), { was: quote, is: found.is }] };
  }
  return mendedCiting;
}

interface Replacement {
  item: Record<string, unknown>;
  was: string;
  is: string;
}

/**
 * Replaces the words in the quotation itself, and in all places where exactly these words are between quotation marks.
 */
function replaced(citing: Record<string, unknown>, { item, was, is }: Replacement): Record<string, unknown> {
  const quoted = new RegExp(`(["“”„«»‘’‚「『])${escapeRegExp(was)}(["“”«»‘’」』])`, 'gu');
  const mend = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(quoted, (_, open: string, close: string) => `${open}${is}${close}`);
    if (Array.isArray(value)) return value.map(mend);
    if (!isObject(value)) return value;
    const isCited = value['url'] === item['url'] && value['quote'] === was;
    const fields = Object.entries(value).filter(([name]) => name !== 'mended');
    return {
      ...value,
      ...Object.fromEntries(fields.map(([name, field]) => [name, name === 'quote' && isCited ? is : mend(field)])),
    };
  };
  const fields = Object.entries(citing).map(([name, value]): [string, unknown] => [
    name,
    name === 'mended' ? value : mend(value),
  ]);
  return Object.fromEntries(fields);
}

/** Statements that the source is cited for: its claim, the ground that it carries, and the claim of the argument. */
function claimsOf(citing: Record<string, unknown>, list: string, { url }: Record<string, unknown>): string[] {
  const cited: readonly unknown[] = Array.isArray(citing[list]) ? citing[list] : [];
  const own = cited.flatMap((item) =>
    isObject(item) && item['url'] === url ? [item['claim'], ...(list === 'grounds' ? [item['content']] : [])] : [],
  );
  const named = [...own, ...(list === 'grounds' ? [citing['claim']] : [])].filter((claim) => typeof claim === 'string');
  return named.length > 0 ? named : [citing['content'], citing['argument']].filter((text) => typeof text === 'string');
}

interface Word {
  /** Form in which words are compared. */
  key: string;
  /** Offset of the word without punctuation around it. */
  start: number;
  end: number;
  beginsSentence: boolean;
}

interface Difference {
  before: string | undefined;
  quoted: readonly Word[];
  found: readonly Word[];
  after: string | undefined;
  /** Words of the whole passage. */
  passage: ReadonlySet<string>;
}

/** Share of the words that may differ. */
const mostDiffering = 0.1;
/** Pairs of words that are compared at most. */
const mostCompared = 4_000_000;

/** The one passage of the source that a wrong quotation can mean. */
function meantPassage(
  quote: string,
  source: CitedText,
): { is: string; differences: readonly Difference[] } | undefined {
  if (checkQuote(quote, source).verdict.result !== 'fail') return undefined;
  const { start, end } = rangeOf(source);
  const text = source.text.slice(start, end);
  const [words, read] = [wordsOf(quote), wordsOf(text)];
  const most = Math.floor(words.length * mostDiffering);
  if (most === 0 || words.length * read.length > mostCompared) return undefined;
  const passage = onlyPassage(words, read, most);
  if (passage === undefined) return undefined;
  const found = read.slice(passage.from, passage.to);
  // A passage may only break off where the quotation does.
  if (found[0]?.key !== words[0]?.key || found.at(-1)?.key !== words.at(-1)?.key) return undefined;
  const differences = differencesOf(words, found);
  if (passage.cost > found.length * mostDiffering) return undefined;
  if (differences.some((difference) => weighs(difference, { quote, text }))) return undefined;
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const closing = /[\p{P}]$/u.exec(quote.trim())?.[0];
  const to = closing !== undefined && text[last.end] === closing ? last.end + 1 : last.end;
  const is = collapsed(withoutFillers(text.slice(first.start, to)));
  return checkQuote(is, source).verdict.result === 'pass' ? { is, differences } : undefined;
}

function rangeOf({ range, text }: CitedText): { start: number; end: number } {
  if (range.kind === 'lines') return range;
  return range.kind === 'page' ? range.page : { start: 0, end: text.length };
}

const outsideWord = /[^\p{L}\p{N}]/u;
/** Punctuation that is no part of a figure; signs are, so that −5 is not 5. */
const outsideFigure = /["“”„«»‘’()[\]*_.,;:!?…]/u;

/** Words between white space, without the punctuation around them. */
function wordsOf(text: string): Word[] {
  let beginsSentence = true;
  return [...text.matchAll(/\S+/gu)].flatMap((match) => {
    const signs = Array.from(match[0]);
    const outside = signs.some((sign) => /\p{N}/u.test(sign)) ? outsideFigure : outsideWord;
    const first = signs.findIndex((sign) => !outside.test(sign));
    if (first < 0) return [];
    const last = signs.findLastIndex((sign) => !outside.test(sign));
    const core = signs.slice(first, last + 1).join('');
    const start = match.index + signs.slice(0, first).join('').length;
    const begins = beginsSentence;
    beginsSentence = signs.slice(last + 1).some((sign) => '.!?。！？:'.includes(sign));
    return [{ key: core.normalize('NFKC').toLowerCase(), start, end: start + core.length, beginsSentence: begins }];
  });
}

/**
 * Words of the source that the quotation may mean, with the fewest differences; undefined if several places fit equally
 * well.
 */
function onlyPassage(
  quote: readonly Word[],
  read: readonly Word[],
  most: number,
): { from: number; to: number; cost: number } | undefined {
  let ends: { from: number; to: number; cost: number }[] = [];
  let column = quote.map((_, row) => ({ cost: row + 1, from: 0 }));
  for (const [at, { key }] of read.entries()) {
    let diagonal = { cost: 0, from: at };
    let above = { cost: 0, from: at + 1 };
    const next: typeof column = [];
    for (const [row, word] of quote.entries()) {
      const left = column[row] ?? above;
      const same = { cost: diagonal.cost + (word.key === key ? 0 : 1), from: diagonal.from };
      const best = [same, { cost: left.cost + 1, from: left.from }, { cost: above.cost + 1, from: above.from }].reduce(
        (one, other) => (other.cost < one.cost ? other : one),
      );
      next.push(best);
      diagonal = left;
      above = best;
    }
    column = next;
    const last = column.at(-1);
    if (last !== undefined && last.cost <= most) ends.push({ from: last.from, to: at + 1, cost: last.cost });
  }
  const best = ends.reduce<(typeof ends)[number] | undefined>(
    (one, other) => (one === undefined || other.cost < one.cost ? other : one),
    undefined,
  );
  if (best === undefined) return undefined;
  ends = ends.filter(({ from, to }) => to <= best.from || from >= best.to);
  return ends.length === 0 ? best : undefined;
}

/** Differences around the longest common run of words. */
function differencesOf(quote: readonly Word[], found: readonly Word[]): Difference[] {
  const passage = new Set(found.map(({ key }) => key));
  const common = commonWords(quote, found);
  const stops = [...common, [quote.length, found.length] as const];
  let [q, f] = [0, 0];
  const differences: Difference[] = [];
  for (const [nextQ, nextF] of stops) {
    if (nextQ > q || nextF > f)
      differences.push({
        before: found[f - 1]?.key,
        quoted: quote.slice(q, nextQ),
        found: found.slice(f, nextF),
        after: found[nextF]?.key,
        passage,
      });
    [q, f] = [nextQ + 1, nextF + 1];
  }
  return differences;
}

/** Pairs of positions with the same word, in order, as many as possible. */
function commonWords(one: readonly Word[], other: readonly Word[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (a: number, b: number): number => lengths[a]?.[b] ?? 0;
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1) {
      const isSame = one[a]?.key === other[b]?.key;
      lengths[a]?.set([isSame ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))], b);
    }
  const pairs: (readonly [number, number])[] = [];
  for (let [a, b] = [0, 0]; a < one.length && b < other.length;) {
    if (one[a]?.key === other[b]?.key) {
      pairs.push([a, b]);
      [a, b] = [a + 1, b + 1];
    } else if (at(a + 1, b) >= at(a, b + 1)) a += 1;
    else b += 1;
  }
  return pairs;
}

/** Whether a difference is too important for code to correct: a digit, or a word with a capital inside a sentence. */
function weighs({ quoted, found }: Difference, { quote, text }: { quote: string; text: string }): boolean {
  const isWeighty = (word: Word, of: string): boolean => {
    const written = of.slice(word.start, word.end);
    return /\p{N}/u.test(written) || (/\p{Lu}/u.test(written) && !word.beginsSentence);
  };
  return quoted.some((word) => isWeighty(word, quote)) || found.some((word) => isWeighty(word, text));
}

/** Whether a claim repeats the words that the quotation had wrong. */
function keeps(claim: string, { before, quoted, found, after, passage }: Difference): boolean {
  const said = wordsOf(claim).map(({ key }) => key);
  if (quoted.some(({ key }) => !passage.has(key) && said.includes(key))) return true;
  const words = quoted.map(({ key }) => key);
  const runs = [
    ...(before === undefined ? [] : [[before, ...words, ...(words.length === 0 ? [after ?? ''] : [])]]),
    ...(after === undefined || words.length === 0 ? [] : [[...words, after]]),
  ];
  const right = [before ?? '', ...found.map(({ key }) => key), after ?? ''];
  return runs.some((run) => !holdsRun(right, run) && holdsRun(said, run));
}

const holdsRun = (said: readonly string[], run: readonly string[]): boolean =>
  said.some((_, at) => run.every((word, index) => said[at + index] === word));
