import moderator from '../../../../../prompts/moderator.md';
import reporter from '../../../../../prompts/reporter.md';
import rules from '../../../../../prompts/dialectic.md';
import scorer from '../../../../../prompts/scorer.md';
import side from '../../../../../prompts/side.md';
import type { DialecticInputs } from '../../../../debate/tasks/dialectic';
import { cue, type ModelFormat, type ModelTasks, text } from '../../modelTask';
import { judgedTasks } from './judged';
import { sideTasks } from './sides';
import * as z from 'zod';
import { cut, lines, most } from '../../cueText';

const forms: ReadonlyMap<string, string> = new Map([
  ['this-house-would', '“This house would …”'],
  ['this-house-believes', '“This house believes that …”'],
  ['resolved', '“Resolved: …”'],
]);

/** What is asked before there is a debate. */
const motionTasks: ModelTasks<'moderator/propose_motions'> = {
  'moderator/propose_motions': {
    readership: 'officials',
    record: 'none',
    brief: 'none',
    answerName: 'motions',
    answer: z.strictObject({ motions: z.array(text('One declarative sentence.')).describe('2 to 4, the best first.') }),
    cue: cue(['topic', 'evidence', 'style'], ({ topic, evidence, style }, fence) => ({
      topic: fence.wrap('topic', {}, cut(topic)),
      evidence:
        evidence.length === 0
          ? ''
          : fence.wrap('evidence', {}, lines(evidence.slice(0, most.items).map((path) => cut(path, 300)))),
      style: (style === undefined ? undefined : forms.get(style)) ?? '',
    })),
  },
};

export const dialectic: ModelFormat<keyof DialecticInputs | 'moderator/propose_motions'> = {
  rules: 'dialectic',
  prompts: { dialectic: rules, moderator, side, scorer, reporter },
  tasks: { ...motionTasks, ...sideTasks, ...judgedTasks },
};
