import { counted } from '../../matching/text/shortText';
import type { DebateState } from '../fold/state';
import type { Violation } from '../flow/tasks';
import { has } from '../fold/versions';

export const structure = (message: string): Violation => ({ rule: 'structure', message });

interface WordLimits {
  min?: number;
  max: number;
}

/**
 * Languages count words differently, and writers do not count exactly, so a prose text may miss its limits by a
 * quarter.
 */
export const lengthTolerance = 0.25;

export const isNearLength = (words: number, { min = 0, max }: WordLimits): boolean =>
  words >= min * (1 - lengthTolerance) && words <= max * (1 + lengthTolerance);

/** Says how many words a text has, and how many are too many or too few; `name` is the text's. */
export function lengthProblems(name: string, words: number, { min = 0, max }: WordLimits): string[] {
  if (words >= min && words <= max) return [];
  const asked = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const off = words > max ? `${words - max} too many` : `${min - words} too few`;
  return [`${name} has ${counted(words, 'word')}; ${asked} are asked for, so ${off}.`];
}

/**
 * A text is never lost for its length: it goes back once, and is then accepted. Records of earlier versions refuse it.
 */
export const lengthWish = (state: Pick<DebateState, 'version'>, message: string): Violation => ({
  rule: 'length',
  message,
  ...(has(state, 'lengths') && { toldOnce: true as const }),
});

/** A violation for text that is longer than the record can hold. */
export const tooLong = (message: string): Violation => ({ rule: 'length', message });
