import { readLined } from '../debate/linedText';
import type { TextLayout } from '../debate/sourceText';
import type { CitedRange, Range } from '../debate/citedRange';
import type { CheckedText } from './verdict';
import { offsetsToLines } from '../debate/quote';

/** The checked text of a snapshot: without stand-ins if the kept text has markup. */
export interface PageReading {
  text: string;
  layout: TextLayout | undefined;
  /** Maps an offset from the kept text to the checked one. */
  placed(range: CitedRange): CitedRange;
  /** Maps it back: passages count in the kept text. */
  toKept(passage: Range): Range;
  fromKept(passage: Range): Range;
}

/** The lines of the kept text that hold a passage of the checked one. */
export const keptLines = (page: Pick<CheckedText, 'text'>, reading: PageReading) => (passage: Range) => {
  const { start, end } = reading.toKept(passage);
  return offsetsToLines(page.text, start, end);
};

export function readingOf({ text, layout, isLined }: Pick<CheckedText, 'text' | 'layout' | 'isLined'>): PageReading {
  if (isLined !== true)
    return { text, layout, placed: (range) => range, toKept: (passage) => passage, fromKept: (passage) => passage };
  const reading = readLined(text, layout);
  const fromKept = (range: Range): Range => {
    const { body, others } = reading.fromLined(range);
    return body.start < body.end ? body : others;
  };
  return {
    text: reading.text,
    layout: reading.layout,
    fromKept,
    toKept: (passage) => reading.toLined(passage),
    placed(range) {
      if (range.kind !== 'lines') return range;
      const { body, others } = reading.fromLined(range);
      return { kind: 'lines', ...body, others };
    },
  };
}
