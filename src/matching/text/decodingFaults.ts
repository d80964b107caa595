import { skeletonOf, type Skeleton } from './skeleton';
import { findSkeletons } from './skeletonSearch';
import type { TextRange } from './text';
import { Needle, type SearchBudget } from '../quote/verbatimSearch';

/** Letters that fonts join into one sign, which a document may fail to decode. */
const ligature = /(ff[ilt]?|f[bfhijklt]|tt[ifz]?|t[fiz]|st|ct|th)/;
/** Of the letters of a quotation: with more of them lost, nothing is proven. */
const mostLost = 0.2;
const fewestKept = 12;

interface SoughtWords {
  readonly quote: string;
  readonly budget: SearchBudget;
}

/**
 * Where a document holds the quotation with faults of its making: letters or words that are painted twice to look bold, or letters of a
 * ligature that were lost or became another sign.
 */
export function findFaulty(source: Skeleton, { quote, budget }: SoughtWords, range: TextRange): TextRange | undefined {
  const flat = skeletonOf(quote, 'unspaced').text;
  const byLetter = Array.from(flat, (sign) => sign + sign).join('');
  const byWord = quote
    .split(/\s+/)
    .map((word) => skeletonOf(word, 'unspaced').text)
    .map((word) => word + word)
    .join('');
  for (const part of [flat, byLetter, byWord]) {
    const [found] = findSkeletons(source, { parts: [part], budget }, range) ?? [];
    if (found !== undefined) return found;
  }
  return findLigatures(source, { quote: flat, budget }, range);
}

function findLigatures(source: Skeleton, { quote, budget }: SoughtWords, range: TextRange): TextRange | undefined {
  const pieces = quote.split(ligature);
  if (pieces.length < 3) return undefined;
  const anchor = pieces.reduce(
    (best, piece, at) => (at % 2 === 0 && piece.length > (pieces[best] ?? '').length ? at : best),
    0,
  );
  const words = pieces[anchor] ?? '';
  if (words.length < 3) return undefined;
  budget.left -= source.text.length;
  const next = new Needle(words).placesIn(source.text);
  for (let at = next(0); at >= 0 && budget.left > 0; at = next(at + 1)) {
    budget.left -= 10 * pieces.length;
    const end = walk(source.text, { pieces: pieces.slice(anchor + 1), from: at + words.length, step: 1 });
    const start =
      end === undefined
        ? undefined
        : walk(source.text, { pieces: pieces.slice(0, anchor).reverse(), from: at, step: -1 });
    if (start === undefined || end === undefined || end - start < Math.max(fewestKept, quote.length * (1 - mostLost)))
      continue;
    const found = { start: source.toOriginal(start).start, end: source.toOriginal(end - 1).end };
    if (found.start >= range.start && found.end <= range.end) return found;
  }
  return undefined;
}

interface Walk {
  /** Ligatures and what stands between them, by turns; a ligature first. */
  readonly pieces: readonly string[];
  readonly from: number;
  readonly step: 1 | -1;
}

/** The farthest place that the pieces lead to; each ligature may be there, be fewer other signs, or be lost. */
function walk(text: string, { pieces, from, step }: Walk): number | undefined {
  const holds = (piece: string, at: number): boolean => text.startsWith(piece, step === 1 ? at : at - piece.length);
  let reached = new Set([from]);
  for (const [index, piece] of pieces.entries()) {
    const further = new Set<number>();
    for (const at of reached) {
      if (holds(piece, at)) further.add(at + step * piece.length);
      if (index % 2 === 0) for (let left = 0; left < piece.length; left += 1) further.add(at + step * left);
    }
    reached = new Set([...further].filter((at) => at >= 0 && at <= text.length));
    if (reached.size === 0) return undefined;
  }
  return step === 1 ? Math.max(...reached) : Math.min(...reached);
}
