import type { TextRange } from '../../debate/text';
import { shortestPrefix } from '../../research/ranking';
import { foldedText, searchTerms } from '../../research/searchTerms';

interface PlacedTerm extends TextRange {
  term: string;
}

/** Symbols for letters and numbers (№ ™ ⓐ ㈱) belong to the adjacent word, as they do once decomposed. */
const words =
  /[\p{L}\p{N}\p{M}\u{2100}-\u{214f}\u{2460}-\u{24ff}\u{3200}-\u{33ff}\u{1f100}-\u{1f1e5}\u{1f200}-\u{1f2ff}]+/gu;
/** Scripts without spaces between words, with what they share, such as the long vowel mark ー. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const anyUnspaced = new RegExp(`[${unspaced}]`, 'u');
const runs = new RegExp(`[${unspaced}][${unspaced}\\p{M}]*|[^${unspaced}]+`, 'gu');
const ascii = /^\w{1,64}$/;

/**
 * What a text is found by, in its order, and where each stands: words in lower case, without accents and compatibility forms. Where no spaces
 * are between words, each character with the one after it, and the last by itself: so each begins a term and is found alone, too.
 */
export function* placedTerms(text: string): Generator<PlacedTerm> {
  for (const { 0: word, index } of text.matchAll(words)) {
    if (ascii.test(word)) yield { term: word.toLowerCase(), start: index, end: index + word.length };
    else if (anyUnspaced.test(word)) yield* mixedTerms(word, index);
    else for (const term of searchTerms(word)) yield { term, start: index, end: index + word.length };
  }
}

function* mixedTerms(word: string, offset: number): Generator<PlacedTerm> {
  for (const { 0: run, index } of word.matchAll(runs)) {
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

/** Most of what is written in Han: there is nothing to fold, and that is tedious to find out. */
const isUnified = (character: string): boolean => character >= '\u4e00' && character <= '\u9fff';

/** Folded one by one: a mark belongs to the character before it, and what stands for several has them all in its place. */
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
/** In Korean, particles are written to the word. */
const korean = /^\p{Script=Hangul}{2,}$/u;

/** Whether a term is one character of a script without spaces. */
export const isCharacter = (term: string): boolean => single.test(term);

/** The terms of a query's word or phrase, to stand one after the other. The last character of a pair is not asked for again. */
export function askedTerms(text: string): string[] {
  const placed = [...placedTerms(text)];
  const [before, last] = placed.slice(-2);
  if (last !== undefined && before?.end === last.end && isCharacter(last.term)) placed.pop();
  return placed.map(({ term }) => term);
}

/** Whether this term of a word or phrase also stands for longer ones that begin with it. */
export const goesOn = (terms: readonly string[], at: number): boolean => {
  const term = terms[at] ?? '';
  const isWord = terms.length === 1 && term.length >= shortestPrefix;
  return at === terms.length - 1 && (isWord || isCharacter(term) || korean.test(term));
};
