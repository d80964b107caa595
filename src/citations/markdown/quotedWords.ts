import type { InlineText } from './inlineText';

export interface QuotedWords {
  /** The words between the marks: `[start, end)` of the text. */
  readonly start: number;
  readonly end: number;
}

const closing: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '「': '」',
  '『': '』',
  '‘': '’',
};
const straight = '"';

/** A quotation that is not closed within so many characters is none. */
const longest = 4_000;
const leastWords = 4;
const leastLetters = 20;

/** Quotations long enough to be checked, in order; none lies within another. Marks inside code open nothing. */
export function quotedWords({ text, code }: Pick<InlineText, 'text' | 'code'>): QuotedWords[] {
  const isCode = new Uint8Array(text.length);
  for (const { start, end } of code) isCode.fill(1, start, end);
  const closes = closingMarks(text, isCode);
  const found: QuotedWords[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (isCode[at] === 1 || !opens(text, at)) continue;
    const end = closeOf(text[at] ?? '', at, closes);
    if (end === undefined || end - at > longest) continue;
    if (isLong(text.slice(at + 1, end))) found.push({ start: at + 1, end });
    at = end;
  }
  return found;
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

function opens(text: string, at: number): boolean {
  const sign = text[at] ?? '';
  const [before, after] = [text[at - 1], text[at + 1]];
  if (sign === straight) return !isLetter(before) && !isSpace(after);
  if (closing[sign] === undefined) return false;
  // A German closing mark stands behind a letter.
  return sign !== '»' || !isLetter(before);
}

/** Where each kind of mark may close, in order; read once, so that marks which never close cost nothing. */
function closingMarks(text: string, isCode: Uint8Array): Map<string, { places: number[]; next: number }> {
  const found = new Map<string, { places: number[]; next: number }>();
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isCode[at] === 1 || !isClosing(sign)) continue;
    if (sign === straight && isSpace(text[at - 1])) continue;
    // An apostrophe stands between letters.
    if (sign === '’' && isLetter(text[at + 1])) continue;
    const known = found.get(sign) ?? { places: [], next: 0 };
    known.places.push(at);
    found.set(sign, known);
  }
  return found;
}

const allClosing = new Set(Array.from(straight + Object.values(closing).join('')));
const isClosing = (sign: string): boolean => allClosing.has(sign);

/** The first mark behind `at` that closes this one. Called with growing places only. */
function closeOf(opening: string, at: number, closes: ReturnType<typeof closingMarks>): number | undefined {
  const marks = opening === straight ? straight : (closing[opening] ?? '');
  const ends = Array.from(marks, (mark) => {
    const known = closes.get(mark);
    if (known === undefined) return undefined;
    while ((known.places[known.next] ?? Infinity) <= at) known.next += 1;
    return known.places[known.next];
  }).filter((end) => end !== undefined);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function isLong(words: string): boolean {
  const count = words.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return count >= leastWords || (words.match(/\p{L}/gu) ?? []).length >= leastLetters;
}
