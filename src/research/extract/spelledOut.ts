import { raisedLetters } from '../../matching/text/folding';
import { collapsed } from '../../matching/text/shortText';
import { textOf, type TreeDocument, type TreeElement, TreeText, visit } from './markupTree';
import type { Work } from './work';

/**
 * Writes out what a page expresses by position: powers, fractions and marks of notes would merge with what is before
 * them, readings of ideographs with their text. Removes deleted text, which would count as the author's. `byStyle`:
 * raised like `sup`.
 */
export function spellOut(document: TreeDocument, work: Work, byStyle: ReadonlySet<TreeElement>): void {
  const words = (element: TreeElement): string => collapsed(textOf(element, work));
  for (const element of document.querySelectorAll(unread)) element.remove();
  for (const element of [...document.querySelectorAll('sup'), ...byStyle]) raise(element, words(element));
  for (const power of document.querySelectorAll('msup')) {
    const exponent = power.lastElementChild;
    const text = exponent === null ? '' : words(exponent);
    exponent?.replaceWith(raised(text) ?? `^${text}`);
  }
  for (const fraction of document.querySelectorAll('mfrac')) fraction.lastElementChild?.before('/');
  for (const turned of document.querySelectorAll('bdo[dir="rtl"]')) turnAround(turned);
  for (const root of document.querySelectorAll('msqrt, mroot')) root.before('√');
}

/** Its letters are shown from the right to the left, whatever their script. */
function turnAround(element: TreeElement): void {
  visit(element, (node) => {
    if (node instanceof TreeText && !/[\p{sc=Hebr}\p{sc=Arab}]/u.test(node.nodeValue))
      node.nodeValue = Array.from(node.nodeValue).reverse().join('');
    return false;
  });
}

/** Deleted; a reading beside an ideograph; a second notation of a formula. */
const unread = 'del, s, strike, rt, rp, annotation, annotation-xml';

/**
 * Invisible, before a mark of a note: tells the comparison of texts that the mark is no word. "array[3]" has none,
 * "growth[3]" of an encyclopaedia has.
 */
export const noteJoiner = '\u2060';

const superscripts: Readonly<Record<string, string>> = {
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  ',': ',',
  ' ': '',
  '(': '⁽',
  ')': '⁾',
  ...Object.fromEntries(Array.from('abcdefghijklmnoprstuvwxyz', (letter, at) => [letter, raisedLetters.charAt(at)])),
  ...Object.fromEntries(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (sign, digit) => [String(digit), sign])),
};

const raisedSign = (sign: string): string => superscripts[sign] ?? sign;

function raise(element: TreeElement, text: string): void {
  const mark = noteMarkOf(element, text);
  const high = mark === undefined ? raised(text) : `${noteJoiner}${mark}`;
  if (high !== undefined) element.replaceWith(high);
}

const bracketed = /^\[[^[\]]{1,30}\]$/;
/** A letter or a few, a number of Rome or in brackets. */
const otherMark = /^(?:[a-z](?:, ?[a-z]){0,3}|[ivxl]{1,6}|\(\d{1,3}\)|[*†‡§¶]{1,3})$/;
/** ": 34", the page of a work that the mark before it names. */
const pageOfWork = /^: ?\d{1,4}(?:[,–-] ?\d{1,4}){0,8}$/;

/** The note mark as it is to be written; undefined if the text is none. */
function noteMarkOf(element: TreeElement, text: string): string | undefined {
  if (bracketed.test(text)) return text;
  if (!isLinked(element)) return undefined;
  if (pageOfWork.test(text)) return text;
  return raised(text) ?? (otherMark.test(text) ? Array.from(text, raisedSign).join('') : undefined);
}

const isNumbers = (text: string): boolean => /^\d{1,3}(?:[,–-] ?\d{1,3})*$/.test(text);

/** A link to the page itself, like those of notes. */
function isLinked(element: TreeElement): boolean {
  const link =
    element.querySelector('a[href]') ?? [element, element.parentElement].find((one) => one?.localName === 'a');
  return (
    (link?.getAttribute('href') ?? '').includes('#') ||
    /\b(?:reference|footnote|note-?ref)\b/i.test(element.getAttribute('class') ?? '')
  );
}

/** Undefined without raised characters, as for "rd". */
export function raised(text: string): string | undefined {
  if (!/^[+\-−–]?\d{1,4}$/.test(text) && !isNumbers(text)) return undefined;
  return Array.from(text, raisedSign).join('');
}
