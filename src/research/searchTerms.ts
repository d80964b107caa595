import type { TextRange } from '../debate/text';

/** Scripts without spaces between words: pairs of characters are their words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const unspacedRuns = new RegExp(`(?:${unspaced.source})+`, 'gu');
const words = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text, as they are indexed and searched: lower case, without accents and compatibility forms. */
export function searchTerms(text: string): string[] {
  const folded = (ascii.test(text) ? text : withoutAccents(text)).toLowerCase();
  return (folded.match(words) ?? []).flatMap((word) =>
    unspaced.test(word) ? pairs(word) : [word.slice(0, longestTerm)],
  );
}

const longestTerm = 64;
const ascii = /^[\t-~]*$/;

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');

function pairs(word: string): string[] {
  const runs = word.match(unspacedRuns) ?? [];
  const rest = word.split(unspacedRuns).filter((part) => part !== '');
  const paired = runs.flatMap((run) => {
    const characters = Array.from(run);
    return characters.length === 1
      ? characters
      : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  });
  return [...rest, ...paired];
}

interface PlacedTerm extends TextRange {
  term: string;
}

/** Symbols for letters belong to the adjacent word, as they do once decomposed. */
const writtenWords = /[\p{L}\p{N}\p{M}\p{So}]+/gu;

/** The words of a text in order, each with its position. */
export function* placedTerms(text: string): Generator<PlacedTerm> {
  for (const { 0: word, index } of text.matchAll(writtenWords)) {
    if (ascii.test(word) && word.length <= longestTerm) {
      yield { term: word.toLowerCase(), start: index, end: index + word.length };
      continue;
    }
    const terms = searchTerms(word);
    for (const term of terms) {
      const at = terms.length === 1 ? -1 : word.indexOf(term);
      if (at < 0) yield { term, start: index, end: index + word.length };
      else yield { term, start: index + at, end: index + at + term.length };
    }
  }
}
