import { normaliseText } from '../../matching/quote/quote';
import { isExtractive, namedPerformer } from '../flow/seats';
import { isRedacted, type DebateState, type Header } from '../fold/state';
import type { CheckContext } from '../flow/step';
import type { Violation } from '../flow/tasks';
import { contentWords } from '../../matching/text/text';
import { structure } from './violation';

/** Finds entries that repeat their author's earlier words, exactly or nearly. */

/** Share of common words from which a text counts as a repetition. */
const repeatedShare = 0.9;

/** The words alone, without case, punctuation and spacing. */
const flat = (text: string): string =>
  (
    normaliseText(text)
      .text.toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ');

export const isSameText = (one: string, other: string): boolean => flat(one) === flat(other);

export function saysAgain(said: string, before: string): boolean {
  if (isSameText(said, before)) return true;
  const [mine, known] = [new Set(contentWords(said)), new Set(contentWords(before))];
  const shared = [...mine].filter((word) => known.has(word)).length;
  // A text with other figures makes another argument.
  const isOtherFigure = (word: string): boolean => /^\d/.test(word) && !(mine.has(word) && known.has(word));
  if ([...mine, ...known].some(isOtherFigure)) return false;
  return shared >= repeatedShare * Math.max(mine.size, known.size, 1);
}

interface Said {
  by: string;
  text: string;
  /** Returns the argument of an entry that may have made the point; undefined for any other entry. */
  argumentIn: (header: Header) => string | undefined;
}

/**
 * Earlier entries of the same author that say the same. A redacted one may be made again. Only models are checked:
 * people decide for themselves, and extractive seats quote given passages.
 */
export function repetitions({ by, text, argumentIn }: Said, { view, isInFlight }: CheckContext): Violation[] {
  if (isInFlight === true || !isModel(view.state, by)) return [];
  const repeated = view.state.headers.find((header) => {
    if (header.speaker !== by || isRedacted(view.state, header.seq)) return false;
    const before = argumentIn(header);
    return before !== undefined && saysAgain(text, before);
  });
  if (repeated === undefined) return [];
  return [
    structure(
      `This says what your seq ${repeated.seq} says already. Make an argument that you have not made, or answer what was said against that one.`,
    ),
  ];
}

const isModel = (state: DebateState, name: string): boolean =>
  !isExtractive(state, name) && namedPerformer(state, name) !== 'human';
