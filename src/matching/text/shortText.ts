/**
 * White space as single spaces, without invisible characters, line ends of some programs only, and marks of direction.
 */
export function oneLine(text: string): string {
  return withoutTurns(text)
    .replace(/[\u2028\u2029\u0085]/g, ' ')
    .replace(/\p{Cc}/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** All else as it is: for comparing, and for what was written to be kept. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text without the pair of quotation marks around the whole of it, which would stand there twice. */
export function unquoted(text: string): string {
  const inside = /^\s*(?:"([^"]*)"|“([^“”]*)”|«([^«»]*)»|„([^„“”]*)[“”])\s*$/su.exec(text);
  return inside === null ? text : inside.slice(1).join('');
}

/** The text in one pair of quotation marks. */
export const quoted = (text: string): string => `“${unquoted(text)}”`;

/** Cuts to `length` UTF-16 code units, the sign that more follows included. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${firstUnits(text, Math.max(0, length - 1)).trimEnd()}…`;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** A family with its skin tones takes less. */
const longestGrapheme = 64;

/** Cuts to `length` UTF-16 code units, without splitting a visible character. */
export function firstUnits(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = wholeFrom(text, Math.max(0, length - longestGrapheme));
  const around = graphemes.segment(text.slice(from, length + longestGrapheme)).containing(length - from);
  const start = around?.index ?? 0;
  if (start > 0 || from === 0) return text.slice(0, from + start);
  // Endless marks on one letter.
  return text.slice(0, (text.charCodeAt(length) & 0xfc00) === 0xdc00 ? length - 1 : length);
}

/** Flags are pairs of letters, counted from the first of their run. */
function wholeFrom(text: string, at: number): number {
  let from = at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
  while (from > 1 && isFlagLetter(text.codePointAt(from - 2))) from -= 2;
  return from;
}

const isFlagLetter = (code = 0): boolean => code >= 0x1f1e6 && code <= 0x1f1ff;

/** Empty and undefined ones are left out. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** `opening_statement` is an opening statement. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

/** `an opening statement`. */
export const withArticle = (words: string): string => `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;

/** A budget of $0.001 is not $0.00. */
export function dollars(usd: number): string {
  if (usd >= 0.01 || usd <= 0) return `$${usd.toFixed(2)}`;
  return `$${twoDigits.format(usd)}`;
}

const twoDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** An address at the beginning stays as it is. */
export const capitalised = (words: string): string =>
  /^[a-z][a-z\d+.-]*:\/\//.test(words) ? words : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Escapes text for a pattern in any mode. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Escapes text for the content or an attribute of HTML or XML. */
export const markupText = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `alternatives` is an expression. */
export const wordsPattern = (alternatives: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`, 'giu');

/** A score in hundredths, finer only if given so: `+2.05`, `−0.30`, `0.00`. */
export function signed(score: number): string {
  const isWhole = Number.isInteger(Math.round(score * 1e6) / 1e4);
  const size = isWhole ? Math.abs(score).toFixed(2) : String(Math.abs(score));
  return score === 0 ? size : `${score > 0 ? '+' : '−'}${size}`;
}

/** Scores are counted in whole hundredths. */
export const signedHundredths = (hundredths: number): string => signed(hundredths / 100);

/** `many` where an s does not make the plural. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** They change the direction of the text around them, so that it reads as something else. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

export const withoutTurns = (text: string): string => text.replace(turns, '');

/** Encodes these characters as a browser sends them: the address leads to the same place. */
export const addressWithoutTurns = (url: string): string => url.replace(turns, encodeURIComponent);

/** Anybody's text in a row, a title, a label. */
export const plainLine = (text: string): string =>
  withoutTurns(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** A reason for refusing an answer, or several, without the engine's codes; numbers of rules stay, as people can look them up. */
export const plainReason = (reason: string): string => reason.replace(/\brule [a-z_]+: /g, '');

/** The text as a sentence, which may have its end already. */
export const withFullStop = (text: string): string =>
  /[.!?…。！？]["”’»)\]]*$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`;

/** Text that can be copied into a command. */
export const shellWord = (text: string): string =>
  /^[\p{L}\p{N}_./:@=,+~-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
