import { counted } from '../shortText';
import type { Violation } from '../tasks';

export const structure = (message: string): Violation => ({ rule: 'structure', message });

/** A text of that many words, by its name. */
export const lengthProblems = (name: string, words: number, { min, max }: { min: number; max: number }): string[] =>
  words >= min && words <= max ? [] : [`${name} has ${counted(words, 'word')}; ${min} to ${max} are asked for.`];

export const tooLong = (message: string): Violation => ({ rule: 'length', message });
