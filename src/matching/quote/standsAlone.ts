import { figuresIn, type Figure } from '../figures/figures';
import { unitsOf } from '../figures/figureEvidence';
import { agree } from '../figures/figureUnits';
import { collapsed, cutText } from '../text/shortText';
import { isRow, lineAt } from './citedText';
import { contentWords, sentences, type TextRange, type TextSpan } from '../text/text';
import { turningWordIn } from './turningWords';

/** Farther than any sentence extends beyond a passage. */
const reach = 600;
/** "However", "This is not so", "But nobody": a sentence turns the one before at its beginning. */
const leadingWords = 5;
/** A sentence that has as many of the passage's words speaks of the same. */
const sharedWords = 2;

/**
 * Why a passage of a text may say something else there than by itself; undefined where nothing beside it may turn it: the rest of its
 * sentences, the next sentence of its paragraph and what introduces it hold no word of the list, and no other figure of a unit of
 * the passage together with a word of it; its sentence does not ask; and it does not begin with a figure in mid-sentence.
 */
export function whyNotAlone(text: string, { start, end }: TextRange): string | undefined {
  const from = Math.max(0, start - reach);
  const window = text.slice(from, end + reach);
  const isOfTable = isRow(lineAt(text, start));
  // Rows end no sentence, and each says something else.
  const spans = isOfTable
    ? [rowsAround(text, { start, end })]
    : sentences(window).map((span) => ({ ...span, start: span.start + from, end: span.end + from }));
  const own = spans.filter((span) => span.start < end && span.end > start);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const [head, tail] = [text.slice(first.start, start), text.slice(end, last.end)];
  if (/[?？؟]/u.test(tail)) return `The quotation is a part of a question: “${oneLine(last.text)}”.`;
  const passage = figuresIn(text.slice(start, end));
  const subject = new Set(contentWords(withoutFigures(text.slice(start, end), passage)));
  // "at least" or "up to" may stand there.
  if (hasWords(head) && passage[0]?.start === 0)
    return `The quotation begins with a figure in the middle of its sentence: “${oneLine(first.text)}”.`;
  const { next, before } = isOfTable ? { before: [] } : surroundings(text, spans, { first, last });
  for (const words of [head, tail, ...before.map((span) => span.text), ...(next === undefined ? [] : [next.text])]) {
    const turning = turningWordIn(words, window, words === next?.text ? leadingWords : undefined);
    const shared = new Set(contentWords(words).filter((one) => subject.has(one)));
    const isOnTheSame = shared.size >= sharedWords;
    const other = isOnTheSame ? figuresIn(words).find((figure) => isContrary(figure, passage)) : undefined;
    const found = turning ?? other?.raw.trim();
    if (found !== undefined) return `Beside the quotation stands what may turn it (“${found}”): “${oneLine(words)}”.`;
  }
  return undefined;
}

function rowsAround(text: string, { start, end }: TextRange): TextSpan {
  const newline = text.indexOf('\n', end);
  const rows = { start: text.lastIndexOf('\n', start - 1) + 1, end: newline < 0 ? text.length : newline };
  return { ...rows, text: text.slice(rows.start, rows.end) };
}

/** The next sentence of the paragraph, and what introduces the passage. */
function surroundings(
  text: string,
  spans: readonly TextSpan[],
  { first, last }: { first: TextSpan; last: TextSpan },
): { next?: TextSpan; before: TextSpan[] } {
  const next = spans.find(({ start }) => start >= last.end);
  const before = spans.filter(({ end }) => end <= first.start);
  const previous = before.at(-1);
  const isBeside = next !== undefined && !blankLine.test(text.slice(last.end, next.start));
  const heading = before.findLast(({ start }) => isHeading(text, start));
  // A line that introduces ends in a colon, above a list too; a short block without a stop is a heading.
  const introduction = before.findLast(({ text: words }) => /[:：]$/u.test(words));
  const title =
    previous !== undefined &&
    blankLine.test(text.slice(previous.end, first.start)) &&
    !/[.!?。！？]$/u.test(previous.text)
      ? previous
      : undefined;
  const introducing = [introduction, heading, title].filter((span) => span !== undefined);
  return { ...(isBeside && { next }), before: introducing };
}

const isHeading = (text: string, start: number): boolean =>
  /(?:^|\n)[^\S\n]*#{1,6}[^\S\n]+$/.test(text.slice(Math.max(0, start - 20), start));

/** Its words, without those that stand in a figure, as units. */
function withoutFigures(text: string, figures: readonly Figure[]): string {
  return figures.toReversed().reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
}

/** Whether the passage has figures of this one's unit, and none of its value. */
function isContrary(figure: Figure, passage: readonly Figure[]): boolean {
  if ((figure.unit ?? figure.measure) === undefined) return false;
  const alike = passage.filter(
    (own) => (own.unit ?? own.measure) !== undefined && agree(unitsOf(own), unitsOf(figure)),
  );
  return alike.length > 0 && alike.every((own) => !own.readings.some((value) => figure.readings.includes(value)));
}

const hasWords = (words: string): boolean => /[\p{L}\p{N}]/u.test(words);
const oneLine = (words: string): string => cutText(collapsed(words), 240);
const blankLine = /\n[^\S\n]*\n/;
