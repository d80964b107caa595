import { collapsed } from '../../matching/text/shortText';
import type { TextRange } from '../../matching/text/text';
import type { FileKind } from '../../research/fileKind';

/** Line as `[start, end)` without its line end; `next` is the offset behind that. */
export interface LineOfText extends TextRange {
  next: number;
  kind: 'prose' | 'heading' | 'row' | 'other';
  /** The heading above, or a heading's own text; may be empty. */
  heading: string;
  /** The main section: the nearest heading of the highest rank that occurs more than once. May be empty. */
  section?: string;
  /** A heading's rank, 1 for the highest. */
  rank?: number;
}

const fence = /^\s*(?:>\s?)*(`{3,}|~{3,})/;
const hashes = /^ {0,3}(#{1,6})\s+(\S.*)?$/;
const underline = /^ {0,3}(?:={3,}|-{3,})\s*$/;
const delimiter = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;
const item = /^[\s>]*(?:[-*+•‣◦▪]|\d{1,3}[.)])\s+\S/;
/** A title without a full stop, in a text that marks no headings. */
const bareTitle = /^\s*(?:(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+)[.)]?\s+)?(\p{Lu}[^.!?:;]{1,70}[^.!?:;,\s])\s*$/u;
const comment = /^\s*(?:\/\/+!?|\/\*+|\*+|#+|--+|;+|%+|"""|''')\s+(\S.*)?$/;
const commentEnd = /(?:\*\/|"""|''')$/;

const longestHeading = 70;
/** A heading is at most this share of the longest line; a line of a paragraph is about as long as that. */
const headingShare = 0.6;

/** `headings`: headings of a page of markup, in order. */
export function readLines(text: string, kind: FileKind, headings?: readonly TextRange[]): LineOfText[] {
  const lines = linesOf(text);
  if (kind === 'code') return lines.map((line) => ({ ...line, kind: 'other' as const, heading: '' }));
  const read = headings === undefined ? new Scanner(text, lines, kind).run() : ofMarkup(text, lines, headings);
  return kind === 'pdf' || ranksOf(read).length > 0 ? withSections(read) : inParts(read);
}

const ranksOf = (lines: readonly LineOfText[]): number[] => lines.flatMap(({ rank }) => rank ?? []);

const parts = 4;

/** Divides a text without headings by its lines. */
function inParts(lines: readonly LineOfText[]): LineOfText[] {
  const size = Math.ceil(lines.length / parts);
  return lines.map((line, at) => {
    const first = at - (at % size);
    return { ...line, section: `Lines ${first + 1}–${Math.min(first + size, lines.length)}` };
  });
}

function withSections(lines: readonly LineOfText[]): LineOfText[] {
  const ranks = ranksOf(lines);
  const main = [1, 2, 3, 4, 5, 6].find((rank) => ranks.filter((one) => one === rank).length > 1);
  let section = '';
  return lines.map((line) => {
    if (line.rank === main && main !== undefined) section = line.heading;
    return { ...line, section };
  });
}

/** Finds a comment; undefined for other lines, and for sentences that continue over its end. */
export function commentIn(text: string, lines: readonly TextRange[], at: number): TextRange | undefined {
  const body = (index: number): string | undefined => {
    const match = comment.exec(text.slice(lines[index]?.start, lines[index]?.end));
    return match === null ? undefined : (match[1] ?? '').trimEnd().replace(commentEnd, '').trimEnd();
  };
  const [own, before] = [body(at), at === 0 ? undefined : body(at - 1)];
  const line = lines[at];
  if (
    own === undefined ||
    own === '' ||
    line === undefined ||
    (before !== undefined && before !== '' && !/[.!?:]$/.test(before))
  )
    return undefined;
  const start = text.indexOf(own, line.start);
  return { start, end: start + own.length };
}

function linesOf(text: string): (TextRange & { next: number })[] {
  const lines: (TextRange & { next: number })[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index, next: index + end.length });
    start = index + end.length;
  }
  return [...lines, { start, end: text.length, next: text.length }];
}

function ofMarkup(
  text: string,
  lines: readonly (TextRange & { next: number })[],
  headings: readonly TextRange[],
): LineOfText[] {
  let [heading, next] = ['', 0];
  return lines.map((line) => {
    const own = headings[next];
    const isHeading = own !== undefined && own.start < line.next && line.start < own.end;
    if (isHeading) heading = collapsed(text.slice(own.start, own.end));
    while (headings[next] !== undefined && (headings[next]?.end ?? 0) <= line.next) next += 1;
    const isRow = text.slice(line.start, line.end).includes('\t');
    const kind = isHeading ? 'heading' : isRow ? 'row' : 'prose';
    return { ...line, kind, heading, ...(isHeading ? { rank: 1 } : {}) };
  });
}

class Scanner {
  #heading = '';
  #rank = 1;
  #fence: string | undefined;
  #isTable = false;
  #longest: number | undefined;

  constructor(
    private readonly source: string,
    private readonly lines: readonly (TextRange & { next: number })[],
    private readonly fileKind: FileKind,
  ) {}

  run(): LineOfText[] {
    const first = this.#afterFrontMatter();
    return this.lines.map((line, at) => {
      const kind = at < first ? 'other' : this.#kindOf(at);
      return { ...line, kind, heading: this.#heading, ...(kind === 'heading' ? { rank: this.#rank } : {}) };
    });
  }

  #text(at: number): string {
    const line = this.lines[at];
    return line === undefined ? '' : this.source.slice(line.start, line.end);
  }

  #afterFrontMatter(): number {
    if (this.fileKind !== 'markdown' || this.#text(0).trimEnd() !== '---') return 0;
    const end = this.lines.findIndex((_, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(this.#text(at)));
    return end + 1;
  }

  #kindOf(at: number): LineOfText['kind'] {
    const text = this.#text(at);
    const mark = fence.exec(text)?.[1];
    if (this.#fence !== undefined || mark !== undefined) {
      if (this.#fence === undefined) this.#fence = mark;
      else if (mark?.startsWith(this.#fence) === true) this.#fence = undefined;
      return 'other';
    }
    this.#isTable =
      text.includes('|') && (this.#isTable || (delimiter.test(this.#text(at + 1)) && this.#text(at + 1).includes('-')));
    if (this.#isTable) return delimiter.test(text) ? 'other' : 'row';
    const heading = this.#headingAt(at, text);
    if (heading !== undefined) this.#heading = heading;
    return heading !== undefined ? 'heading' : underline.test(text) ? 'other' : 'prose';
  }

  #headingAt(at: number, text: string): string | undefined {
    const hashed = hashes.exec(text);
    this.#rank = hashed?.[1]?.length ?? (/^ {0,3}-/.test(this.#text(at + 1)) ? 2 : 1);
    if (hashed !== null)
      return (hashed[2] ?? '')
        .trimEnd()
        .replace(/(?<!#)#+$/, '')
        .trimEnd();
    if (this.fileKind === 'pdf' && this.#isPrintedHeading(at)) return bareTitle.exec(text)?.[1]?.trim();
    if (text.trim() === '' || item.test(text) || (at > 0 && this.#text(at - 1).trim() !== '')) return undefined;
    if (underline.test(this.#text(at + 1))) return text.trim();
    return this.fileKind !== 'markdown' && this.#text(at + 1).trim() === ''
      ? bareTitle.exec(text)?.[1]?.trim()
      : undefined;
  }

  /**
   * Pages have no blank lines, so a heading is a short line without a full stop, between the end of one sentence and
   * the beginning of another.
   */
  #isPrintedHeading(at: number): boolean {
    const text = this.#text(at).trim();
    const before = at === 0 ? '' : this.#text(at - 1).trim();
    const isNumbered = /^\d+(?:\.\d+)*[.)]?\s/.test(text);
    const short = this.#width() * headingShare;
    return (
      bareTitle.test(text) &&
      text.length <= (isNumbered ? longestHeading : short) &&
      (before === '' ||
        /[.!?]["'”’»)]*$/.test(before) ||
        (isNumbered && before.length <= short && !item.test(before))) &&
      /^["'“„«(]?\p{Lu}/u.test(this.#text(at + 1).trim())
    );
  }

  #width(): number {
    return (this.#longest ??= this.lines.reduce((most, { start, end }) => Math.max(most, end - start), 0));
  }
}
