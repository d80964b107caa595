import type { NormalisedText } from '../text/normalisedText';
import type { Token } from './quoteTokens';
import { sentenceEnds, type TextRange } from '../text/text';
import { turningWordIn } from './turningWords';
import { Needle } from './verbatimSearch';

/** All ellipses together; about a paragraph. */
export const maximumOmission = 600;

/** Indices of the normalised text. */
export interface NormalRange {
  readonly from: number;
  readonly to: number;
}

/** Characters around a place that are read to see whether a sentence ends there. */
const context = 80;

/**
 * Whether an ellipsis may replace the range, so that the remaining words are one statement of the source. It holds no word that
 * turns meaning. Within a sentence it closes each clause that it opens (", built in 1870,"); across a sentence's end it ends where
 * another begins; across a paragraph's it reaches the next one at most. A neighbour too short to prove anything
 * (`isShort`) belongs to the same sentence.
 */
export function mayBeOmitted(source: NormalisedText, place: NormalRange, isShort: boolean): boolean {
  if (place.to - place.from > maximumOmission) return false;
  const { original } = source;
  const [start, end] = [source.endInOriginal(place.from), source.toOriginal(place.to)];
  const ends = breaksIn(original, start, end);
  const restOfSentence = original.slice(start, ends[0] ?? end);
  const around = original.slice(Math.max(0, start - reach), end + reach);
  if (turningWordIn(restOfSentence, around) !== undefined) return false;
  if (ends.length === 0) return closesClauses(restOfSentence);
  const isNextParagraph = [...original.slice(start, end).matchAll(blankLine)].length <= 1;
  return !isShort && isNextParagraph && !/[\p{L}\p{N}]/u.test(original.slice(ends.at(-1), end));
}

/** Its commas come in pairs, and no sign stands in it that parts statements. */
const closesClauses = (omitted: string): boolean =>
  !/[;؛；]/u.test(omitted) && (omitted.match(/[,،，、](?!\p{Nd})/gu) ?? []).length % 2 === 0;

/** They name a person or thing. */
export const mayBeInserted = (words: string): boolean =>
  turningWordIn(words) === undefined && !/^(?:un|in|im|dis|non|anti|mis)-?$/iu.test(words.trim());

/** Characters beside an omission that tell its language. */
const reach = 500;

const blankLine = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;

/** Breaks in `[start, end]`, with one right before. */
function breaksIn(text: string, start: number, end: number): number[] {
  const [from, to] = [Math.max(0, start - context), Math.min(text.length, end + context)];
  const paragraphs = Array.from(text.slice(start, end).matchAll(blankLine), ({ index }) => start + index);
  const sentences = sentenceEnds(text, from, to).filter(
    (at) => !abbreviation.test(text.slice(Math.max(0, at - context), at)),
  );
  return [...sentences, ...paragraphs].filter((at) => at >= start && at <= end).sort((one, other) => one - other);
}

/** Abbreviations of other languages: they end no sentence before a noun with a capital. */
const abbreviation =
  /(?<!\p{L})(?:Mrd|Mio|Tsd|Mill|Bd|Nr|Abs|Art|Str|bzw|B|h|ca|usw|vgl|Kap|Aufl|MM?|Mlle|Sra?|Dra|núm|pág|art|cap|env|тыс|млн|млрд|им|г)\.$/u;

const wordsAsked = 12;
const piecesAsked = 12;
/** Length of about four words, which seldom occur together twice. */
const pieceLength = 24;
/** Close together, and only there. */
const enoughPieces = 2;
const hitsPerPiece = 2000;
const windowsKept = 3;
const longestWord = 60;
/** Aligned as a whole. */
const smallRange = 4000;

interface Sought {
  readonly text: string;
  readonly words: readonly Token[];
  /** Characters of the source to cover. */
  readonly span: number;
}

/**
 * Where a quotation of about `span` characters may be, most promising first: its pieces and longest words, weighted by
 * rarity, are there at about the same distances. In a text of few different words only pieces tell ranges apart.
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
  // Each lookup in a long text costs.
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

/** Each begins with a word. */
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

/** Extends the window to the next spaces, but within the range. */
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
