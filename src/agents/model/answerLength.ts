import { counted } from '../../debate/shortText';
import type { Violation } from '../../debate/tasks';
import { wordCount } from '../../debate/text';
import { isObject } from '../../debate/objects';

/** How long a text is to be, in words: the prompt says it as `{{words}}`, and code counts by the same numbers. */
export interface AnswerLength {
  min: number;
  max: number;
  /** The texts of an answer that these numbers are for, by what their author knows them as. */
  texts: (answer: Record<string, unknown>) => readonly (readonly [name: string, text: unknown])[];
}

/** Counting differs from language to language, and a sentence more or less is nobody's harm. */
const tolerance = 0.25;

export const rangeWords = ({ min, max }: Pick<AnswerLength, 'min' | 'max'>): string => `${min} to ${max}`;

/** What is too long or too short by more than a quarter, each with its count. */
export function lengthRemarks(answer: unknown, { min, max, texts }: AnswerLength): Violation[] {
  if (!isObject(answer)) return [];
  return texts(answer).flatMap(([name, text]) => {
    const words = typeof text === 'string' ? wordCount(text) : min;
    if (words >= min * (1 - tolerance) && words <= max * (1 + tolerance)) return [];
    const how = words > max ? 'Say the same in fewer words.' : 'Say what it rests on, and what follows.';
    const message = `${name} has ${counted(words, 'word')}; ${rangeWords({ min, max })} are asked for. ${how}`;
    return [{ rule: 'length', message }];
  });
}
