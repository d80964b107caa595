import type { SharedKind, TaskKind, TaskRequest } from '../../../debate/flow/tasks';
import { type ModelTask, type ModelTasks, prompt, type ModelFormat } from '../modelTask';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { tribunal } from './tribunal/tribunal';
import { keysOf } from '../../../debate/log/objects';
import allRules from '../../../../prompts/rules.md';
import verifier from '../../../../prompts/verifier.md';
import voter from '../../../../prompts/voter.md';
import { cut, lines, most, outcomeText } from '../promptText';
import type { Fence } from '../fence';

const shared: ModelFormat<SharedKind> = {
  prompts: { rules: allRules, verifier, voter },
  tasks: {
    'verifier/support': {
      readership: 'officials',
      record: 'none',
      brief: 'none',
      isFrequent: true,
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
    'reporter/brief': {
      readership: 'officials',
      record: 'whole',
      prompt: prompt(['outcome', 'words'], ({ outcome, mostWords }) => ({
        outcome: outcomeText(outcome),
        words: `${mostWords}`,
      })),
    },
    'voter/choose': {
      readership: 'officials',
      record: 'none',
      brief: 'blind',
      prompt: prompt(['positions', 'passages', 'memory'], ({ positions, passages }, fence) => ({
        positions: lines(positions.map(({ label, text }) => fence.wrap('position', { label }, cut(text)))),
        passages: lines(
          passages.map(({ url, title, quote = '' }) =>
            fence.wrap('passage', {}, lines([cut(title, 200), cut(url, 500), cut(quote)])),
          ),
        ),
        memory: passages.length > 0 ? '' : 'No evidence on the topic was given: answer from what you know.',
      })),
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
