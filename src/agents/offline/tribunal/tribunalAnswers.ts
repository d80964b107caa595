import type { TribunalInputs } from '../../../debate/tasks/tribunal';
import type { FormatAnswers } from '../formatAnswers';
import { assess } from './assess';
import { criticise, defend } from './contributions';
import { recommendRounds } from './roundPlan';
import { rule } from './rule';

/** All tasks of a tribunal: two sides that argue by quotation, and a Judge that counts. */
export const tribunalAnswers: FormatAnswers<keyof TribunalInputs> = {
  'advocate/defend': defend,
  'critic/critique': criticise,
  'judge/recommend_rounds': recommendRounds,
  'judge/assess': assess,
  'judge/rule': rule,
};
