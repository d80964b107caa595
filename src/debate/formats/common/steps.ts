import type { AgentTask, Step, StepTask, TaskOutcome } from '../../step';
import type { TaskKind, TaskOutput } from '../../tasks';

/** What all steps of a moderator's lane share. */
export const base = { lane: 'main', visibility: 'all' } satisfies Partial<Step>;

export const agentTask = <K extends TaskKind>(task: AgentTask<K>): StepTask => task;

/** The accepted answer of a task of this kind; undefined when it failed. */
export function answerTo<K extends TaskKind>(outcome: TaskOutcome | undefined, kind: K): TaskOutput<K> | undefined {
  return outcome?.ok === true && outcome.task.kind === kind ? (outcome.output as TaskOutput<K>) : undefined;
}

/** Why there is no answer, in words for people. */
export const whyFailed = (outcome: TaskOutcome | undefined): string => (outcome?.ok === false ? outcome.message : 'there was no answer.');
