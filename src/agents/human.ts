import type { TaskRequest } from '../debate/flow/tasks';
import { askable, type Performance, type PerformContext, type Performer, type TypedPlace } from './performer';

/** Queue of tasks for people, in a window's panel or on a terminal. */
export interface HumanTaskQueue {
  /**
   * Returns the task's output. Rejects with a TaskError `skipped` when the person gives it up, or with the signal's
   * reason. `place`: keeps text that was typed and is not answered.
   */
  ask(request: TaskRequest, signal: AbortSignal, place?: TypedPlace): Promise<unknown>;
}

/** A person as performer: input, gates and reasons as for a model, without a time limit. */
export class HumanPerformer implements Performer {
  readonly provider = 'human';
  readonly isLocal = false;
  readonly isPerson = true;

  constructor(private readonly humanTasks: HumanTaskQueue | undefined) {}

  canPerform(): boolean {
    return true;
  }

  ready(agent: string): Promise<void> {
    return askable(
      this.humanTasks,
      'no_person',
      `A person has the seat of ${agent}, who can be asked in the editor or on a terminal. Resume the debate there.`,
    );
  }

  async perform(request: TaskRequest, { signal, typed }: PerformContext): Promise<Performance> {
    await this.ready(request.agent);
    return { output: await this.humanTasks?.ask(request, signal, typed) };
  }
}
