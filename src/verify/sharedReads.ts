import { unlessAborted } from '../async/deadline';
import { readLined } from '../matching/text/linedText';
import { offsetsToLines } from '../matching/quote/quote';
import type { CitedRange, Range } from '../matching/quote/quoteCheck';
import { renderedMarkdown } from '../matching/text/renderedText';
import type { TextLayout } from '../matching/text/sourceText';
import type { CheckedText } from './supportCheck';

/** For a failure. Milliseconds. */
const rememberedMs = 5 * 60_000;

interface SharedRead<T> {
  work: Promise<T>;
  /** When nobody waits for it. */
  stop: AbortController;
  waiting: number;
}

/** Callers at the same time share one read; failures are remembered for some minutes. */
export class SharedReads<T> {
  readonly #reading = new Map<string, SharedRead<T>>();
  readonly #failed = new Map<string, { until: number; result: T }>();

  constructor(private readonly options: { isFailure: (result: T) => boolean; clock: () => number }) {}

  /** Rejects with the signal's reason; the work goes on while anybody waits for it. */
  async read(
    key: string,
    { signal, isAgain }: { signal: AbortSignal; isAgain: boolean },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const failed = this.#failed.get(key);
    if (!isAgain && failed !== undefined && this.options.clock() < failed.until) return failed.result;
    const reading = this.#reading.get(key) ?? this.#start(key, work);
    reading.waiting += 1;
    try {
      return await unlessAborted(reading.work, signal);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0) {
        reading.stop.abort(signal.reason);
        if (this.#reading.get(key) === reading) this.#reading.delete(key);
      }
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): SharedRead<T> {
    const stop = new AbortController();
    const reading: SharedRead<T> = { work: this.#remembered(key, work(stop.signal)), stop, waiting: 0 };
    this.#reading.set(key, reading);
    return reading;
  }

  async #remembered(key: string, work: Promise<T>): Promise<T> {
    const result = await work;
    if (this.options.isFailure(result)) this.#failed.set(key, { until: this.options.clock() + rememberedMs, result });
    else this.#failed.delete(key);
    return result;
  }
}

/** Without stand-ins if the kept text of the snapshot has markup. */
export interface PageReading {
  text: string;
  layout: TextLayout | undefined;
  /** From the kept text to the checked one. */
  placed(range: CitedRange): CitedRange;
  /** Back: passages count in the kept text. */
  toKept(passage: Range): Range;
  fromKept(passage: Range): Range;
}

export const keptLines = (page: Pick<CheckedText, 'text'>, reading: PageReading) => (passage: Range) => {
  const { start, end } = reading.toKept(passage);
  return offsetsToLines(page.text, start, end);
};

export function readingOf({
  text: kept,
  layout,
  isLined,
  contentType,
}: Pick<CheckedText, 'text' | 'layout' | 'isLined' | 'contentType'>): PageReading {
  const text = contentType === 'text/markdown' ? renderedMarkdown(kept) : kept;
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
