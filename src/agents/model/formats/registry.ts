import type { TaskKind } from '../../../debate/tasks';
import type { ModelTask, ModelTasks } from '../modelTask';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { shared } from './shared';
import { tribunal } from './tribunal/tribunal';
import { keysOf } from '../../../debate/objects';

/** What language models are told and asked, by format. The compiler holds that every kind of task is here. */
const all: ModelTasks<TaskKind> = { ...shared.tasks, ...panel.tasks, ...tribunal.tasks, ...dialectic.tasks };
const formats: readonly { rules?: string; prompts: Readonly<Record<string, string>>; tasks: object }[] = [
  shared,
  panel,
  tribunal,
  dialectic,
];

export const modelKinds = keysOf(all);

export const modelTask = <K extends TaskKind>(kind: K): ModelTask<K> => all[kind];

/** The prompt with the rules of the format that a task belongs to; undefined for tasks that all formats have. */
export const rulesOf = (kind: TaskKind): string | undefined => rules.get(kind);
const rules = new Map(
  formats.flatMap((format) => Object.keys(format.tasks).map((kind) => [kind, format.rules] as const)),
);

/** The texts of all prompts that come along, by name. */
export const bundledPrompts: Readonly<Record<string, string>> = Object.fromEntries(
  formats.flatMap(({ prompts }) => Object.entries(prompts)),
);

/** Those that are no role's: rules of all debates, and of each format. */
export const rulePrompts: readonly string[] = ['rules', ...formats.flatMap((format) => format.rules ?? [])];
