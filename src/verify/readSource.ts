import { figuresIn, unlessTooComplex } from '../matching/figures/figures';
import { TooComplex } from '../matching/text/matchingSteps';
import { CitedText, citedRange, type CitedRange, type Range } from '../matching/quote/citedText';
import { offsetsToLines } from '../matching/quote/quote';
import { checkQuote } from '../matching/quote/quoteCheck';
import { type LinedContent, readLined } from '../matching/text/linedText';
import { renderedMarkdown } from '../matching/text/renderedText';
import type { TextLayout } from '../matching/text/sourceText';
import type { SourceUrl } from '../matching/text/sourceUrl';
import { mayHideText, type ReceivedPage } from '../research/extract/accessBarrier';

/** A source's text as it is kept, and what is known of the source. Passages in the record count this text. */
export interface KeptSource {
  text: string;
  layout?: TextLayout | undefined;
  /** The text has stand-ins for markup: see `matching/text/linedText.ts`. */
  isLined?: boolean;
  title: string;
  sha256: string;
  /** The type in lower case, without parameters. */
  contentType?: string;
  /** The address after redirects. */
  finalUrl?: string;
  authors?: readonly string[] | undefined;
  site?: string | undefined;
  published?: string | undefined;
  /** An archive's copy; the original is gone. */
  archived?: { by: string; url: string; date: string } | undefined;
  /** The HTTP status of its own server. */
  status?: number | undefined;
  /** A page of the web has the `captureHash` of its snapshot. */
  capture?: string | undefined;
  /** A note for the `exists` check. */
  note?: string | undefined;
}

/** Characters in which a letter or a memo says of when it is. */
const headCharacters = 400;

/** Dates of a document's head: they are what it is cited by, wherever the cited lines are. */
function headDates(text: string): string[] {
  const found = unlessTooComplex(() => figuresIn(text.slice(0, headCharacters)));
  return found instanceof TooComplex ? [] : found.flatMap(({ kind, raw }) => (kind === 'date' ? [raw] : []));
}

/**
 * A source that was read, at the place that an address cites: the one value that every check takes. Its `text` is the kept one as people
 * read it, without markup.
 */
export class ReadSource extends CitedText {
  readonly outcome = 'read';
  readonly #lined: LinedContent | undefined;

  constructor(
    readonly url: SourceUrl,
    readonly kept: KeptSource,
  ) {
    const { text, layout, title, published = '' } = kept;
    const lined = kept.isLined === true ? readLined(text, layout) : undefined;
    super(lined?.text ?? (kept.contentType === 'text/markdown' ? renderedMarkdown(text) : text), {
      layout: lined === undefined ? layout : lined.layout,
      range: placed(citedRange(url, text, layout), lined),
      beside: [title, published, ...headDates(text)].join('\n'),
    });
    this.#lined = lined;
  }

  toKept(passage: Range): Range {
    return this.#lined?.toLined(passage) ?? passage;
  }

  fromKept(passage: Range): Range {
    if (this.#lined === undefined) return passage;
    const { body, others } = this.#lined.fromLined(passage);
    return body.start < body.end ? body : others;
  }

  override linesOf(passage: Range): { startLine: number; endLine: number } {
    const { start, end } = this.toKept(passage);
    return offsetsToLines(this.kept.text, start, end);
  }

  /** What a page of the web shows of being the one that was asked for; undefined for files. */
  get received(): ReceivedPage | undefined {
    const { url, kept } = this;
    if (url.kind !== 'web') return undefined;
    const finalUrl = kept.archived === undefined ? (kept.finalUrl ?? url.url) : url.url;
    return { url: url.url, finalUrl, title: kept.title, text: kept.text, layout: kept.layout };
  }

  /** Words that are missing here may still be on the page. */
  get isPartial(): boolean {
    const { received } = this;
    return received !== undefined && mayHideText(received, { isNamed: true });
  }

  /** Whether one of the quotations stands word for word in the author's text, at the cited place or elsewhere. */
  holdsAny(quotes: readonly string[]): boolean {
    return quotes.some((quote) => {
      const { verdict } = checkQuote(quote, this);
      return verdict.result === 'pass' || verdict.standsAt !== undefined;
    });
  }
}

function placed(range: CitedRange, lined: LinedContent | undefined): CitedRange {
  if (range.kind !== 'lines' || lined === undefined) return range;
  const { body, others } = lined.fromLined(range);
  return { kind: 'lines', ...body, others };
}
