import { readLined } from '../../debate/linedText';
import type { TextLayout } from '../../debate/sourceText';
import { sentences, wordCount } from '../../debate/text';
import { htmlSegments } from './htmlSegments';
import { givesOrders } from './instructions';
import { segmentsOf, type Segment } from './segments';

/** A statement of the evidence that can be quoted as it stands. */
export interface Passage {
  readonly path: string;
  /** The document's title: its first heading, or the file's name. */
  readonly title: string;
  /** The section in which it stands. */
  readonly heading: string | undefined;
  readonly kind: string;
  /** Verbatim but for white-space runs, which are one space. */
  readonly text: string;
  /** 1-based, both included. */
  readonly startLine: number;
  readonly endLine: number;
  /** On which it stands whole, in a document of pages. */
  readonly page?: number;
  /** Passages of one paragraph, list item or cell share it. */
  readonly block: number;
  /** The sentence before it in the paragraph, quotable or not: it says what a pronoun stands for. */
  readonly before: string | undefined;
}

export interface EvidenceText {
  path: string;
  kind: string;
  title: string;
  text: string;
  layout?: TextLayout | undefined;
  /** The text stands in for markup, see `debate/linedText.ts`. */
  isLined?: boolean | undefined;
}

const fewestWords = 6;
const mostWords = 60;
const mostCharacters = 420;

/** What would come out garbled, or say something else, when it is lifted from its place. */
const unquotable =
  /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]|!\[|\]\(|\[\^|https?:|\{\{|\\|\||\n[^\S\n]*(?:>|[-*+•][^\S\n])|\p{L}-\r?\n|\[REDACTED/u;
const label = /^(?:NOTE|Note|NB|N\.B\.|Remark|REMARK|Comment|COMMENT|Finding|FINDING|Result|RESULT)\s*:\s+/;
/** No question and no exclamation: they state nothing. */
const ends = /(?<![?!])[.…。]["'”’»›)\]*_]*$/u;

/** The passages of one file, in order. */
export function passagesOf(file: EvidenceText): Passage[] {
  const lineOf = lineCounter(file.text);
  const { text, segments, place } = readingOf(file);
  return segments.flatMap((segment, block) =>
    spansOf(text, segment)
      .map((span) => ({ ...span, ...place(span), text: collapse(text.slice(span.start, span.end)) }))
      .filter((span) => isCitable(file, span))
      .map(({ start, end, before, text: words }) => ({
        path: file.path,
        title: file.title,
        heading: segment.heading,
        kind: file.kind,
        text: words,
        startLine: lineOf(start),
        endLine: lineOf(end - 1),
        ...pageOf(file, { start, end }),
        block,
        before,
      })),
  );
}

type Place = Pick<Span, 'start' | 'end'>;

/** What the file says, and where that stands in it. */
function readingOf({ kind, text, layout, isLined }: EvidenceText): { text: string; segments: Segment[]; place: (span: Place) => Place } {
  if (isLined !== true) return { text, segments: segmentsOf(kind, text), place: ({ start, end }) => ({ start, end }) };
  const reading = readLined(text, layout);
  return { text: reading.text, segments: htmlSegments(reading), place: (span) => reading.toLined(span) };
}

/** Half on one page and half on the next, it has no place that could be named; and other people's titles and menus are no statements. */
function isCitable(file: EvidenceText, span: Place): boolean {
  const { pages, parts } = file.layout ?? {};
  if (parts?.some(({ kind, start, end }) => kind !== 'body' && start < span.end && span.start < end) === true && file.isLined !== true) return false;
  return pages === undefined || pageOf(file, span).page !== undefined;
}

function pageOf({ layout }: EvidenceText, { start, end }: Place): { page?: number } {
  const found = layout?.pages?.find((span) => span.start <= start && end <= span.end);
  return found === undefined ? {} : { page: found.page };
}

interface Span {
  start: number;
  end: number;
  before: string | undefined;
}

function spansOf(text: string, segment: Segment): Span[] {
  const found: Span[] = [];
  let before: string | undefined;
  const masked = segment.masked ?? text.slice(segment.start, segment.end);
  for (const span of sentences(masked)) {
    const lead = label.exec(span.text)?.[0].length ?? 0;
    const start = segment.start + span.start + lead;
    const end = segment.start + span.end;
    const isItem = segment.isItem && span.end >= masked.trimEnd().length;
    if (isQuotable(span.text, lead, isItem)) found.push({ start, end, before });
    before = span.text.length > mostCharacters ? undefined : collapse(span.text);
  }
  return found;
}

function isQuotable(whole: string, lead: number, isItem: boolean): boolean {
  const text = whole.slice(lead);
  if (unquotable.test(text) || text.length > mostCharacters) return false;
  if (!ends.test(text) && !(isItem && /[\p{L}\p{N}%)]$/u.test(text))) return false;
  // Set into prose, a sentence that opens in lower case would run together with the one before it.
  if (/^\p{Ll}/u.test(text) && !/^\p{Ll}+[\p{Lu}\d]/u.test(text)) return false;
  const words = wordCount(text);
  if (words < fewestWords || words > mostWords || !/\p{L}{2}/u.test(text)) return false;
  return isBalanced(text) && !givesOrders(collapse(whole));
}

/** A bracket or quotation mark that opens outside, or closes outside, would hang in the air. */
function isBalanced(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0;
  return (
    count(/\(/g) === count(/\)/g) &&
    count(/\[/g) === count(/\]/g) &&
    count(/“/g) === count(/”/g) &&
    count(/"/g) % 2 === 0 &&
    count(/\*\*/g) % 2 === 0 &&
    count(/`/g) % 2 === 0
  );
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
