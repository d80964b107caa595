import type { Entry } from '../../src/debate/log/entry';
import { evolve } from '../../src/debate/fold/evolve';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import { StateAccumulator } from '../../src/debate/fold/state';
import type { TaskInputs } from '../../src/debate/flow/tasks';
import { createView, type RecordView } from '../../src/debate/fold/view';
import type { RunEnd } from '../../src/engine/engine';
import type { DebateEvent } from '../../src/engine/events';
import { Session } from '../../src/session/run/session';

/** Runs a tribunal; `pauseAt` chooses the event after which it pauses. */
export async function runTribunal(
  folder: string,
  { pauseAt, onEvent }: { pauseAt?: (event: DebateEvent) => boolean; onEvent?: (event: DebateEvent) => unknown } = {},
): Promise<RunEnd> {
  const session: Session = await Session.open({
    folder,
    program: 'test',
    onEvent: (event) => {
      onEvent?.(event);
      if (pauseAt?.(event) === true) session.pause('The test wants it to rest.');
    },
  });
  return await session.run();
}

/** True once the nth entry of this type is written. */
export function after(type: string, nth = 1): (event: DebateEvent) => boolean {
  let left = nth;
  return (event) => event.kind === 'written' && event.type === type && (left -= 1) === 0;
}

export interface GivenTask {
  id: string;
  kind: string;
  agent: string;
  input: unknown;
}

const isMidStep = (entry: Entry, next: Entry | undefined): boolean => {
  const mark = entry.data?.['step'] as { id: string; index: number; count: number } | undefined;
  return next !== undefined && mark !== undefined && mark.index + 1 < mark.count;
};

/** Inputs of all agents: of each task that `decide` wanted at any point of the record. */
export function tasksGiven(entries: readonly Entry[]): GivenTask[] {
  const state = new StateAccumulator();
  const view = createView(state, (seq) => (seq < state.headers.length ? entries[seq] : undefined));
  return entries.flatMap((entry, index) => {
    evolve(state, entry);
    return isMidStep(entry, entries[index + 1]) ? [] : tasksNow(view);
  });
}

export const tasksNow = (view: RecordView): GivenTask[] =>
  tribunal
    .decide(view.state)
    .flatMap((step) =>
      step.tasks.flatMap((task) =>
        'input' in task
          ? [{ id: task.id, kind: task.kind, agent: task.agent, input: structuredClone(task.input(view)) }]
          : [],
      ),
    );

/** The last input of this task, typed by the kind that the test names. */
export function inputOf(given: readonly GivenTask[], id: string): unknown {
  const found = given.findLast((task) => task.id === id);
  if (found === undefined)
    throw new Error(`No task ${id} was given; there were ${[...new Set(given.map((task) => task.id))].join(', ')}.`);
  return found.input;
}

export const sideInputOf = (given: readonly GivenTask[], id: string): TaskInputs['advocate/defend'] =>
  inputOf(given, id) as TaskInputs['advocate/defend'];
export const assessInputOf = (given: readonly GivenTask[], id: string): TaskInputs['judge/assess'] =>
  inputOf(given, id) as TaskInputs['judge/assess'];
export const ruleInputOf = (given: readonly GivenTask[]): TaskInputs['judge/rule'] =>
  inputOf(given, 'ruling') as TaskInputs['judge/rule'];
