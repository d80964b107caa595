import { collapsed } from './shortText';
import { textOf } from './normalisedWriter';
import { firstIndex, type TextRange } from './text';
import type { PartKind, TextLayout, SourcePart } from './sourceText';

/**
 * A lined text replaces a file of markup: of the same length and line ends, so that lines and offsets agree, with
 * characters that say nothing in place of the markup.
 */
export const linedExtractor = { name: 'html-lines', version: 9 } as const;

/** Skipped when quotations are compared. Not the soft hyphen, which would join words across a line's end. */
export const filler = '\u2063';
/** Separates digits of neighbouring elements, which are no number together. */
export const digitsApart = '\u200a';
/** Precedes line ends within the markup, such as between attributes: the text has none there. */
export const lineFiller = '\u2062';
/** The edge of a block, a heading (which ends with the next mark), a line, a cell. White space to other readers. */
export const marks = { block: '\u2003', heading: '\u2005', line: '\u2004', cell: '\u2006' } as const;

export const isLined = ({ extractor }: { readonly extractor?: string | undefined }): boolean =>
  extractor === linedExtractor.name;

/** The text as people see it. */
export const withoutFillers = (text: string): string => text.replace(/[\u2062\u2063]+/g, '');
/** The line for callers that count lines. */
export const plainLine = (line: string): string => collapsed(withoutFillers(line));

export function readLined(lined: string, layout?: TextLayout): LinedContent {
  const writer = new ReadingWriter(lined);
  const others = (layout?.parts ?? []).filter(({ kind }) => kind !== 'body');
  const gaps = [...others, { start: lined.length, end: lined.length }];
  let at = 0;
  for (const { start, end } of gaps) {
    writer.write({ start: at, end: start });
    at = Math.max(at, end);
  }
  const body = { start: 0, end: writer.length };
  const parts: SourcePart[] = body.end === 0 ? [] : [{ kind: 'body', ...body }];
  for (const { kind, start, end } of others) parts.push(...writer.part(kind, { start, end }));
  return new LinedContent(writer, parts.some(({ kind }) => kind !== 'body') ? { parts } : undefined, body);
}

/** The text without the stand-ins: the body first, then the other parts, with an empty line between blocks. */
export class LinedContent {
  readonly text: string;
  readonly headings: readonly TextRange[];
  readonly #offsets: Uint32Array;

  constructor(
    writer: ReadingWriter,
    readonly layout: TextLayout | undefined,
    /** `[start, end)` of the text. */
    readonly body: TextRange,
  ) {
    this.text = writer.text();
    this.headings = writer.headings;
    this.#offsets = writer.offsets();
  }

  /** Maps a range of the text to the lined one. */
  toLined({ start, end }: TextRange): TextRange {
    if (this.#offsets.length === 0) return { start: 0, end: 0 };
    const last = this.#offsets[Math.max(start, end - 1)] ?? this.#offsets.at(-1) ?? 0;
    return { start: this.#offsets[start] ?? last, end: last + 1 };
  }

  /** Back, from some lines such as those cited. */
  fromLined({ start, end }: TextRange): { body: TextRange; others: TextRange } {
    const within = (limits: TextRange): TextRange => ({
      start: this.#first(start, limits),
      end: this.#first(end, limits),
    });
    return { body: within(this.body), others: within({ start: this.body.end, end: this.text.length }) };
  }

  #first(offset: number, limits: TextRange): number {
    return firstIndex(limits, (index) => (this.#offsets[index] ?? 0) >= offset);
  }
}

const blank = /\s/;
const skipped = filler.charCodeAt(0);
const beforeLine = lineFiller.charCodeAt(0);
const apart = digitsApart.charCodeAt(0);
/** Separators from the weakest to the strongest: between cells or blocks, line ends of the file say nothing. */
const dues = [' ', '\n', '\t', '\n', '\n\n'] as const;
const paragraph = 4;
const dueOf: ReadonlyMap<string, number> = new Map([
  ['\n', 1],
  ['\r', 1],
  [marks.cell, 2],
  [marks.line, 3],
  [marks.block, paragraph],
  [marks.heading, paragraph],
]);

/** Keeps the origin of each character. */
class ReadingWriter {
  readonly headings: TextRange[] = [];
  readonly #codes: Uint16Array;
  readonly #offsets: Uint32Array;
  #length = 0;
  /** Separator to write before the next character, and where it began. */
  #due: number | undefined;
  #dueAt = 0;
  #heading: number | undefined;

  constructor(private readonly lined: string) {
    // One mark becomes two line ends at most.
    this.#codes = new Uint16Array(lined.length * 2 + 2);
    this.#offsets = new Uint32Array(lined.length * 2 + 2);
  }

  get length(): number {
    return this.#length;
  }

  text(): string {
    return textOf(this.#codes.subarray(0, this.#length));
  }

  offsets(): Uint32Array {
    return this.#offsets.slice(0, this.#length);
  }

  part(kind: PartKind, span: TextRange): SourcePart[] {
    const before = this.#length;
    this.write(span);
    // An empty line precedes the first character.
    const start = before === 0 ? 0 : Math.min(before + 2, this.#length);
    return start === this.#length ? [] : [{ kind, start, end: this.#length }];
  }

  write({ start, end }: TextRange): void {
    this.#isDue(paragraph, start);
    for (let at = start; at < end; at += 1) {
      const code = this.lined.charCodeAt(at);
      if (code === skipped) continue;
      if (code === beforeLine) while (at + 1 < end && /[\r\n]/.test(this.lined.charAt(at + 1))) at += 1;
      else if (code === apart) this.#put(at);
      else if (code <= 0x20 || (code > 0x7f && blank.test(this.lined.charAt(at)))) this.#space(at);
      else this.#put(at);
    }
    this.#closeHeading();
  }

  #space(at: number): void {
    const character = this.lined.charAt(at);
    const due = dueOf.get(character) ?? 0;
    if (due === paragraph) this.#closeHeading();
    this.#isDue(due, at);
    if (character === marks.heading) this.#heading = this.#length;
  }

  #closeHeading(): void {
    const from = this.#heading;
    this.#heading = undefined;
    if (from === undefined || this.#length === from) return;
    this.headings.push({ start: from === 0 ? 0 : from + 2, end: this.#length });
  }

  #isDue(due: number, at: number): void {
    if (this.#due === undefined) this.#dueAt = at;
    this.#due = Math.max(this.#due ?? 0, due);
  }

  #put(at: number): void {
    if (this.#length > 0 && this.#due !== undefined)
      for (const character of dues[this.#due] ?? '') this.#append(character.charCodeAt(0), this.#dueAt);
    this.#due = undefined;
    this.#append(this.lined.charCodeAt(at), at);
  }

  #append(code: number, offset: number): void {
    this.#codes[this.#length] = code;
    this.#offsets[this.#length] = offset;
    this.#length += 1;
  }
}
