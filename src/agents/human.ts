import type { TaskRequest } from '../debate/tasks';
import { TaskError, type Performance, type PerformContext, type Performer, type TypedPlace } from './performer';

/** Where people are asked: the panel of a window, or a terminal. */
export interface HumanTaskQueue {
  /**
   * Resolves with the output of the task. Rejects with a TaskError `skipped` when the person gives the turn up, and with the
   * signal's reason when it is no longer wanted. `place`: for what was typed, should the debate be left before it is an answer.
   */
  ask(request: TaskRequest, signal: AbortSignal, place?: TypedPlace): Promise<unknown>;
}

/** A seat that a person took: the same input, gates and reasons as for a model, and no limit of time. */
export class HumanPerformer implements Performer {
  readonly provider = 'human';
  readonly isLocal = false;
  readonly isPerson = true;

  constructor(private readonly humanTasks: HumanTaskQueue | undefined) {}

  canPerform(): boolean {
    return true;
  }

  ready(agent: string): Promise<void> {
    if (this.humanTasks !== undefined) return Promise.resolve();
    return Promise.reject(
      new TaskError(
        'no_person',
        `A person has the seat of ${agent}, who can be asked in the editor or on a terminal. Resume the debate there.`,
        false,
        { blocks: true },
      ),
    );
  }

  async perform(request: TaskRequest, { signal, typed }: PerformContext): Promise<Performance> {
    await this.ready(request.agent);
    return { output: await this.humanTasks?.ask(request, signal, typed) };
  }
}
