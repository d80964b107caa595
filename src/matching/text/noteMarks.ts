import { isSuperscript, raisedLetters } from './folding';
import { matchesOf } from './matches';
import { matchAt } from './text';

interface NoteMark {
  readonly text: string;
  readonly end: number;
  readonly isSpaced: boolean;
}

const joiner = 0x2060;
const joined = new RegExp(
  [
    String.raw`\u2060(\[[^[\]\n]{1,30}\]|⁽?[⁰¹²³⁴-⁹]{1,4}(?:[,–⁻-][⁰¹²³⁴-⁹]{1,3}){0,8}⁾?|[*†‡§¶]{1,3}`,
    String.raw`[${raisedLetters}]{1,6}(?:,[${raisedLetters}]){0,3}|: ?\d{1,4}(?:[,–-] ?\d{1,4}){0,8})`,
  ].join('|'),
  'y',
);
const footnote = /(?<=[\p{L}\p{N}.,;:!?)\]”"’'*_`])\[\^(?<label>[^\s[\]()\\]{1,40})\](?![\p{L}\p{N}:(])/uy;
const definition = /^[ \t>]{0,40}\[\^(?<label>[^\s[\]()\\]{1,40})\]:/gmu;
const bracketed = /\[\d{1,3}(?:[,–-] ?\d{1,3}){0,8}\](?=[\s.,;:!?)\]”"’'[]|$)/y;
const raised = /[⁰¹²³⁴-⁹]{1,3}(?:[,–⁻][⁰¹²³⁴-⁹]{1,3}){0,8}(?=[\s.,;:!?)”"’']|$)/y;
const afterSpace = /(?:\p{L}{3}|\d|[.,;:!?)”"’'\]])[^\S\n]$/u;
/** What takes no power: words, unlike units and functions, a stop, a share in percent, a year. */
const afterWord =
  /(?:\p{L}{3}|(?<!\p{L})\p{L}{2})(?<!(?<!\p{L})(?:[kcdmhnµ]?m|ft|in|mi|yd|sq|sec|sin|cos|tan|log|exp|chi))$|\p{L}[.,;:!?)”"’']$|[\p{N}%‰][.,;:!?]["”’]?$|[%‰]["”’)]?$|(?<!\d)(?:1[5-9]|20)(?!00)\d{2}$/u;
const afterStop = /(?:\p{L}[.,;:!?)”"’'\]]+|\d{2}[.!?]["”’)]*)$/u;

/** Of other labels "values[^1]" and "[^s]" are code, and "m[^2]" is a power. */
export const footnotesOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from(matchesOf(text, definition), ({ groups }) => groups?.['label'] ?? ''));

export function footnoteAt(text: string, at: number, labels: ReadonlySet<string>): NoteMark | undefined {
  if (labels.size === 0 || text.charCodeAt(at) !== 0x5b || text.charCodeAt(at + 1) !== 0x5e) return undefined;
  const { groups, 0: all = '' } = matchAt(footnote, text, at) ?? {};
  const isKnown = labels.has(groups?.['label'] ?? '');
  return isKnown ? { text: all, end: at + all.length, isSpaced: false } : undefined;
}

/**
 * Our own extraction puts a word joiner before known marks; of the others only unambiguous ones count: "values[3]" is
 * code, "10³" a number.
 */
export function noteMarkAt(text: string, at: number): NoteMark | undefined {
  const code = text.charCodeAt(at);
  if (code === joiner) return markOf(joined, text, at);
  if (code === 0x5b ? !isDigit(text.charCodeAt(at + 1)) : !isSuperscript(code)) return undefined;
  const before = text.slice(Math.max(0, at - 6), at);
  if (code !== 0x5b) return afterWord.test(before) ? markOf(raised, text, at) : undefined;
  if (afterSpace.test(before)) return markOf(bracketed, text, at, true);
  return afterStop.test(before) ? markOf(bracketed, text, at) : undefined;
}

function markOf(pattern: RegExp, text: string, at: number, isSpaced = false): NoteMark | undefined {
  const match = matchAt(pattern, text, at);
  return match === undefined ? undefined : { text: match[1] ?? match[0], end: at + match[0].length, isSpaced };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const stringEscape = /\\(?:(?<sign>["'\\/])|(?<space>[nrt])(?!\w*[\\:])|u(?<code>[\da-fA-F]{4}))/g;
const escapesInText = /(?:\\u[\da-fA-F]{4})+|\\(?:[nrt"'\\/]|x[\da-fA-F]{2})/g;

/** The text keeps its length, by signs that are no part of any word. What looks like an escape may be none. */
export const withEscapesRead = (text: string): string =>
  text.replace(escapesInText, (all) => {
    const codes = all.match(/[\da-fA-F]{4}|(?<=x)[\da-fA-F]{2}/g) ?? [];
    const sign = /^\\[nrt]$/.test(all) ? ' ' : all.charAt(1);
    const read =
      codes.length === 0 ? sign : codes.map((code) => String.fromCharCode(Number.parseInt(code, 16))).join('');
    return read.padEnd(all.length, '\u2060');
  });

/** "10^{6}", "CO_{2}". */
const formulaPart = /([_^])\{([-−+]?\w{1,8})\}/g;
/** In code they are meant as they are. */
const entityOrCode = /`[^`\n]*`|&(amp|lt|gt|quot|apos|#39|nbsp);/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
/** The mark of the previous sentence, copied along. */
const markBefore = /^\s*(?:\[\d{1,3}\]\s*)+(?=[\p{L}“"'])/u;
const capitalChanged = /(?<![\p{L}\p{N}])\[(\p{L})\](?=\p{L})/gu;
const sic = /\s?[[(]\s?sic!?\s?[\])]/giu;

/**
 * Removes what the writer added to the passage: escapes, entities, `[T]he` for a changed capital, `[sic]`, and marks of
 * notes.
 */
export function withoutEditing(quote: string): string {
  const said = quote
    .replace(stringEscape, (_all, sign?: string, space?: string, code?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return space === undefined ? (sign ?? '') : ' ';
    })
    .replace(formulaPart, (_all, sign: string, part: string) => (sign === '^' ? `^${part}` : part))
    .replace(entityOrCode, (all, name?: string) => (name === undefined ? all : (entities[name] ?? "'")))
    .replace(markBefore, '')
    .replace(capitalChanged, '$1')
    .replace(sic, '');
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < said.length;) {
    const mark = noteMarkAt(said, at);
    // "the [5] cranes" may be a number that was put in.
    const isPart =
      mark === undefined || (mark.isSpaced && !/[.!?]["'”’)]{0,8}\s$/.test(said.slice(Math.max(copied, at - 10), at)));
    if (!isPart) {
      const piece = said.slice(copied, at);
      pieces.push(mark.isSpaced ? piece.trimEnd() : piece);
      copied = mark.end;
    }
    at = isPart ? at + 1 : mark.end;
  }
  return pieces.join('') + said.slice(copied);
}

/** Words in brackets that the writer inserted. */
export interface Insertion {
  /** The insertion, with the beginning of a word whose end is changed: "promise[s]". */
  readonly text: string;
  readonly stem: string;
  readonly words: string;
}

const insertion = /(?<stem>(?<![\p{L}\p{M}])[\p{L}\p{M}]{0,40})\[(?<words>[^[\]\n]{1,80})\](?<rest>[\p{L}\p{N}]?)/gu;

/** The insertion stands after its piece; undefined if there is none, or one within a word. */
export function aroundInsertions(quote: string): { pieces: string[]; insertions: Insertion[] } | undefined {
  const [pieces, insertions]: [string[], Insertion[]] = [[], []];
  let copied = 0;
  for (const match of matchesOf(quote, insertion)) {
    const { stem = '', words = '', rest } = match.groups ?? {};
    if (rest !== '' || !/\p{L}/u.test(words)) return undefined;
    pieces.push(quote.slice(copied, match.index));
    copied = match.index + match[0].length;
    insertions.push({ text: match[0], stem, words });
  }
  return insertions.length === 0 ? undefined : { pieces: [...pieces, quote.slice(copied)], insertions };
}
