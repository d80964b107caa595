import type { LineRange } from '../../matching/text/sourceUrl';

/** Counted from 0, characters in UTF-16 code units: as the editor counts. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

export interface PositionRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Lines that were cited and are not all there: `lines` is how many there are. */
export interface BeyondEnd {
  readonly cited: LineRange;
  readonly lines: number;
}

/** A text's lines as the editor has them: it ends them at `\r\n`, `\n` and `\r`, and drops a byte order mark. */
export class TextLines {
  /** Where each line starts, and where it ends without its line end. */
  readonly #starts: number[];
  readonly #ends: number[] = [];

  constructor(readonly text: string) {
    this.#starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
    for (const match of text.matchAll(/\r\n|\r|\n/g)) {
      this.#ends.push(match.index);
      this.#starts.push(match.index + match[0].length);
    }
    this.#ends.push(text.length);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Of a text that ends with a line end, the empty line behind it is not one that can be cited. */
  get citable(): number {
    const isLastEmpty = this.count > 1 && this.#starts[this.count - 1] === this.#ends[this.count - 1];
    return isLastEmpty ? this.count - 1 : this.count;
  }

  /** The span of `[start, end)`. Offsets outside the text are taken to its ends; no surrogate pair is cut in two. */
  span(start: number, end: number): PositionRange {
    const [from, to] = [this.#clamped(Math.min(start, end)), this.#clamped(Math.max(start, end))];
    return {
      start: this.#position(isInsidePair(this.text, from) ? from - 1 : from),
      end: this.#position(isInsidePair(this.text, to) ? to + 1 : to),
    };
  }

  /** The span of the cited lines, without the last one's end. Missing lines are left out, and reported. */
  lines(cited: LineRange): { span: PositionRange; beyondEnd: BeyondEnd | undefined } {
    const isBeyond = cited.end > this.citable;
    const first = Math.min(cited.start, this.citable) - 1;
    const last = Math.min(cited.end, this.citable) - 1;
    const span = { start: { line: first, character: 0 }, end: { line: last, character: this.#lengthOf(last) } };
    return { span, beyondEnd: isBeyond ? { cited, lines: this.citable } : undefined };
  }

  /** UTF-16 offsets; lines from 0, both included, as far as they are there. */
  offsets(first: number, last: number): { start: number; end: number } {
    const at = (line: number): number => Math.max(0, Math.min(line, this.count - 1));
    return { start: this.#starts[at(first)] ?? 0, end: this.#ends[at(last)] ?? this.text.length };
  }

  /** The text of a span, with `\n` for every line end. */
  slice({ start, end }: PositionRange): string {
    return this.text.slice(this.offsetOf(start), this.offsetOf(end)).replace(/\r\n?/g, '\n');
  }

  offsetOf({ line, character }: TextPosition): number {
    const { start, end } = this.offsets(line, line);
    return line >= this.count ? this.text.length : Math.min(start + character, end);
  }

  #lengthOf(line: number): number {
    return (this.#ends[line] ?? 0) - (this.#starts[line] ?? 0);
  }

  #clamped(offset: number): number {
    return Math.max(0, Math.min(offset, this.text.length));
  }

  #position(offset: number): TextPosition {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    // Between `\r` and `\n` the editor has no place: the end of the line is meant.
    const character = Math.max(0, Math.min(offset - (this.#starts[low] ?? 0), this.#lengthOf(low)));
    return { line: low, character };
  }
}

function isInsidePair(text: string, offset: number): boolean {
  return (text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
}
