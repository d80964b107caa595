/**
 * White space as single spaces. Invisible characters, line ends of some programs only, and marks that change the
 * direction of text are left out.
 */
export function oneLine(text: string): string {
  return withoutTurns(text)
    .replace(/[\u2028\u2029\u0085]/g, ' ')
    .replace(/\p{Cc}/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** White space as single spaces, and all else as it is: for comparing, and for what was written to be kept. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The beginning of a text, with a sign that more follows: at most `length` UTF-16 code units, the sign included. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${firstUnits(text, Math.max(0, length - 1)).trimEnd()}…`;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The longest visible character that is kept whole: a family with its skin tones takes less. */
const longestGrapheme = 64;

/** At most `length` UTF-16 code units of a text, without splitting a visible character. */
export function firstUnits(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = wholeFrom(text, Math.max(0, length - longestGrapheme));
  const around = graphemes.segment(text.slice(from, length + longestGrapheme)).containing(length - from);
  const start = around?.index ?? 0;
  if (start > 0 || from === 0) return text.slice(0, from + start);
  // Endless marks on one letter: at least no surrogate pair is split.
  return text.slice(0, (text.charCodeAt(length) & 0xfc00) === 0xdc00 ? length - 1 : length);
}

/** The same place, or the beginning of the flags there: they are pairs of letters, and counted from the first of their run. */
function wholeFrom(text: string, at: number): number {
  let from = at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
  while (from > 1 && isFlagLetter(text.codePointAt(from - 2))) from -= 2;
  return from;
}

const isFlagLetter = (code = 0): boolean => code >= 0x1f1e6 && code <= 0x1f1ff;

/** Parts separated by blank lines; empty or undefined ones are left out. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** A name as a reader reads it: `opening_statement` is an opening statement. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

/** `an opening statement`. */
export const withArticle = (words: string): string => `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;

/** Dollars with their cents, and as many digits as it takes where there is less than a cent: a budget of $0.001 is not $0.00. */
export function dollars(usd: number): string {
  if (usd >= 0.01 || usd <= 0) return `$${usd.toFixed(2)}`;
  return `$${twoDigits.format(usd)}`;
}

const twoDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** As a sentence begins. */
export const capitalised = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** A text as an expression that matches only it, in any mode. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A text as the content or an attribute of HTML or XML. */
export const markupText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Finds whole words and phrases from `alternatives`, an expression. */
export const wordsPattern = (alternatives: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`, 'giu');

/** A score with its sign, in hundredths, finer only if given so: `+2.05`, `−0.30`, `0.00`. */
export function signed(score: number): string {
  const isWhole = Number.isInteger(Math.round(score * 1e6) / 1e4);
  const size = isWhole ? Math.abs(score).toFixed(2) : String(Math.abs(score));
  return score === 0 ? size : `${score > 0 ? '+' : '−'}${size}`;
}

/** The same for whole hundredths, in which scores are counted. */
export const signedHundredths = (hundredths: number): string => signed(hundredths / 100);

/** `1 file`, `2 files`; the plural in full where an s does not make it. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Invisible marks that change the direction of the text around them, so that it reads as something else. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

export const withoutTurns = (text: string): string => text.replace(turns, '');

/** An address with those marks written as a browser sends them: it leads to the same place. */
export const addressWithoutTurns = (url: string): string => url.replace(turns, encodeURIComponent);

/** Anybody's text as one line beside others: in a row, a title, a label. */
export const plainLine = (text: string): string =>
  withoutTurns(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
