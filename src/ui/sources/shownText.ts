import type { LinedContent } from '../../debate/linedText';
import type { PartKind, TextLayout } from '../../debate/sourceText';
import { TextLines, type PositionRange } from './textSpans';

/** Lines that stand in the document of a snapshot and not in its text. */
export interface InsertedLines {
  /** Where it stands: in UTF-16 code units of the snapshot's text, before the unit there. */
  readonly at: number;
  readonly kind: 'header' | 'part' | 'page';
  /** Whole lines, each with its line end. */
  readonly text: string;
}

/**
 * A snapshot as its document shows it: the text, with lines put in that say what it is. Passages count the snapshot's own text;
 * this is the one place that knows where each unit of it stands in the document.
 */
export class ShownText {
  readonly text: string;
  readonly #insertions: readonly InsertedLines[];

  constructor(
    readonly own: string,
    insertions: readonly InsertedLines[],
  ) {
    const ordered = insertions.filter(({ at }) => at <= own.length).sort((one, other) => one.at - other.at);
    // A line that is put in begins a line, also where a part begins in the midst of one.
    this.#insertions = ordered.map((insertion, index) => {
      const isAtStart = insertion.at === 0 || own[insertion.at - 1] === '\n' || ordered[index - 1]?.at === insertion.at;
      return isAtStart ? insertion : { ...insertion, text: `\n${insertion.text}` };
    });
    let text = '';
    let copied = 0;
    for (const { at, text: put } of this.#insertions) {
      text += own.slice(copied, at) + put;
      copied = at;
    }
    this.text = text + own.slice(copied);
  }

  /** Where a unit of the snapshot's text stands in the document. */
  offsetOf(own: number): number {
    return this.#insertions.reduce((sum, { at, text }) => (at <= own ? sum + text.length : sum), own);
  }

  /** Where what was put in stands in the document, line ends left out. */
  get marks(): { kind: InsertedLines['kind']; span: PositionRange }[] {
    const lines = new TextLines(this.text);
    let before = 0;
    return this.#insertions.map(({ at, kind, text }) => {
      const start = at + before + (text.length - text.trimStart().length);
      before += text.length;
      return { kind, span: lines.span(start, at + before - (text.length - text.trimEnd().length)) };
    });
  }

  /** Where a span of the snapshot's text stands in the document. */
  span(own: PositionRange): PositionRange {
    if (this.#insertions.length === 0) return own;
    const lines = new TextLines(this.own);
    const [start, end] = [lines.offsetOf(own.start), lines.offsetOf(own.end)];
    // The end is behind the last unit: what is put in there is no part of the span.
    const shownEnd = end > start ? this.offsetOf(end - 1) + 1 : this.offsetOf(start);
    return new TextLines(this.text).span(this.offsetOf(start), shownEnd);
  }
}

/** A lined text without what stands in for markup. Passages count the lined text, as they do in the record. */
export class ShownReading extends ShownText {
  constructor(
    private readonly lined: string,
    private readonly reading: LinedContent,
    insertions: readonly InsertedLines[],
  ) {
    super(reading.text, insertions);
  }

  override span(own: PositionRange): PositionRange {
    const lines = new TextLines(this.lined);
    const { body, others } = this.reading.fromLined({ start: lines.offsetOf(own.start), end: lines.offsetOf(own.end) });
    const { start, end } = body.start < body.end ? body : others;
    return super.span(new TextLines(this.reading.text).span(start, end));
  }
}

/** The words of the lines that are put in. */
interface LayoutWords {
  part(kind: Exclude<PartKind, 'body'>): string;
  page(page: number): string;
}

/** A heading above each part that is not the author's, and the number above each page. */
export function layoutInsertions({ parts = [], pages = [] }: TextLayout, words: LayoutWords): InsertedLines[] {
  const headings = parts.flatMap(({ kind, start, end }): InsertedLines[] =>
    kind === 'body' || start >= end ? [] : [{ at: start, kind: 'part', text: `\n${words.part(kind)}\n\n` }],
  );
  const numbers = pages.map(({ page, start }): InsertedLines => ({
    at: start,
    kind: 'page',
    text: `${words.page(page)}\n`,
  }));
  return [...numbers, ...headings];
}
