/** What a quotation has in another case than its passage, where that makes it another word. */
export interface CaseDifference {
  readonly quoted: string;
  readonly found: string;
}

const unit = /\d[^\S\n]?([\p{L}µ]{1,4}(?:\/\p{L}{1,3})?)(?![\p{L}\p{N}])/gu;
const acronym = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu;
const lowerWord = /(?<![\p{L}\p{N}])\p{Ll}{2,5}(?![\p{L}\p{N}])/gu;

/**
 * Quotations are found whatever their case, for headings are set in capitals and sentences are cut. But "5 mW" is not "5 MW", and "us" is not "US":
 * units after figures, and short words in capitals among others that are not.
 */
export function caseDifference(quote: string, passage: string): CaseDifference | undefined {
  if (!isMixed(quote) || !isMixed(passage)) return undefined;
  return unitDifference(quote, passage) ?? acronymDifference(quote, passage);
}

const isMixed = (text: string): boolean => /\p{Ll}/u.test(text.replace(unit, ''));

function unitDifference(quote: string, passage: string): CaseDifference | undefined {
  const found = unitsIn(passage);
  for (const quoted of unitsIn(quote)) {
    if (found.some((other) => other === quoted)) continue;
    const other = found.find((each) => each.toLowerCase() === quoted.toLowerCase());
    if (other !== undefined) return { quoted, found: other };
  }
  return undefined;
}

/** A capital K is no other unit. */
const unitsIn = (text: string): string[] =>
  Array.from(text.matchAll(unit), ([, name = '']) => name.replace(/^K(?=\p{L})/u, 'k'));

function acronymDifference(quote: string, passage: string): CaseDifference | undefined {
  return lowered(quote, passage) ?? flipped(lowered(passage, quote));
}

const flipped = (difference: CaseDifference | undefined): CaseDifference | undefined =>
  difference === undefined ? undefined : { quoted: difference.found, found: difference.quoted };

/** A word that is an acronym in the other text and nowhere a word there. */
function lowered(text: string, other: string): CaseDifference | undefined {
  const [acronyms, words] = [new Set(other.match(acronym) ?? []), new Set(other.match(lowerWord) ?? [])];
  const own = new Set(text.match(acronym) ?? []);
  const quoted = (text.match(lowerWord) ?? []).find(
    (word) => acronyms.has(word.toUpperCase()) && !words.has(word) && !own.has(word.toUpperCase()),
  );
  return quoted === undefined ? undefined : { quoted, found: quoted.toUpperCase() };
}
