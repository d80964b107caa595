import advocate from '../../../../../prompts/advocate.md';
import critic from '../../../../../prompts/critic.md';
import judge from '../../../../../prompts/judge.md';
import rules from '../../../../../prompts/tribunal.md';
import type { TribunalInputs } from '../../../../debate/tasks/tribunal';
import type { ModelFormat } from '../../modelTask';
import { judgeTasks } from './judge';
import { sideTasks } from './sides';

export const tribunal: ModelFormat<keyof TribunalInputs> = {
  rules: 'tribunal',
  prompts: { tribunal: rules, advocate, critic, judge },
  tasks: { ...sideTasks, ...judgeTasks },
};
