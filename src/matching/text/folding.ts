/** Characters that count as equal. Codes are UTF-16 code units. */

const quoteMarks = codesOf(`'"‘’‚‛“”„‟«»‹›′″‴´ʹʼʺ〝〞〟＂＇「」『』`);
const superscripts = codesOf('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻');
/** Raised letters from a to z, without q. */
export const raisedLetters = 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
const wideDashes = new Set([0x2014, 0x2015, 0x2e3a, 0x2e3b, 0xfe58]);

export function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/** A quotation inside a quotation changes its marks. */
export function isQuoteMark(code: number): boolean {
  return code === 0x27 || code === 0x22 || (code > 0x7f && quoteMarks.has(code));
}

/** The soft hyphen is no dash. */
export function isDash(code: number): boolean {
  if (code < 0x2010) return code === 0x2d;
  return code <= 0x2015 || code === 0x2212 || code === 0xfe63 || code === 0xff0d || wideDashes.has(code);
}

/** They separate words even without spaces around them. */
export function isWideDash(code: number): boolean {
  return wideDashes.has(code);
}

const tatweel = 0x640;

/** Zero widths, directions, variation selectors; trade mark signs, lengthening lines. */
export function isSkipped(code: number): boolean {
  if (code < 0xae) return false;
  if (code < 0x200b) return code === 0xae || code === tatweel || code === 0x180e;
  return (
    code <= 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0x2120 ||
    code === 0x2122 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    // The full-width form of the backtick.
    code === 0xff40
  );
}

/** No spaces are written next to them; Hangul has spaces. */
export function isIdeographic(code: number): boolean {
  return code >= 0x3001 && (code <= 0x30ff || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff));
}

export function isSuperscript(code: number): boolean {
  return code > 0x7f && superscripts.has(code);
}

export function isSubscript(code: number): boolean {
  return code >= 0x2080 && code <= 0x2089;
}

const numeral = /^\p{No}/u;

/** `½`, `²`, `①` become digits, and must not join the digits next to them. */
export function isNumeral(cluster: string): boolean {
  return cluster.charCodeAt(0) > 0xb1 && numeral.test(cluster);
}

/**
 * Readers can omit them: vowels and readings in Hebrew, Arabic and Syriac, the stress in Cyrillic. A mark that makes
 * another letter ("й", "أ") is part of that letter in compatibility form.
 */
export const optionalMarks =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0730-\u074a]|(?<=\p{sc=Cyrl})[\u0300\u0301]/gu;

/** The compatibility form, case folded ("ß" is "ss"), with digits of ASCII, without optional marks. */
export function foldCluster(cluster: string): string {
  const folded = cluster
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    // As of "I"; only Turkish texts can tell "İ" apart from "ı".
    .replace(/i\u0307/g, 'i')
    .replace(optionalMarks, '')
    .replace(/\u2044/g, '/')
    .replace(/\u2212/g, '-')
    .replace(foreignSign, (sign) => signs[sign] ?? sign);
  return folded.replace(foreignDigit, asciiDigit);
}

/** The first letter of the Quran's "al-" becomes the ordinary one. */
const signs: Readonly<Record<string, string>> = {
  '％': '%',
  '．': '.',
  '，': ',',
  '＄': '$',
  '￥': '¥',
  '－': '-',
  '٪': '%',
  '٫': '.',
  '٬': ',',
  ٱ: 'ا',
};
const foreignSign = new RegExp(`[${Object.keys(signs).join('')}]`, 'g');
const decimalDigit = /^\p{Nd}$/u;
const foreignDigit = /(?![0-9])\p{Nd}/gu;

/** Digits follow each other from zero on in every script. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && decimalDigit.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Scripts without spaces, except the ideographs that belong to a number. */
const unspaced =
  /(?:(?![万萬億亿兆元円年月日년월일])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])+/gu;
/** Neither letter nor digit: no part of a name such as "p95". */
const otherWord = '\ue001';

/** Other scripts' digits and signs as ASCII; no offset moves. */
export function foldedFigures(text: string): string {
  return text
    .replace(foreignDigit, (digit) => (digit.length === 1 ? asciiDigit(digit) : digit))
    .replace(foreignSign, (sign) => signs[sign] ?? sign)
    .replace(unspaced, (letters) => otherWord.repeat(letters.length));
}

const combining = /[\p{M}\u1160-\u11ff\uff9e\uff9f]/u;

/** End of the character with its combining marks. */
export function clusterEnd(text: string, start: number): number {
  const code = text.codePointAt(start) ?? 0;
  let end = start + (code > 0xffff ? 2 : 1);
  while (mayCombine(text.charCodeAt(end))) {
    const mark = text.codePointAt(end) ?? 0;
    if (!combining.test(String.fromCodePoint(mark))) break;
    end += mark > 0xffff ? 2 : 1;
  }
  return Math.min(end, text.length);
}

/** Excludes most characters cheaply. */
function mayCombine(code: number): boolean {
  if (!(code >= 0x300)) return false;
  return !((code >= 0x2010 && code < 0x20d0) || (code >= 0x3100 && code < 0xa66f) || (code >= 0xac00 && code < 0xd800));
}
