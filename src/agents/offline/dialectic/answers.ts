import type { DialecticInputs } from '../../../debate/tasks/dialectic';
import type { FormatAnswers } from '../formatAnswers';
import { clash } from './clash';
import { score } from './score';
import { openingArguments, rebuttalArgument } from './side';

/** All tasks of a dialectic. */
export const dialecticAnswers: FormatAnswers<keyof DialecticInputs> = {
  'side/open': openingArguments,
  'side/rebut': rebuttalArgument,
  'scorer/score': ({ input }) => score(input),
  'reporter/clash': ({ input }, index) => clash(input, index),
};
