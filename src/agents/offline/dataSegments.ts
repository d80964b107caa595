import { linesOf, type Segment } from './segments';

/** Cells of a comma- or tab-separated file; a cell is quoted only when a sentence stands in it. */
export function csvSegments(text: string): Segment[] {
  const firstLine = text.slice(0, Math.max(0, text.indexOf('\n')));
  const separator = ['\t', ';', ','].find((candidate) => firstLine.includes(candidate)) ?? ',';
  const segments: Segment[] = [];
  let start = 0;
  while (start < text.length) {
    const quoted = text.charAt(start) === '"';
    const end = quoted ? closingQuote(text, start) : cellEnd(text, start, separator);
    const from = quoted ? start + 1 : start;
    if (end > from) segments.push({ start: from, end, heading: undefined, isItem: false });
    start = cellEnd(text, quoted ? end + 1 : end, separator) + 1;
  }
  return segments;
}

/** A doubled quotation mark inside a cell is left to the balance check, which refuses the passage. */
function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? text.length : end;
}

function cellEnd(text: string, start: number, separator: string): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === separator || character === '\n') return at;
  }
  return text.length;
}

/** The strings of a JSON file that need no unescaping; keys are too short to pass for sentences. */
export function jsonSegments(text: string): Segment[] {
  return [...text.matchAll(/"((?:[^"\\\n]|\\[^\n])*)"/g)].flatMap((found) => {
    const value = found[1] ?? '';
    if (value.includes('\\') || !value.includes(' ')) return [];
    const start = found.index + 1;
    return [{ start, end: start + value.length, heading: undefined, isItem: false }];
  });
}

const comment = /^(\s*(?:\/\/+!?|\/\*+|\*+|#+|--+|;+|%+|"""|''')\s+)(.*?)(?:\s*(?:\*\/|"""|'''))?\s*$/;

/** Comments of source code, line by line: what runs over a line end carries a marker and cannot be quoted verbatim. */
export function codeSegments(text: string): Segment[] {
  return linesOf(text).flatMap((line, at, lines) => {
    const [, lead = '', body = ''] = comment.exec(line.text) ?? [];
    if (body === '' || continues(lines[at - 1]?.text)) return [];
    const start = line.start + lead.length;
    return [{ start, end: start + body.length, heading: undefined, isItem: false }];
  });
}

/** Whether a comment's sentence runs on into the next line. */
function continues(before: string | undefined): boolean {
  const body = comment.exec(before ?? '')?.[2] ?? '';
  return body !== '' && !/[.!?:]$/.test(body);
}
