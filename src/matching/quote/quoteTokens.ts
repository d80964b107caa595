import { matchesOf } from '../text/matches';

/** A token at `[from, to)` of the normalised text. */
export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Changing it is more than punctuation. */
  readonly solid: boolean;
  /** The token is part of a compound in several tokens: "-" and "term" of "long-term". */
  readonly glued: boolean;
}

const ideograph = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** Bounds: a regular expression that backtracks over each character cannot handle ten million. */
const many = '{1,2000}';
const any = '{0,2000}';
const some = '{0,200}';
const magnitude = String.raw`(?: (?:hundred|thousand|million|billion|trillion|percent|per cent)(?!\p{L}))${some}`;
/** In Chinese and Japanese the unit follows without a space, and so does the next word. */
const wordCharacter = String.raw`(?!${ideograph})[\p{L}\p{M}\p{N}]`;
const run = `(?:${wordCharacter})${many}`;
const restOfRun = `(?:${wordCharacter})${any}`;
const counter = String.raw`[百千万萬億亿兆]${some}[元円年月日]?`;
/** With sign, currency, range, per cent and magnitude: cutting one off would change the figure. */
const number =
  String.raw`(?<!${wordCharacter}|_)[-+±]?(?:(?:${wordCharacter}){0,2}[$€£¥₹] ?)?[-+]?\d${restOfRun}` +
  String.raw`(?:[.,:/^]-?\d${restOfRun}|[-'_]${run})${some}(?:[%‰′″]| ?°[cf]?| ?[€£¥])?${counter}${magnitude}`;
const word = String.raw`${run}(?:[-'_]${run}|[./]\d${restOfRun})${some}`;
const entityOfMark =
  '&(?:quot|apos|nbsp|[lr][sd]quo|[lr]aquo|[mn]dash|hellip|#(?:34|0?39|160|171|187|82(?:1[1267]|2[01]|30)|x(?:2[27]|a0|20(?:1[3489cd]|26))));';
/** The label may have lost its stars. */
const footnote = String.raw`\[\^[^\s[\]()\\]{0,40}\]`;
const tokenPattern = new RegExp(`${footnote}|&(?:amp|lt|gt);|${entityOfMark}|${ideograph}|${number}|${word}|\\S`, 'gu');

const mark = /^(?:\||(?![%‰&@#§/\\′″])\p{P})$/u;
/** Longer than any number with its unit. */
const reach = 48;

/** Of `[from, to)` of the text; compounds are split. */
export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  return Array.from(matchesOf(text.slice(from, to), tokenPattern)).flatMap((match) =>
    parts(match[0], from + match.index),
  );
}

const compoundHyphen = /(?:(?=-[\p{L}\p{N}])(?<=\p{L}\p{M}*)|(?=-\p{L})(?<=\p{N}))(-)/u;

/** A range of numbers is no compound. */
function parts(whole: string, start: number): Token[] {
  const pieces = whole.includes('-') ? whole.split(compoundHyphen) : [whole];
  let from = start;
  return pieces.map((text) => {
    const token = { text, from, to: from + text.length, solid: !mark.test(text), glued: from > start };
    from = token.to;
    return token;
  });
}

/** Whether `index` is within a word, a compound or a number with its unit. */
export function cutsToken(text: string, index: number): boolean {
  return quickCut(text, index) ?? slowCut(text, index);
}

/** Decides from two characters; undefined if more of the text is needed. */
export function quickCut(text: string, index: number): boolean | undefined {
  if (index <= 0 || index >= text.length) return false;
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  if (isAlphanumeric(before) && isAlphanumeric(after)) return true;
  if (before !== space && after !== space) return undefined;
  // "5 million", "5 €" and "$ 5" are one token despite the space.
  return joinsOverSpace.test(text.charAt(before === space ? index : index + 1)) ? undefined : false;
}

const space = 0x20;
/** Such a word may belong to the number before it. */
const joinsOverSpace = /[htmbp°€£¥\d]/;

function isAlphanumeric(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** End of the run of ASCII letters and digits from `index` on. */
export function wordEnd(text: string, index: number): number {
  let end = index;
  while (isAlphanumeric(text.charCodeAt(end))) end += 1;
  return end;
}

function slowCut(text: string, index: number): boolean {
  const from = Math.max(0, index - reach);
  for (const match of matchesOf(text.slice(from, index + reach), tokenPattern)) {
    const start = from + match.index;
    if (start >= index) return false;
    if (start + match[0].length > index) return true;
  }
  return false;
}

/**
 * Differing in marks, apostrophes, hyphens of compounds, look-alike letters, entities, marks of notes, "%" and
 * "percent", or the form of a fraction.
 */
export function differInSpellingOnly(one: readonly Token[], other: readonly Token[]): boolean {
  if (one.length === 0 || other.length === 0) return isNoteMark(one) || isNoteMark(other) || isMarks(one, other);
  if (isSameAmount(one, other)) return true;
  return isMarks(one, other) || isMarks(one.map(withoutNote), other) || isMarks(one, other.map(withoutNote));
}

const isMarks = (one: readonly Token[], other: readonly Token[]): boolean =>
  ['\n', ''].some((hyphen) => solidTexts(one, hyphen) === solidTexts(other, hyphen));

const written = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('');

const noteMarks = new RegExp(String.raw`^(?:${footnote}|\[(?:\d{1,3}(?:[,-]\d{1,3})*|\p{L}|notes?\d{1,3})\])+$`, 'u');
const isNoteMark = (tokens: readonly Token[]): boolean => noteMarks.test(written(tokens));

/** Raised marks of notes: "third3", "2004^3"; but "20043" is another number. */
const withNote = /^(?:(\p{L}{3,}(?:'s)?)\^?|((?:1[5-9]|20)\d\d)\^)\d{1,3}$/u;
const withoutNote = (token: Token): Token => ({ ...token, text: token.text.replace(withNote, '$1$2') });

const mixedFraction = /^(?:(\d{1,9})(?: |-|\^(?=\d+\/)))?(\d{1,3})\/(\d{1,3})$/;

/** Between points they may be decimals, behind a letter part of a name. */
const thousands = /(?<![\p{L}\d.,'])[1-9]\d{0,2}(?<sign>[,' ])\d{3}(?:\k<sign>\d{3})*(?!\d|[,']\d)/gu;
/** Joins the thousands of numbers; undefined where a number may be set apart in another way. */
function withWholeNumbers(tokens: readonly Token[]): string | undefined {
  const text = tokens.flatMap(({ text: own, solid }) => (solid ? [own] : [])).join(' ');
  const whole = text.replace(thousands, (number) => number.replace(/\D/g, ''));
  return /\d[,' ]\d/.test(whole) ? undefined : whole;
}

/** "2 1/2", "2-1/2" and "2.5"; "1,234", "1 234" and "1234"; but "2.5" and "2.50" differ in precision. */
function isSameAmount(one: readonly Token[], other: readonly Token[]): boolean {
  const [left, right] = [one, other].map((tokens) => tokens.map(({ text }) => text).join(' '));
  const [whole, otherWhole] = [one, other].map(withWholeNumbers);
  if (whole !== undefined && whole === otherWhole) return true;
  const [first, second] = [amountOf(left), amountOf(right)];
  if (first === undefined || second === undefined || !`${left}${right}`.includes('/')) return false;
  // "21/2" is a copied "2½" in its compatibility form.
  return first === second || left?.replace(' ', '') === right?.replace(' ', '');
}

/** The amount to nine decimals. */
function amountOf(text = ''): string | undefined {
  if (/^\d{1,9}\.\d{1,9}$/.test(text)) return Number(text).toFixed(9);
  const [, whole = '0', above, below] = mixedFraction.exec(text) ?? [];
  return above === undefined ? undefined : (Number(whole) + Number(above) / Number(below)).toFixed(9);
}

/** Without apostrophes, one a line; parts of a compound are joined by `hyphen`, except to a digit. */
function solidTexts(tokens: readonly Token[], hyphen: string): string {
  let joined = '';
  for (const { text, solid, glued } of tokens) {
    if (!solid || markEntity.test(text)) continue;
    const isJoined = glued && !/\d$/.test(joined) && !/^\d/.test(text);
    joined += `${joined === '' ? '' : isJoined ? hyphen : '\n'}${asItLooks(text.replace(apostrophe, '').replace(percent, '%'))}`;
  }
  return joined;
}

const percent = / (?:percent|per cent)$/;
const apostrophe = /'(?<=\p{L}\p{M}*')|'(?=\p{L})/gu;

/** Letters that look like those of the Latin script, each with its double. */
const latin = new Map(
  'аa еe оo рp сc хx уy іi јj ѕs һh ԁd ԛq ԝw οo νv ιi ρp υu ıi ɡg'
    .split(' ')
    .map(([own = '', double = '']) => [own, double] as const),
);
/** A text about code may mean them as they are, so they verify nothing. */
const signs = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
]);
const markEntity = new RegExp(`^${entityOfMark}$`);
const foreign = new RegExp(`[${[...latin.keys()].join('')}]`, 'gu');

/**
 * The text as it looks, in lower case. Words that differ only in look-alike letters verify nothing; but an author who
 * quotes what they see is not to blame.
 */
const asItLooks = (text: string): string =>
  signs.get(text) ?? text.replace(foreign, (letter) => latin.get(letter) ?? letter);
