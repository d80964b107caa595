import type { Entry } from './entry';
import { dataOf } from './codec';
import { notPerformed, type AgentTask, type Step } from './step';
import type { TaskKind } from './tasks';
import type { RecordView } from './view';

/**
 * From entries back to answers: the inverse of `Step.commit`, one function for each kind of task, kept by the format whose commit it
 * inverts. An answer need not be word for word the one that was given; committed again it gives the same entries.
 */

/** What a step wrote. */
export interface Written {
  /** The step's own entries, in their order. */
  entries: readonly Entry[];
  step: Step;
  /** One of the step's tasks. */
  task: AgentTask;
  /** The record as it stood before them. */
  view: RecordView;
}

/** A task that failed, as a script has it. */
export interface ScriptedFailure {
  error: string;
  message: string;
  /** So many attempts there were. */
  attempts?: number;
  /** What the gate held against the last of them. */
  rule?: string;
}

/** Gives an answer, which is then held against the schema of its kind like any other, or a failure. */
export type AnswersByKind = Readonly<Partial<Record<TaskKind, (written: Written) => object>>>;

export const failedWith = (
  message: string,
  more: Pick<ScriptedFailure, 'attempts' | 'rule'> = {},
): ScriptedFailure => ({ error: 'failed', message, ...more });

/** The entry that a task of a step with several tasks came to. */
export const entryOfTask = ({ entries, step, task }: Written): Entry | undefined =>
  entries[step.tasks.findIndex(({ id }) => id === task.id)];

/** The failure that a note of the host tells of, as `noticesOf` words it; undefined where it tells of none. */
export function notedFailure(entry: Entry | undefined): ScriptedFailure | undefined {
  const data = entry === undefined ? undefined : dataOf(entry, 'note');
  if (entry === undefined || (data?.kind !== 'failure' && data?.kind !== 'absent')) return undefined;
  const { reason = '' } = data;
  const isAbsent = entry.content.endsWith(` is absent: ${reason}`);
  return isAbsent ? { error: notPerformed, message: reason } : failedWith(reason);
}

/** Sources as they were cited: the day of access is the engine's. */
export const undated = (sources: Entry['sources']): LooseFields[] =>
  (sources ?? []).map((source) => without(source, 'accessed'));

type LooseFields = Record<string, unknown>;

export const without = (fields: object, ...names: readonly string[]): LooseFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
