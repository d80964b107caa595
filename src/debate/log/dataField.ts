import { isObject, jsonOf } from './objects';
import { matchAt, type TextRange } from '../../matching/text/text';
const reach = 10_000;

/**
 * Returns the field of a table or data file that holds a passage: a cell, a string of JSON, whole rows, a whole record
 * of JSON. Fields beside it belong to other statements. Undefined if the passage covers only some fields of a row, or
 * is in none.
 */
export function dataField(text: string, passage: TextRange, contentType: string): TextRange | undefined {
  if (/^(?:text\/csv|text\/tab-separated-values)$/.test(contentType)) return cellAround(text, passage);
  return /[/+]json$/.test(contentType) ? (wholeRecord(text, passage) ?? stringAround(text, passage)) : undefined;
}

/** Finds a cell by RFC 4180; the delimiter is the one that is most frequent in the first line. */
function cellAround(text: string, passage: TextRange): TextRange | undefined {
  const lineStart = text.lastIndexOf('\n', passage.start - 1) + 1;
  if (passage.start - lineStart > reach) return undefined;
  const delimiter = delimiterOf(/^[^\n]*/.exec(text)?.[0] ?? '');
  let start = lineStart;
  let isQuoted = false;
  for (let at = lineStart; at <= Math.min(text.length, passage.end + reach); at += 1) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    const isEnd = char === undefined || (!isQuoted && (char === delimiter || char === '\n' || char === '\r'));
    if (!isEnd) continue;
    if (at >= passage.end) return { start, end: at };
    if (at >= passage.start) return wholeRows(text, passage, lineStart);
    start = at + 1;
  }
  return undefined;
}

/** Returns the passage with its lines, if nothing else is on them. */
function wholeRows(text: string, passage: TextRange, lineStart: number): TextRange | undefined {
  const lineEnd = passage.end + (matchAt(/[^\r\n]*/y, text, passage.end)?.[0].length ?? 0);
  const around = text.slice(lineStart, passage.start) + text.slice(passage.end, lineEnd);
  const quotes = text.slice(lineStart, lineEnd).split('"').length - 1;
  return /^[\s"\ufeff]*$/.test(around) && quotes % 2 === 0 ? { start: lineStart, end: lineEnd } : undefined;
}

function delimiterOf(line: string): string {
  const counted = [',', ';', '\t'].map((char) => [char, line.split(char).length] as const);
  return counted.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

function wholeRecord(text: string, { start, end }: TextRange): TextRange | undefined {
  return text[start] === '{' && isObject(jsonOf(text.slice(start, end))) ? { start, end } : undefined;
}

/** A line holds whole strings only, so counting starts at its beginning. */
function stringAround(text: string, passage: TextRange): TextRange | undefined {
  const lineStart = text.lastIndexOf('\n', passage.start - 1) + 1;
  if (passage.start - lineStart > reach) return undefined;
  let opened: number | undefined;
  for (let at = lineStart; at < Math.min(text.length, passage.end + reach); at += 1) {
    const char = text[at];
    if (char === '\n') return undefined;
    if (char === '\\') at += 1;
    else if (char === '"') {
      if (opened === undefined) opened = at + 1;
      else if (at < passage.start) opened = undefined;
      else return opened <= passage.start && at >= passage.end ? { start: opened, end: at } : undefined;
    }
  }
  return undefined;
}
