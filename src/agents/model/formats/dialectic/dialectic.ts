import moderator from '../../../../../prompts/moderator.md';
import reporter from '../../../../../prompts/reporter.md';
import rules from '../../../../../prompts/dialectic.md';
import scorer from '../../../../../prompts/scorer.md';
import side from '../../../../../prompts/side.md';
import type { DialecticInputs } from '../../../../debate/tasks/dialectic';
import type { ModelFormat } from '../../modelTask';
import { judgedTasks } from './judged';
import { motionTasks } from './motions';
import { sideTasks } from './sides';

export const dialectic: ModelFormat<keyof DialecticInputs | 'moderator/propose_motions'> = {
  rules: 'dialectic',
  prompts: { dialectic: rules, moderator, side, scorer, reporter },
  tasks: { ...motionTasks, ...sideTasks, ...judgedTasks },
};
