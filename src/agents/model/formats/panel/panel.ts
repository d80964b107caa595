import assessor from '../../../../../prompts/assessor.md';
import audience from '../../../../../prompts/audience.md';
import chair from '../../../../../prompts/chair.md';
import debater from '../../../../../prompts/debater.md';
import panelRules from '../../../../../prompts/panel.md';
import reporter from '../../../../../prompts/reporter.md';
import type { PanelKind } from '../../../../debate/tasks';
import type { ModelFormat } from '../../modelTask';
import { chairTasks } from './chair';
import { debaterTasks } from './debater';
import { writerTasks } from './writers';

export const panel: ModelFormat<Exclude<PanelKind, 'verifier/support'>> = {
  rules: 'panel',
  prompts: { panel: panelRules, chair, debater, audience, reporter, assessor },
  tasks: { ...chairTasks, ...debaterTasks, ...writerTasks },
};
