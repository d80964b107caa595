import type { TaskKind } from '../../../debate/tasks';
import type { ModelTask, ModelTasks } from '../modelTask';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { shared } from './shared';
import { tribunal } from './tribunal/tribunal';

/** What language models are told and asked, by format. The compiler holds that every kind of task is here. */
const all: ModelTasks<TaskKind> = { ...shared.tasks, ...panel.tasks, ...tribunal.tasks, ...dialectic.tasks };
const formats: readonly { rules?: string; prompts: Readonly<Record<string, string>>; tasks: object }[] = [
  shared,
  panel,
  tribunal,
  dialectic,
];

export const modelKinds = Object.keys(all) as TaskKind[];

/** Its input is that of its kind, which a list's type cannot say. */
export const modelTask = (kind: TaskKind): ModelTask => all[kind];

/** The prompt with the rules of the format that a task belongs to; undefined for tasks that all formats have. */
export const rulesOf = (kind: TaskKind): string | undefined => rules.get(kind);
const rules = new Map(
  formats.flatMap((format) => Object.keys(format.tasks).map((kind) => [kind, format.rules] as const)),
);

/** The texts of all prompts that come along, by name. */
export const bundledPrompts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...formats.map(({ prompts }) => prompts),
) as Record<string, string>;

/** Those that are no role's: rules of all debates, and of each format. */
export const rulePrompts: readonly string[] = ['rules', ...formats.flatMap((format) => format.rules ?? [])];
