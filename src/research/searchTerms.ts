/** Matches scripts without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
/** Runs of such scripts, whose words are pairs of characters. */
const unspacedRuns = new RegExp(`(?:${unspaced.source})+`, 'gu');
const words = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Terms with which evidence is indexed and searched: lower case, without accents and compatibility forms. They are out
 * of order where scripts with and without spaces meet: see `placedTerms`.
 */
export function searchTerms(text: string): string[] {
  return (foldedText(text).match(words) ?? []).flatMap((word) =>
    unspaced.test(word) ? pairs(word) : [word.slice(0, longestTerm)],
  );
}

const longestTerm = 64;
const ascii = /^[\t-~]*$/;

/** Part of a character class: soft hyphens and zero-width characters. */
export const unseen = '\\u00ad\\u200b-\\u200f\\u2060\\ufeff';
const marks = new RegExp(`[\\p{M}${unseen}]+`, 'gu');

/** Lower case, without accents, compatibility forms and invisible characters. "ß" becomes "ss", as in capitals. */
export const foldedText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : withoutAccents(text).toLowerCase().replaceAll('ß', 'ss');

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(marks, '').normalize('NFC');

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

/** Parameters of BM25+. */
const [k, b, d] = [1.2, 0.7, 0.5];

/** Characters from which a query's word also matches words that begin with it. */
export const shortestPrefix = 4;

/** Score of a word by its frequency in a text of this length. */
export const bm25 = (count: number, { length, average }: { length: number; average: number }): number =>
  d + (count * (k + 1)) / (count + k * (1 - b + (b * length) / average));

/** Factor for the rarity of a word that `holding` of all the documents contain. */
export const rarityOf = (holding: number, documents: number): number =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));

/** Factor for a word that only begins with the query's; both are given as lengths. */
export const prefixWeight = (asked: number, found: number): number => (0.4 * found) / (found + 0.3 * (found - asked));
