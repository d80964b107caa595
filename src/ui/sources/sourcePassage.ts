import { findQuote, normaliseText } from '../../debate/quote';
import { cutText } from '../../debate/shortText';
import type { SourcePassage } from '../../shared/protocol';
import type { Located } from './locatePassage';
import { TextLines } from './textSpans';

/** UTF-16 code units on either side of what is marked, at most; less where the paragraph ends before. */
const around = 320;
const longestMarked = 1_200;

/** The quoted words with the paragraph that they stand in; undefined where the source cannot be read here, or nothing says where in it. */
export function sourcePassage(located: Located): SourcePassage | undefined {
  if (located.kind !== 'file' && located.kind !== 'snapshot') return undefined;
  const { passage, facts } = located;
  const { span, basis } = passage;
  const lines = new TextLines(located.kind === 'file' ? located.text : located.snapshot.text);
  const [from, to] = [lines.offsetOf(span.start), lines.offsetOf(span.end)];
  const marked = unified(lines.text.slice(from, to)).trim();
  if (basis === 'top' || marked === '') return undefined;
  return {
    before: before(unified(lines.text.slice(Math.max(0, from - around - 1), from))),
    marked: cutText(marked, longestMarked),
    after: after(unified(lines.text.slice(to, to + around + 1))),
    is: facts.quote === undefined ? 'cited' : isQuoted(marked, facts.quote) ? 'quote' : 'near',
    isKept: located.kind === 'snapshot' && (located.why === 'changed' || located.why === 'gone'),
  };
}

/** Where the Verifier looked for the quotation its words may differ. */
function isQuoted(marked: string, quote: string): boolean {
  const { kind, typographic } = findQuote(normaliseText(marked), quote);
  return kind === 'exact' || (kind === 'approximate' && typographic);
}

const unified = (text: string): string => text.replace(/\r\n?/g, '\n');

/** From the beginning of the paragraph; of a long one from a whole word. */
function before(text: string): string {
  const paragraph = text.slice(lastBreak(text));
  return paragraph.length <= around ? paragraph : `…${paragraph.replace(/^\S*\s+/, '')}`;
}

const lastBreak = (text: string): number =>
  [...text.matchAll(/\n[ \t]*\n+/g)].reduce((_, match) => match.index + match[0].length, 0);

function after(text: string): string {
  const end = text.search(/\n[ \t]*\n/);
  const paragraph = end === -1 ? text : text.slice(0, end);
  if (paragraph.length <= around) return paragraph.trimEnd();
  const gap = Math.max(paragraph.lastIndexOf(' '), paragraph.lastIndexOf('\n'));
  return `${gap === -1 ? paragraph : paragraph.slice(0, gap).trimEnd()}…`;
}
