import reporter from '../../../../../prompts/reporter.md';
import rules from '../../../../../prompts/dialectic.md';
import scorer from '../../../../../prompts/scorer.md';
import side from '../../../../../prompts/side.md';
import type { DialecticInputs } from '../../../../debate/tasks/dialectic';
import type { ModelFormat } from '../../modelTask';
import { judgedTasks } from './judged';
import { sideTasks } from './sides';

export const dialectic: ModelFormat<keyof DialecticInputs> = {
  rules: 'dialectic',
  prompts: { dialectic: rules, side, scorer, reporter },
  tasks: { ...sideTasks, ...judgedTasks },
};
