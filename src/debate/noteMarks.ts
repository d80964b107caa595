import { isSuperscript } from './folding';

/** A mark that leads to a note or a reference, and is no word of the sentence it stands in. */
export interface NoteMark {
  readonly text: string;
  readonly end: number;
  /** A space before it belongs to it. */
  readonly isSpaced: boolean;
}

const joiner = 0x2060;
const joined = /\u2060(\[[^[\]\n]{1,30}\]|[⁰¹²³⁴-⁹][⁰¹²³⁴-⁹,–⁻-]{0,12})/y;
const bracketed = /\[\d{1,3}(?:[,–-] ?\d{1,3}){0,8}\](?=[\s.,;:!?)\]”"’'[]|$)/y;
const raised = /[⁰¹²³⁴-⁹]{1,3}(?:[,–][⁰¹²³⁴-⁹]{1,3}){0,8}(?=[\s.,;:!?)”"’']|$)/y;
const afterSpace = /(?:\p{L}{3}|\d|[.,;:!?)”"’'\]])[^\S\n]$/u;
const afterWord = /\p{L}{3}$|\p{L}[.,;:!?)”"’']$/u;
const afterStop = /\p{L}[.,;:!?)”"’'\]]+$/u;

/**
 * The mark at a place of a text. Who extracted the text sets a word joiner before those that it knows to be marks; of the others, only those are
 * taken for one that can be nothing else: "values[3]" is code, "10³" a number.
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
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : { text: match[1] ?? match[0], end: at + match[0].length, isSpaced };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
