import { cutsToken } from '../quote/quoteTokens';
import type { Skeleton } from './skeleton';
import type { TextRange } from './text';
import { Needle, type SearchBudget } from '../quote/verbatimSearch';

interface SoughtSkeleton {
  readonly parts: readonly string[];
  readonly budget: SearchBudget;
}

/** Fewer letters and digits prove nothing. */
const fewestSigns = 9;
const alphanumeric = /[\p{L}\p{M}\p{N}]/u;
const inNumber = /[\d.,:/^'’-]/;

/** Where the parts stand one after the other within the range of the original, as whole words, however far apart. */
export function findSkeletons(
  source: Skeleton,
  { parts, budget }: SoughtSkeleton,
  range: TextRange,
): TextRange[] | undefined {
  if (parts.length === 0 || !parts.some(({ length }) => length >= fewestSigns)) return undefined;
  const found: TextRange[] = [];
  let from = firstAt(source, range.start);
  for (const part of parts) {
    const hit = part === '' ? undefined : nextHit(source, { part, from, end: range.end, isFirst: from === 0 }, budget);
    if (hit === undefined) return undefined;
    found.push({ start: source.toOriginal(hit).start, end: source.toOriginal(hit + part.length - 1).end });
    from = hit + part.length;
  }
  return found;
}

/** The skeleton's index of the first character at or behind the offset. */
function firstAt(source: Skeleton, offset: number): number {
  let [low, high] = [0, source.text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (source.toOriginal(middle).start >= offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface SoughtPart {
  readonly part: string;
  readonly from: number;
  /** End of the range, in the original. */
  readonly end: number;
  readonly isFirst: boolean;
}

function nextHit(source: Skeleton, { part, from, end }: SoughtPart, budget: SearchBudget): number | undefined {
  budget.left -= source.text.length - from + part.length;
  const next = new Needle(part).placesIn(source.text);
  for (let at = next(from); at >= 0 && budget.left > 0; at = next(at + 1)) {
    budget.left -= 2_000;
    const last = source.toOriginal(at + part.length - 1);
    if (last.end > end) return undefined;
    const first = source.toOriginal(at);
    const isWhole = !cutsBefore(source, at) && !cutsAfter(source, at + part.length);
    if (isWhole && !cutsWord(source, first.start) && !cutsWord(source, last.end)) return at;
  }
  return undefined;
}

/** A compound or a number with its unit. */
const reach = 60;
function cutsWord({ original }: Skeleton, offset: number): boolean {
  const from = Math.max(0, offset - reach);
  return cutsToken(original.slice(from, offset + reach).toLowerCase(), offset - from);
}

/** Whether a word or a number would be cut at the index. */
function cutsBefore(source: Skeleton, at: number): boolean {
  if (at === 0 || source.text.charAt(at - 1) === ' ') return false;
  const { text, original } = source;
  const [before, here] = [source.toOriginal(at - 1), source.toOriginal(at)];
  if (/\d/.test(text.charAt(at)) && inNumber.test(text.charAt(at - 1))) return true;
  return isWord(original, before) && isWord(original, here) && touch(before, here);
}

function cutsAfter(source: Skeleton, at: number): boolean {
  if (at >= source.text.length || source.text.charAt(at) === ' ') return false;
  const { text, original } = source;
  const [before, here] = [source.toOriginal(at - 1), source.toOriginal(at)];
  if (/\d/.test(text.charAt(at - 1)) && /[\d.,:/^'’%-]/.test(text.charAt(at))) return true;
  return isWord(original, before) && isWord(original, here) && touch(before, here);
}

const touch = (one: TextRange, other: TextRange): boolean => one.end >= other.start;
const isWord = (text: string, { start, end }: TextRange): boolean => alphanumeric.test(text.slice(start, end));
