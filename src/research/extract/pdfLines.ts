import { noteJoiner, raised } from './spelledOut';
import type { Work } from './work';

/** A piece from the PDF reader: text, position, size, and whether it ends a line. */
export interface PdfPiece {
  readonly str: string;
  /** `[a, b, c, d, e, f]`: directions of the line and of its letters, and the start. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
}

/** Offsets along the line's direction and across it, upwards. */
interface TextRun {
  text: string;
  readonly start: number;
  readonly end: number;
  readonly level: number;
  readonly size: number;
  readonly angle: number;
  /** It stands to the left of the piece that was written before it on its line. */
  isLeftward?: boolean;
}

type Line = TextRun[];

/** Ems. */
const columnGap = 1.6;
/** Share of the line's size: words recognised in a picture vary less. */
const smallerThan = 0.8;
/** A column has enough words to read alone, cells of a table have few. */
const proseLetters = 16;

/**
 * One line per line: raised or lowered text as powers, indices and marks of notes, tabs between cells of a table,
 * columns one after the other.
 *
 * @throws SourceTooComplex if pieces are examined too often
 */
export function textOfPage(pieces: readonly PdfPiece[], work: Work): string {
  const lines = linesOf(pieces).map(fromTheLeft);
  for (const line of lines) spellLine(line);
  return inColumns(lines, work).join('\n');
}

/** Points: nobody reads letters of this height. */
const leastHeight = 1.5;
/** Points: pieces that begin so near each other lie upon each other. */
const samePlace = 0.6;
const fewestCovered = 6;

/** Without letters too small to be seen, and without what a later piece in the same place lies upon: the last one painted is seen. */
export function seenPieces(pieces: readonly PdfPiece[]): PdfPiece[] {
  const above = new Map<string, PdfPiece>();
  const seen: PdfPiece[] = [];
  for (const piece of pieces.toReversed()) {
    const [, , c = 0, d = 0, x = 0, y = 0] = piece.transform;
    const hasLetters = piece.str.trim() !== '';
    const isSmall = hasLetters && Math.hypot(c, d) < leastHeight;
    const places = [-1, 0, 1].map((off) => `${Math.round(x / samePlace) + off} ${Math.round(y / samePlace)}`);
    // An accent, or a mark of a note, lies upon its letter.
    const isLong = piece.str.trim().length >= fewestCovered;
    const over = isLong ? places.map((place) => above.get(place)).find((one) => one !== undefined) : undefined;
    const isCovered = over !== undefined && over.str !== piece.str && over.width >= 0.9 * piece.width;
    // Its line ends there all the same.
    if (isSmall || isCovered) seen.push({ ...piece, str: '' });
    else {
      if (isLong) above.set(places[1] ?? '', piece);
      seen.push(piece);
    }
  }
  return seen.reverse();
}

function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let isOver = false;
  let [last, size] = [undefined as TextRun | undefined, 0];
  const close = (): void => {
    lines.push(line);
    [line, last, size] = [[], undefined, 0];
  };
  for (const piece of pieces) {
    const run = runOf(piece);
    if (run.text !== '') {
      const gap = last === undefined ? undefined : gapOver(last, run, Math.max(size, run.size));
      if (isOver && gap === undefined) close();
      else if (isOver && (gap ?? 0) > 0.15 * run.size) line.push({ ...run, text: ' ', end: run.start });
      isOver = false;
      line.push(run);
      size = Math.max(size, run.size);
      if (isText(run)) last = run;
    }
    // An empty line is one, too.
    if (piece.hasEOL && isOver) close();
    isOver ||= piece.hasEOL;
  }
  close();
  return lines;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const letter = /\p{L}/u;

/**
 * A line with words that are read from the right: its pieces by their places, from the left. Documents write them in
 * either order, and often without the spaces between them. Any other line as it is.
 */
function fromTheLeft(line: Line): Line {
  for (const [index, run] of line.entries()) run.isLeftward = run.end <= (line[index - 1]?.start ?? -Infinity);
  if (!line.some(({ text }) => rightToLeft.test(text)) && !isFromTheRight(line)) return line;
  const places: Line = [];
  for (const run of line.toSorted((one, other) => one.start - other.start)) {
    const last = places.at(-1);
    if (last !== undefined && isText(last) && isText(run) && run.start - last.end > 0.15 * run.size)
      places.push({ ...run, text: ' ', start: last.end, end: run.start });
    places.push(run);
  }
  return places;
}

/** Most of its letters are of such a script; of a line without letters, the order in which it is written. */
function isFromTheRight(line: Line): boolean {
  const letters = line.flatMap(({ text }) => Array.from(text).filter((sign) => letter.test(sign)));
  if (letters.length === 0) return line.some(({ isLeftward }) => isLeftward === true);
  return letters.filter((sign) => rightToLeft.test(sign)).length * 2 > letters.length;
}

/** From places to reading order: the words of the other direction keep their own, and so does each number. */
function inReadingOrder(line: Line): Line {
  const kinds = line.map(({ text }) =>
    rightToLeft.test(text) ? 'R' : letter.test(text) ? 'L' : /\p{N}/u.test(text) ? 'N' : '-',
  );
  const isBackward = isFromTheRight(line);
  const parts = kinds.join('').matchAll(isBackward ? /L(?:[^R]*[LN])?|./g : /R(?:[^L]*R)?|./g);
  const units = Array.from(parts, ({ index, 0: part }) => line.slice(index, index + part.length));
  return isBackward ? units.toReversed().flatMap(mirrored) : units.flatMap((unit) => unit.toReversed());
}

/** Signs alone are written as they stand, from the left; so is the hyphen that joins a number to the word before it. */
function mirrored(unit: Line): Line {
  const [run] = unit;
  if (run === undefined || unit.length > 1 || letter.test(run.text)) return unit;
  const isNumber = /\p{N}/u.test(run.text);
  const text = isNumber ? run.text.replace(/^(\p{N}.*)([-–])$/su, '$2$1') : Array.from(run.text).reverse().join('');
  return [{ ...run, text }];
}

const isText = ({ text }: TextRun): boolean => text.trim() !== '';

function runOf({ str, transform, width }: PdfPiece): TextRun {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [length, size] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  const start = (e * a + f * b) / length;
  return { text: str, start, end: start + width, level: (e * c + f * d) / size, size, angle: Math.atan2(b, a) };
}

/** Undefined if they are of two lines. What the PDF reader takes for a line's end may be a far raised number. */
function gapOver(last: TextRun, next: TextRun, size: number): number | undefined {
  const isLine = Math.abs(last.angle - next.angle) < 0.01 && Math.abs(last.level - next.level) < 0.7 * size;
  const gap = next.start - last.end;
  return isLine && last.size !== next.size && gap > -0.2 * size && gap < size ? gap : undefined;
}

const letters = (text: string): number => text.replace(/\s+/g, '').length;

/** The largest size, apart from a single initial letter. */
function baseOf(line: Line): TextRun | undefined {
  const total = line.reduce((sum, { text }) => sum + letters(text), 0);
  const sizes = new Map<number, number>();
  for (const { size, text } of line) sizes.set(size, (sizes.get(size) ?? 0) + letters(text));
  const [size] =
    [...sizes].filter(([, count]) => count * 5 >= total && count > 0).sort(([one], [other]) => other - one)[0] ?? [];
  return line.find((run) => run.size === size && letters(run.text) > 0);
}

/** Writes text above or below the line as such. */
function spellLine(line: Line): void {
  const base = baseOf(line);
  if (base === undefined) return;
  let before = '';
  const texts = [...line.entries()].filter(([, run]) => isText(run));
  for (const [index, [at, run]] of texts.entries()) {
    const [last, next] = [texts[index - 1]?.[1], texts[index + 1]?.[1]];
    // A mark in front of a line belongs to what follows.
    const gap = last === undefined ? (next?.start ?? run.end) - run.end : run.start - last.end;
    const text = run.text.trim();
    const written = offLine({ run, base, gap: Math.abs(gap), text, before });
    if (written !== undefined) {
      dropSpace(line, at, base.size);
      run.text = run.text.replace(text, written);
    } else if (text === '/' && isNumerator(last, run, next)) run.text = '\u2044';
    before = `${before}${run.text}`.slice(-12);
  }
}

interface OffLine {
  readonly run: TextRun;
  readonly base: TextRun;
  readonly gap: number;
  readonly text: string;
  /** The end of the previous text on the line. */
  readonly before: string;
}

/** How to write a raised or lowered piece; undefined on the line. */
function offLine({ run, base, gap, text, before }: OffLine): string | undefined {
  const height = run.angle === base.angle ? (run.level - base.level) / base.size : 0;
  const isSmall = run.size <= smallerThan * base.size;
  if (isSmall && before.endsWith('\u2044') && height < 0.15) return below(text);
  if (gap > (isSmall && Math.abs(height) > 0.2 ? 0.35 : 0.12) * base.size) return undefined;
  if (height < 0.9 && height > (isSmall ? 0.15 : 0.25)) return above(text, before);
  return height > -0.6 && height < (isSmall ? -0.06 : -0.15) ? below(text) : undefined;
}

/** A small gap before an exponent does not count. */
function dropSpace(line: Line, at: number, size: number): void {
  const space = line[at - 1];
  if (at > 1 && space !== undefined && space.text === ' ' && space.end - space.start < 0.35 * size) space.text = '';
}

function above(text: string, before: string): string | undefined {
  if (/^\[[^[\]]{1,30}\]$/.test(text)) return `${noteJoiner}${text}`;
  if (/^[a-g]$/.test(text) && /(?:\p{Ll}{3}|[.,;:!?”’)])$/u.test(before))
    return `${noteJoiner}${noteLetters[text] ?? text}`;
  return raised(text);
}

const noteLetters: Readonly<Record<string, string>> = { a: 'ᵃ', b: 'ᵇ', c: 'ᶜ', d: 'ᵈ', e: 'ᵉ', f: 'ᶠ', g: 'ᵍ' };

const below = (text: string): string | undefined =>
  /^[+\-−]?\d{1,4}$/.test(text)
    ? text
        .replace(/[-−]/, '₋')
        .replace('+', '₊')
        .replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)))
    : undefined;

/** "½" composed of a number above the line, a slash and a small number. */
const isNumerator = (last: TextRun | undefined, slash: TextRun, next: TextRun | undefined): boolean =>
  /[⁰¹²³⁴-⁹]$/.test(last?.text ?? '') && /^\d{1,2}/.test(next?.text ?? '') && (next?.size ?? 0) < slash.size;

interface Gap {
  /** The index of the first run after it. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

const marker = /^(?:[•‣◦▪–—*-]|\(?\d{1,3}[.)]|\(?\p{L}[.)])$/u;

/** The wide gaps of a line, except after a bullet or a number of a list. */
function gapsIn(line: Line): Gap[] {
  const gaps: Gap[] = [];
  let last: TextRun | undefined;
  let words = '';
  for (const [at, run] of line.entries()) {
    if (!isText(run)) continue;
    if (
      last !== undefined &&
      run.start - last.end > columnGap * last.size &&
      !(words.length < 12 && marker.test(words.trim()))
    )
      gaps.push({ at, start: last.end, end: run.start });
    if (words.length < 12) words += run.text;
    last = run;
  }
  return gaps;
}

const startOf = (line: Line): number => line.find(isText)?.start ?? 0;
const endOf = (line: Line): number => line.findLast(isText)?.end ?? 0;
const wordsOf = (line: Line): string =>
  inReadingOrder(line)
    .map(({ text }) => text)
    .join('')
    // The one sign of lam and alef, whose letters came in the wrong order.
    .replace(/\u0627([\u0622\u0623\u0625\u0627])\u0644/g, '\u0627\u0644$1');

interface Gutter {
  start: number;
  end: number;
}

/** What a line leaves free; undefined if it covers the gutter. */
function narrowed(gutter: Gutter, line: Line, gaps: readonly Gap[]): Gutter | undefined {
  for (const { start, end } of gaps) {
    const own = { start: Math.max(gutter.start, start), end: Math.min(gutter.end, end) };
    if (own.end - own.start > 0.5 * (line[0]?.size ?? 1)) return own;
  }
  if (wordsOf(line).trim() === '' || endOf(line) <= gutter.start + 1 || startOf(line) >= gutter.end - 1) return gutter;
  return undefined;
}

/** Lines of text, with adjacent columns separated. */
function inColumns(lines: readonly Line[], work: Work): string[] {
  const written: string[][] = [];
  for (let at = 0; at < lines.length;) {
    const block = blockAt(lines, at, work);
    const own = lines.slice(at, block?.end ?? at + 1);
    if (block === undefined) written.push(own.map(wordsOf));
    else if (block.isProse) {
      for (const isLeft of isFromTheRight(own.flat()) ? [false, true] : [true, false])
        written.push(
          inColumns(
            own.flatMap((line) => sideOf(line, block.gutter, isLeft)),
            work,
          ),
        );
    } else written.push(own.map(inCells));
    at += own.length;
  }
  return written.flat();
}

interface ColumnBlock {
  readonly end: number;
  readonly gutter: Gutter;
  readonly isProse: boolean;
}

/** Two or more lines that leave the same gutter free. */
function blockAt(lines: readonly Line[], from: number, work: Work): ColumnBlock | undefined {
  const first = lines[from] ?? [];
  work.count('steps', first.length);
  const [gap] = gapsIn(first);
  if (gap === undefined) return undefined;
  let gutter: Gutter = { start: gap.start, end: gap.end };
  let [end, last] = [from + 1, first];
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? [];
    work.count('steps', line.length);
    const left = follows(last, line) ? narrowed(gutter, line, gapsIn(line)) : undefined;
    if (left === undefined) break;
    gutter = left;
    last = line;
  }
  const own = lines.slice(from, end);
  const sides = [true, false].map((isLeft) => own.flatMap((line) => sideOf(line, gutter, isLeft)).map(wordsOf));
  const isBoth = own.filter(
    (line) => sideOf(line, gutter, true).length + sideOf(line, gutter, false).length === 2,
  ).length;
  if (isBoth < 2) return undefined;
  return { end, gutter, isProse: sides.every((side) => letters(side.join('')) >= proseLetters * side.length) };
}

/** Whether a line follows in the same direction, less than three lines away. */
function follows(last: Line, line: Line): boolean {
  const [above, own] = [last[0], line[0]];
  if (above === undefined || own === undefined) return false;
  const by = above.level - own.level;
  return Math.abs(above.angle - own.angle) < 0.01 && by > 0 && by < 3 * Math.max(above.size, own.size);
}

/** The part of a line on one side of a gutter: a line, or none. */
function sideOf(line: Line, gutter: Gutter, isLeft: boolean): Line[] {
  const middle = (gutter.start + gutter.end) / 2;
  const isOwn = (run: TextRun): boolean => isText(run) && run.start < middle === isLeft;
  const from = line.findIndex(isOwn);
  return from < 0 ? [] : [line.slice(from, line.findLastIndex(isOwn) + 1)];
}

function inCells(line: Line): string {
  const starts = gapsIn(line).map(({ at }) => at);
  const cells = [0, ...starts].map((from, cell) => wordsOf(line.slice(from, starts[cell])).trim());
  return (isFromTheRight(line) ? cells.toReversed() : cells).join('\t');
}
