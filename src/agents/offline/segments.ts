import { codeSegments, csvSegments, jsonSegments } from './dataSegments';
import { maskTags } from './htmlSegments';

/** A stretch of a file, `[start, end)`, within which whole sentences may be looked for. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly heading: string | undefined;
  /** A list item or cell: a statement even without a full stop. */
  readonly isItem: boolean;
  /** The same length as the stretch, with U+0001 for what may not be quoted; absent when nothing is masked. */
  readonly masked?: string;
}

/** The parts of a file that hold prose; of HTML, see `htmlSegments`. Code fences, tags, headings, log lines and bare data are in none. */
export function segmentsOf(kind: string, text: string): Segment[] {
  switch (kind) {
    case 'csv':
      return csvSegments(text);
    case 'json':
      return jsonSegments(text);
    case 'code':
      return codeSegments(text);
    default:
      return new ProseScanner(text, kind === 'text' || kind === 'pdf').run();
  }
}

interface Line {
  start: number;
  end: number;
  text: string;
}

const fence = /^\s*(?:>\s?)*(`{3,}|~{3,})/;
const hashHeading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/;
const underline = /^ {0,3}(?:={3,}|-{3,})\s*$/;
const item = /^\s*(?:>\s?)*\s*(?:[-*+•‣◦▪]|\d{1,3}[.)])\s+\S/;
const tableRow = /^\s*\|/;
const logLine = /^\s*(?:\[[^\]]{3,}\]|\d{4}-\d\d-\d\d[T ]|\d\d:\d\d(?::\d\d)?\b)/;
const labelled = /^[A-Z][A-Za-z-]{1,19}:\s/;
const numberedTitle = /^\s*(?:(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+)[.)]\s+)?(\p{Lu}[^.!?:;]{1,70}[^.!?:;,\s])$/u;

class ProseScanner {
  readonly #segments: Segment[] = [];
  readonly #masked: string;
  readonly #lines: Line[];
  #heading: string | undefined;
  #open: { start: number; end: number; isItem: boolean } | undefined;
  #fence: string | undefined;
  /** Where lines were wrapped by hand; infinite when they were not. */
  readonly #width: number;

  constructor(text: string, isPlain: boolean) {
    this.#masked = maskTags(text);
    this.#lines = linesOf(text);
    const longest = this.#lines.reduce((width, line) => Math.max(width, line.text.length), 0);
    this.#width = isPlain && longest <= 120 ? longest : Infinity;
  }

  run(): Segment[] {
    for (let at = this.#frontMatter(); at < this.#lines.length; at += 1) this.#read(at);
    this.#close();
    return this.#segments;
  }

  #frontMatter(): number {
    if (this.#lines[0]?.text.trimEnd() !== '---') return 0;
    const end = this.#lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line.text));
    return end < 0 ? 0 : end + 1;
  }

  #read(at: number): void {
    const line = this.#lines[at];
    if (line === undefined || this.#inFence(line)) return;
    const heading = this.#headingAt(at, line);
    if (heading !== undefined) {
      this.#close();
      this.#heading = heading;
    } else if (line.text.trim() === '' || underline.test(line.text) || logLine.test(line.text)) this.#close();
    else if (tableRow.test(line.text)) this.#cells(line);
    else if (this.#open === undefined || item.test(line.text) || labelled.test(line.text)) this.#begin(line);
    else if (this.#breaksHard(this.#lines[at - 1]?.text ?? '', line.text)) this.#begin(line);
    else this.#open.end = line.end;
  }

  #inFence(line: Line): boolean {
    const mark = fence.exec(line.text)?.[1];
    if (this.#fence !== undefined) {
      if (mark?.startsWith(this.#fence)) this.#fence = undefined;
      return true;
    }
    if (mark === undefined) return false;
    this.#close();
    this.#fence = mark;
    return true;
  }

  #headingAt(at: number, line: Line): string | undefined {
    const hashed = hashHeading.exec(line.text)?.[1];
    if (hashed !== undefined) return hashed;
    const isAlone = this.#open === undefined && (this.#lines[at - 1]?.text.trim() ?? '') === '';
    if (!isAlone) return undefined;
    const next = this.#lines[at + 1]?.text ?? '';
    if (underline.test(next) && !item.test(line.text) && !tableRow.test(line.text)) return line.text.trim();
    return next.trim() === '' ? numberedTitle.exec(line.text)?.[1]?.trim() : undefined;
  }

  /** A line that had room for the next one's first word was ended on purpose: a title, an address, a log entry. */
  #breaksHard(before: string, line: string): boolean {
    const firstWord = /^\s*(\p{Lu}\S*)/u.exec(line)?.[1];
    if (this.#width === Infinity || firstWord === undefined || /[.!?:,;–—-]\s*$/.test(before)) return false;
    return before.trimEnd().length + 1 + firstWord.length <= this.#width;
  }

  #begin(line: Line): void {
    this.#close();
    this.#open = { start: line.start, end: line.end, isItem: item.test(line.text) };
  }

  #cells(line: Line): void {
    this.#close();
    for (const cell of line.text.matchAll(/[^|]+/g)) {
      const start = line.start + cell.index;
      this.#add({ start, end: start + cell[0].length, isItem: false });
    }
  }

  #close(): void {
    if (this.#open !== undefined) this.#add(this.#open);
    this.#open = undefined;
  }

  #add({ start, end, isItem }: { start: number; end: number; isItem: boolean }): void {
    const masked = this.#masked.slice(start, end);
    this.#segments.push({ start, end, heading: this.#heading, isItem, masked });
  }
}

/** Lines; their text comes without the line end. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    lines.push({ start, end, text: text.slice(start, end).replace(/\r$/, '') });
    start = end + 1;
  }
  return lines;
}
