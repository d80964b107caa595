import type { Token } from './quoteTokens';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const wordsAsked = 12;
const hitsPerWord = 2000;
const windowsKept = 3;
const longestWord = 60;
/** Shorter ranges are aligned as a whole. */
const smallRange = 4000;

/**
 * The places of a normalised text where a quotation of about `span` characters may stand, most promising first: those
 * where its longest words, weighed by how rare they are, stand at about the distances they have in the quotation.
 */
export function likelyWindows(text: string, range: TextRange, words: readonly Token[], span: number): TextRange[] {
  if (range.end - range.start <= smallRange + 2 * span) return [range];
  const votes = new Map<number, number>();
  const searched = text.slice(0, range.end);
  for (const word of longest(words)) {
    const hits = positions(searched, word.text, range.start);
    for (const hit of hits) {
      const bin = Math.max(0, Math.floor((hit - word.from) / span));
      votes.set(bin, (votes.get(bin) ?? 0) + 1 / hits.length);
    }
  }
  return [...votes.keys()]
    .map((bin) => ({ bin, score: (votes.get(bin) ?? 0) + (votes.get(bin + 1) ?? 0) }))
    .sort((one, other) => other.score - one.score || one.bin - other.bin)
    .slice(0, windowsKept)
    .map(({ bin }) => atSpaces(text, range, { start: bin * span - (span >> 1), end: (bin + 3) * span + (span >> 1) }));
}

function longest(words: readonly Token[]): Token[] {
  const distinct = new Map(words.filter((word) => word.solid).map((word) => [word.text, word]));
  return [...distinct.values()].sort((one, other) => other.text.length - one.text.length).slice(0, wordsAsked);
}

function positions(text: string, word: string, from: number): number[] {
  const found: number[] = [];
  for (let hit = text.indexOf(word, from); hit >= 0 && found.length < hitsPerWord; hit = text.indexOf(word, hit + 1)) {
    found.push(hit);
  }
  return found;
}

/** Widened to the next spaces, so that no word is cut, and kept in the range. */
function atSpaces(text: string, range: TextRange, window: TextRange): TextRange {
  const start = Math.max(range.start, window.start);
  const end = Math.min(range.end, window.end);
  const before = text.slice(Math.max(range.start, start - longestWord), start).lastIndexOf(' ');
  const after = text.slice(end, Math.min(range.end, end + longestWord)).indexOf(' ');
  return {
    start: before < 0 ? start : Math.max(range.start, start - longestWord) + before,
    end: after < 0 ? end : end + after,
  };
}
