/** Of scripts without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
/** Pairs of characters are their words. */
const unspacedRuns = new RegExp(`(?:${unspaced.source})+`, 'gu');
const words = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The words of a text, as evidence is indexed and searched: lower case, without accents and compatibility forms. Not in the order of the text
 * where scripts with and without spaces meet; see `placedTerms` for that.
 */
export function searchTerms(text: string): string[] {
  return (foldedText(text).match(words) ?? []).flatMap((word) =>
    unspaced.test(word) ? pairs(word) : [word.slice(0, longestTerm)],
  );
}

const longestTerm = 64;
const ascii = /^[\t-~]*$/;

/** In lower case, without accents and compatibility forms. */
export const foldedText = (text: string): string => (ascii.test(text) ? text : withoutAccents(text)).toLowerCase();

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
