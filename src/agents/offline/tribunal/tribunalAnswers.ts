import type { TribunalInputs } from '../../../debate/tasks/tribunal';
import type { FormatAnswers } from '../formatAnswers';
import { recommendRounds } from './roundPlan';

/** All tasks of a tribunal. */
export const tribunalAnswers: Partial<FormatAnswers<keyof TribunalInputs>> = {
  'judge/recommend_rounds': recommendRounds,
};
