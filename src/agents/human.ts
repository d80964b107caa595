import type { TaskRequest } from '../debate/flow/tasks';
import { TaskError, type Performance, type PerformContext, type Performer, type TypedPlace } from './performer';

/** A window's panel, or a terminal. */
export interface HumanTaskQueue {
  /**
   * The output of the task. Rejects with a TaskError `skipped` when the person gives it up, or with the signal's
   * reason. `place`: for what was typed before it is an answer.
   */
  ask(request: TaskRequest, signal: AbortSignal, place?: TypedPlace): Promise<unknown>;
}

/** Input, gates and reasons as for a model, without a limit of time. */
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
