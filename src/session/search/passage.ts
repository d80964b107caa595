import type { TextRange } from '../../debate/text';
import { firstUnits } from '../../debate/shortText';
import { shortestPrefix } from '../../research/ranking';
import { placedTerms } from '../../research/searchTerms';
import type { SearchQuery } from './query';

/** Some of a text, on one line, with what was found in it. */
export interface Passage {
  text: string;
  /** In UTF-16 units of `text`. */
  ranges: TextRange[];
}

/** As much as is read at a glance. */
const mostUnits = 240;
/** What stands before the first hit. */
const before = 30;

/** Where the words of a query stand in a text, in order. */
export function placesOf(text: string, units: SearchQuery['units']): TextRange[] {
  const placed = [...placedTerms(text)];
  const places = new Map<number, TextRange>();
  for (const [at, { start }] of placed.entries()) {
    for (const unit of units) {
      if (!unit.every((term, index) => fits(placed[at + index]?.term, term, unit.length))) continue;
      const end = placed[at + unit.length - 1]?.end ?? start;
      places.set(start, { start, end: Math.max(end, places.get(start)?.end ?? 0) });
    }
  }
  return [...places.values()];
}

const fits = (word: string | undefined, term: string, length: number): boolean =>
  word === term || (length === 1 && term.length >= shortestPrefix && word?.startsWith(term) === true);

/** What an expression finds in a text, in order; nothing is not found. At most `most`. */
export function matchesOf(text: string, pattern: RegExp, most: number): TextRange[] {
  const places: TextRange[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found !== '') places.push({ start: index, end: index + found.length });
    if (places.length >= most) break;
  }
  return places;
}

/** The part of the text that holds the most of what was found. `places`: in order. */
export function passageOf(text: string, places: readonly TextRange[]): Passage {
  const start = wholeWord(text, Math.max(0, (densest(places)?.start ?? 0) - before));
  const end = start + firstUnits(text.slice(start), mostUnits).length;
  const inside = places.filter((place) => place.start >= start && place.start < end);
  return onOneLine(
    text,
    { start, end },
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

/** White space as single spaces; a sign where something was left out. The places go along. */
function onOneLine(text: string, { start, end }: TextRange, places: readonly TextRange[]): Passage {
  let line = start > 0 ? '…' : '';
  const ranges: TextRange[] = [];
  let at = start;
  const copy = (until: number): void => {
    const piece = text.slice(at, until).replace(/\s+/g, ' ');
    line += line === '' || line.endsWith(' ') ? piece.trimStart() : piece;
    at = until;
  };
  for (const place of places) {
    if (place.start < at) continue;
    copy(place.start);
    const from = line.length;
    copy(place.end);
    ranges.push({ start: from, end: line.length });
  }
  copy(end);
  return { text: `${line.trimEnd()}${end < text.length ? '…' : ''}`, ranges };
}
