import { optionalMarks } from '../text/folding';
import type { PageSpan } from '../text/sourceText';
import { matchAround, matchesOf } from '../text/matches';

/** They make another word. */
interface CaseDifference {
  readonly quoted: string;
  readonly found: string;
}

const unit = /\d[^\S\n]?([\p{L}µ]{1,4}(?:\/\p{L}{1,3})?)(?![\p{L}\p{N}])/gu;
const acronym = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;
const lowerWord = /(?<![\p{L}\p{N}])\p{Ll}{2,5}(?![\p{L}\p{N}])/gu;

/**
 * Headings are set in capitals and sentences are cut, so case does not matter. But "5 mW" is not "5 MW", and "us" is
 * not "US" among other words in lower case. Vowels of Hebrew and Arabic may be left out, not exchanged.
 */
export function caseDifference(quote: string, passage: string): CaseDifference | undefined {
  const voweled = vowelDifference(quote, passage);
  if (voweled !== undefined) return voweled;
  if (!isMixed(quote) || !isMixed(passage)) return undefined;
  return unitDifference(quote, passage) ?? acronymDifference(quote, passage);
}

const isMixed = (text: string): boolean => /\p{Ll}/u.test(text.replace(unit, ''));

function unitDifference(quote: string, passage: string): CaseDifference | undefined {
  const found = new Set(unitsIn(passage));
  const byLetters = new Map([...found].map((each) => [each.toLowerCase(), each]));
  for (const quoted of new Set(unitsIn(quote))) {
    const other = found.has(quoted) ? undefined : byLetters.get(quoted.toLowerCase());
    if (other !== undefined) return { quoted, found: other };
  }
  return undefined;
}

/** A capital K is no other unit. */
const unitsIn = (text: string): string[] =>
  Array.from(matchesOf(text, unit), ([, name = '']) => name.replace(/^K(?=\p{L})/u, 'k'));

function acronymDifference(quote: string, passage: string): CaseDifference | undefined {
  return lowered(quote, passage) ?? flipped(lowered(passage, quote));
}

const flipped = (difference: CaseDifference | undefined): CaseDifference | undefined =>
  difference === undefined ? undefined : { quoted: difference.found, found: difference.quoted };

/** Nowhere a word in the other text. */
function lowered(text: string, other: string): CaseDifference | undefined {
  const [acronyms, words] = [new Set(other.match(acronym) ?? []), new Set(other.match(lowerWord) ?? [])];
  const own = new Set(text.match(acronym) ?? []);
  const quoted = (text.match(lowerWord) ?? []).find(
    (word) => acronyms.has(word.toUpperCase()) && !words.has(word) && !own.has(word.toUpperCase()),
  );
  return quoted === undefined ? undefined : { quoted, found: quoted.toUpperCase() };
}

/** Limit for one word in one passage. */
const mostSpellings = 50;

const letterWithMarks = /\p{L}\p{M}*/gu;
const wordWithMarks = /[\p{L}\p{M}]+/gu;
const without = (word: string): string => word.replace(optionalMarks, '');

function vowelDifference(quote: string, passage: string): CaseDifference | undefined {
  const written = (text: string): string[] => text.normalize('NFC').match(wordWithMarks) ?? [];
  const quotedWords = new Set(written(quote).filter((word) => without(word) !== word));
  if (quotedWords.size === 0) return undefined;
  const found = new Map<string, string[]>();
  for (const word of new Set(written(passage))) {
    const alike = found.get(without(word));
    if (alike === undefined) found.set(without(word), [word]);
    else if (alike.length < mostSpellings) alike.push(word);
  }
  for (const quoted of quotedWords) {
    const words = found.get(without(quoted)) ?? [];
    if (words.length > 0 && !words.some((word) => haveSameVowels(quoted, word)))
      return { quoted, found: words[0] ?? '' };
  }
  return undefined;
}

/** One of the letters may have fewer. The same mark twice is no mark that is left out. */
function haveSameVowels(one: string, other: string): boolean {
  const letters = other.match(letterWithMarks) ?? [];
  return (one.match(letterWithMarks) ?? []).every((letter, at) => {
    const [marks, others] = [vowelsOf(letter), vowelsOf(letters[at] ?? '')];
    const [fewer, more] = marks.length < others.length ? [marks, [...others]] : [others, [...marks]];
    return fewer.every((mark) => {
      const place = more.indexOf(mark);
      if (place !== -1) more.splice(place, 1);
      return place !== -1;
    });
  });
}

const vowelsOf = (letter: string): readonly string[] => letter.normalize('NFD').match(optionalMarks) ?? [];

/**
 * Digits in groups, numerals of Chinese and Japanese: they may be two numbers or words that only meet ("on page 12 500
 * people came"), so no token holds them together.
 */
const spacedNumber =
  /(?<![\p{L}\p{N}]|\p{Nd}[.,])[1-9]\d{0,2}(?:[^\S\t\r\n]\d{3})+(?!\d)|(?:[〇零一二三四五六七八九十]|\p{Nd}{0,9}[百千万萬億亿兆])+(?:(?<=[百千万萬億亿兆])\p{Nd}+)?/gu;
/** "12 500" with the offset before "500". */
export const numberAround = (text: string, offset: number): string | undefined =>
  matchAround(text, offset, spacedNumber);

const blankLine = /\n[^\S\n]*\n\s*/g;
/** A paragraph with such an end introduces the next, or is complete. */
const ended = /[.!?:;,…。！？：；、)\]"'“”’»›—–-]\s*$/u;
const opens = /^["'“„«(]?[\p{Lu}\p{N}]/u;
const row = /\S\t\s*\S/;

/**
 * The words at a seam in a passage `[start, end)`, from a heading or a caption into the text below, or from row to row:
 * nobody wrote them as one. A sentence may cross the edge of a page.
 */
export function seamIn(
  text: string,
  { start, end }: { start: number; end: number },
  pages: readonly PageSpan[] = [],
): string | undefined {
  const passage = text.slice(start, end);
  let page = 0;
  for (const match of passage.matchAll(blankLine)) {
    const [before, after] = [start + match.index, start + match.index + match[0].length];
    while ((pages[page]?.end ?? after) < before) page += 1;
    const isEdge = page < pages.length && (pages[page]?.end ?? Infinity) <= after;
    const line = passage.slice(Math.max(0, match.index - shownAround), match.index);
    if (!isEdge && !ended.test(line) && opens.test(passage.slice(match.index + match[0].length)))
      return around(text, before, after);
  }
  for (const match of passage.matchAll(/\n/g)) {
    const at = start + match.index;
    if (row.test(lineAt(text, at)) || row.test(lineAt(text, at + 1))) return around(text, at, at + 1);
  }
  return undefined;
}

/** Ending at the offset, or containing it. */
function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end);
}

const shownAround = 40;

const around = (text: string, before: number, after: number): string => {
  const [left, right] = [text.slice(Math.max(0, before - shownAround), before), text.slice(after, after + shownAround)];
  return `${left.slice(left.lastIndexOf('\n') + 1).trim()} | ${(right.split('\n')[0] ?? '').trim()}`;
};
