import type { Token } from './quoteTokens';
import type { TextRange } from './text';
import { Needle } from './verbatimSearch';

const wordsAsked = 12;
const piecesAsked = 12;
/** Characters of a piece: about four words, which seldom occur together twice. */
const pieceLength = 24;
/** A clear match: this many pieces that occur only there, close together. */
const enoughPieces = 2;
const hitsPerPiece = 2000;
const windowsKept = 3;
const longestWord = 60;
/** Shorter ranges are aligned as a whole. */
const smallRange = 4000;

interface Sought {
  readonly text: string;
  /** Of `text`. */
  readonly words: readonly Token[];
  /** The part of the source that it may cover. */
  readonly span: number;
}

/**
 * The ranges of a normalised text that may hold a quotation of about `span` characters, most promising first. Its
 * pieces and longest words, weighted by rarity, are there at about the same distances. In a text of few different words
 * only the pieces separate one range from another.
 */
export function likelyWindows(text: string, range: TextRange, { text: quote, words, span }: Sought): TextRange[] {
  if (range.end - range.start <= smallRange + 2 * span) return [range];
  const votes = new Map<number, number>();
  const searched = text.slice(0, range.end);
  const vote = (piece: QuotePiece) => {
    const hits = positions(searched, piece.text, range.start);
    for (const hit of hits) {
      const bin = Math.max(0, Math.floor((hit - piece.from) / span));
      votes.set(bin, (votes.get(bin) ?? 0) + 1 / hits.length);
    }
  };
  pieces(quote, words).forEach(vote);
  // Each lookup in a long text costs; words are used only if hardly a piece is there as quoted.
  if (Math.max(0, ...votes.values()) < enoughPieces) longest(words).forEach(vote);
  return [...votes.keys()]
    .map((bin) => ({ bin, score: (votes.get(bin) ?? 0) + (votes.get(bin + 1) ?? 0) }))
    .sort((one, other) => other.score - one.score || one.bin - other.bin)
    .slice(0, windowsKept)
    .map(({ bin }) => atSpaces(text, range, { start: bin * span - (span >> 1), end: (bin + 3) * span + (span >> 1) }));
}

interface QuotePiece {
  readonly text: string;
  readonly from: number;
}

/** Pieces all over the quotation, each beginning with a word. */
function pieces(quote: string, words: readonly Token[]): QuotePiece[] {
  const step = Math.max(1, Math.floor(words.length / piecesAsked));
  return words
    .filter((_, index) => index % step === 0)
    .slice(0, piecesAsked)
    .map(({ from }) => ({ from, text: quote.slice(from, from + pieceLength) }))
    .filter(({ text }) => text.length === pieceLength);
}

function longest(words: readonly Token[]): QuotePiece[] {
  const distinct = new Map(words.filter((word) => word.solid).map((word) => [word.text, word]));
  return [...distinct.values()].sort((one, other) => other.text.length - one.text.length).slice(0, wordsAsked);
}

function positions(text: string, piece: string, from: number): number[] {
  const found: number[] = [];
  const next = new Needle(piece).placesIn(text);
  for (let hit = next(from); hit >= 0 && found.length < hitsPerPiece; hit = next(hit + 1)) found.push(hit);
  return found;
}

/** Widened to the next spaces, so that it cuts no word, but within the range. */
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
