import type { FoundStatus } from '../../../debate/log/sourceMark';
import { firstUnits } from '../../../matching/text/shortText';
import type { TextRange } from '../../../matching/text/text';
import { goesOn, placedTerms, type SearchKind, type SearchQuery } from './query';

export interface DebateHit {
  folder: string;
  topic: string;
  seq: number;
  speaker: string;
  type: string;
  kind: SearchKind;
  /** Milliseconds since the epoch. */
  time: number;
  passage: Passage;
  url?: string | undefined;
  status?: FoundStatus | undefined;
}

export interface SearchAnswer {
  hits: DebateHit[];
  total: number;
  debates: number;
  /** Nothing holds all the words: these hold some. */
  isLoose: boolean;
  pending: number;
  /** Folders that cannot be asked: too large, too slow for the expression, or not to be read. */
  left: readonly string[];
  /** Debates with lines that are in no entry, which were not asked. */
  partly: number;
  /** There may be more: the rest was not read. */
  isCut: boolean;
}

export const nothingFound: SearchAnswer = {
  hits: [],
  total: 0,
  debates: 0,
  isLoose: false,
  pending: 0,
  left: [],
  partly: 0,
  isCut: false,
};

/** A passage on one line, with what was found in it. */
export interface Passage {
  text: string;
  /** Ranges in UTF-16 units of `text`. */
  ranges: TextRange[];
}

/** Length in UTF-16 units that people read at a glance. */
const mostUnits = 240;
const before = 30;

/** Places of the terms in order; overlapping terms are one place. */
export function placesOf(text: string, units: SearchQuery['units']): TextRange[] {
  const placed = [...placedTerms(text)];
  const places: TextRange[] = [];
  for (const [at, { start }] of placed.entries()) {
    for (const unit of units) {
      if (!unit.every((_, index) => fits(placed[at + index]?.term, unit, index))) continue;
      const end = endOf(placed, at + unit.length - 1, unit.at(-1));
      const before = places.at(-1);
      if (before === undefined || before.end <= start) places.push({ start, end });
      else places[places.length - 1] = { start: before.start, end: Math.max(before.end, end) };
    }
  }
  return places;
}

const fits = (found: string | undefined, unit: readonly string[], at: number): boolean => {
  const term = unit[at] ?? '';
  return found === term || (found?.startsWith(term) === true && goesOn(unit, at));
};

/** End of the place. Where one character of a pair was asked for, it is where the other begins. */
function endOf(placed: readonly (TextRange & { term: string })[], at: number, asked: string | undefined): number {
  const { term, start, end } = placed[at] ?? { term: '', start: 0, end: 0 };
  const next = placed[at + 1]?.start ?? end;
  return term !== asked && next > start ? Math.min(end, next) : end;
}

/** In order; nothing is not found. */
export function matchedRanges(text: string, pattern: RegExp, most: number): TextRange[] {
  const places: TextRange[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found !== '') places.push({ start: index, end: index + found.length });
    if (places.length >= most) break;
  }
  return places;
}

/**
 * What Markdown does not show: heads of headings, lists and quotations, emphasis, code marks, rules of tables, where links lead. Nothing
 * is read as HTML, nor as a link whose address is elsewhere. It looks back only from what ends a link, and never past a bracket: no part
 * of any text is looked at often.
 */
const unseen = new RegExp(
  [
    /^ {0,3}(?:#{1,6}|>|[-*+])[ \t]+/,
    /^(?=[ \t|:]*--)[ \t|:-]+$/,
    /\*{2,3}|`+/,
    /(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|(?<!\w)_+(?=\w)|(?<=[^\s_])_+(?!\w)/,
    /!?\[(?=[^[\]\n]{1,500}\]\([^)[\s]{0,2000}\))|\](?<=\[[^[\]\n]{1,500}\])\([^)[\s]{0,2000}\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** The part of the text that holds the most of what was found. `places`: in order. */
export function passageOf(text: string, places: readonly TextRange[], isMarkdown: boolean): Passage {
  const start = wholeWord(text, Math.max(0, (densest(places)?.start ?? 0) - before));
  const end = start + firstUnits(text.slice(start), mostUnits).length;
  const inside = places.filter((place) => place.start >= start && place.start < end);
  const gaps = isMarkdown ? unseenIn(text, { start, end }) : [];
  // Found in the address of a link alone: shown as it stands, else nobody sees what it was.
  const isUnseen =
    inside.length > 0 && inside.every((place) => gaps.some((gap) => gap.start <= place.start && place.end <= gap.end));
  const hidden = isUnseen ? [] : gaps;
  return onOneLine(
    text,
    { start, end, hidden },
    inside.map((place) => ({ start: place.start, end: Math.min(place.end, end) })),
  );
}

/** The first place with the most others close behind it. */
function densest(places: readonly TextRange[]): TextRange | undefined {
  let best: { place: TextRange; near: number } | undefined;
  let last = 0;
  for (const [at, place] of places.entries()) {
    while ((places[last]?.end ?? Infinity) <= place.start + mostUnits - before) last += 1;
    const near = last - at;
    if (best === undefined || near > best.near) best = { place, near };
  }
  return best?.place;
}

/** The next beginning of a word, where one is near. */
function wholeWord(text: string, at: number): number {
  if (at === 0) return 0;
  const found = /\s\S/.exec(text.slice(at, at + before));
  if (found !== null) return at + found.index + 1;
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at;
}

/** The longest link's. */
const reach = 2_600;

function unseenIn(text: string, { start, end }: TextRange): TextRange[] {
  const from = Math.max(0, text.lastIndexOf('\n', start - 1) + 1, start - reach);
  const found = matchedRanges(text.slice(from, end + reach), unseen, Infinity);
  return found.map((range) => ({ start: range.start + from, end: range.end + from }));
}

/** What stands there and is seen. `hidden`: in order. */
function seen(text: string, { start, end }: TextRange, hidden: readonly TextRange[]): string {
  let [piece, at] = ['', start];
  for (const gap of hidden) {
    if (gap.end <= at || gap.start >= end) continue;
    piece += text.slice(at, Math.max(at, gap.start));
    at = Math.min(gap.end, end);
  }
  return piece + text.slice(at, end);
}

/** White space as single spaces; a sign where something was left out. The places go along. */
function onOneLine(
  text: string,
  { start, end, hidden }: TextRange & { hidden: readonly TextRange[] },
  places: readonly TextRange[],
): Passage {
  let line = start > 0 ? '…' : '';
  const ranges: TextRange[] = [];
  let at = start;
  const copy = (until: number): void => {
    const piece = seen(text, { start: at, end: until }, hidden).replace(/\s+/g, ' ');
    line += line === '' || line.endsWith(' ') ? piece.trimStart() : piece;
    at = until;
  };
  for (const place of places) {
    if (place.start < at) continue;
    copy(place.start);
    const from = line.length;
    copy(place.end);
    if (line.length > from) ranges.push({ start: from, end: line.length });
  }
  copy(end);
  return { text: `${line.trimEnd()}${end < text.length ? '…' : ''}`, ranges };
}
