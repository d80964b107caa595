import type { TaskKind, TaskRequest } from '../../../debate/flow/tasks';
import { type ModelTask, type ModelTasks, prompt, type ModelFormat, text } from '../modelTask';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { tribunal } from './tribunal/tribunal';
import { keysOf } from '../../../debate/log/objects';
import * as z from 'zod';
import allRules from '../../../../prompts/rules.md';
import verifier from '../../../../prompts/verifier.md';
import { cut, lines, most } from '../promptText';
import type { Fence } from '../fence';

const shared: ModelFormat<'verifier/support'> = {
  prompts: { rules: allRules, verifier },
  tasks: {
    'verifier/support': {
      readership: 'officials',
      record: 'none',
      brief: 'none',
      isFrequent: true,
      answer: z.strictObject({
        explanation: text('One or two sentences with the decisive words.'),
        answer: z.enum(['supports', 'contradicts', 'does_not_say']),
      }),
      prompt: prompt(
        ['claim', 'passage', 'surroundings', 'source'],
        ({ claim, passage, surroundings, note = '', title, url }, fence) => ({
          claim: fence.wrap('claim', {}, cut(claim)),
          passage: fence.wrap('passage', {}, cut(passage, most.entry)),
          surroundings: surroundings.trim() === '' ? '' : fence.wrap('surroundings', {}, cut(surroundings, most.entry)),
          source: lines([
            fence.wrap('source', {}, lines([cut(title, 300), cut(url, 500)])),
            note === '' ? '' : fence.wrap('note', {}, cut(note)),
          ]),
        }),
      ),
    },
  },
};

/** The compiler holds that every kind of task is here. */
const all: ModelTasks<TaskKind> = { ...shared.tasks, ...panel.tasks, ...tribunal.tasks, ...dialectic.tasks };
const formats: readonly { rules?: string; prompts: Readonly<Record<string, string>>; tasks: object }[] = [
  shared,
  panel,
  tribunal,
  dialectic,
];

export const modelKinds = keysOf(all);

export const modelTask = <K extends TaskKind>(kind: K): ModelTask<K> => all[kind];

/** The typed input without the record, which stands in the prefix. What others wrote is fenced. `research` is left to the caller. */
export const promptValues = <K extends TaskKind>(
  { kind, input }: TaskRequest<K>,
  fence: Fence,
): Readonly<Record<string, string>> => modelTask(kind).prompt.values(input, fence);

/** Undefined for tasks that all formats have. */
export const rulesOf = (kind: TaskKind): string | undefined => rules.get(kind);
const rules = new Map(
  formats.flatMap((format) => Object.keys(format.tasks).map((kind) => [kind, format.rules] as const)),
);

export const bundledPrompts: Readonly<Record<string, string>> = Object.fromEntries(
  formats.flatMap(({ prompts }) => Object.entries(prompts)),
);

/** No role's: the rules of all debates, and of each format. */
export const rulePrompts: readonly string[] = ['rules', ...formats.flatMap((format) => format.rules ?? [])];
