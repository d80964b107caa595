import type { Usage } from '../debate/entryData';
import type { TaskKind, TaskRequest } from '../debate/tasks';

/** Something a performer did on the way to its answer; each one restarts the engine's watch for stalled tasks. */
export type ProgressEvent =
  | { kind: 'searching'; query: string }
  | { kind: 'reading'; url: string }
  | { kind: 'writing'; text: string };

export interface PerformContext {
  signal: AbortSignal;
  progress(event: ProgressEvent): void;
}

/** `output` is checked against the task's schema by the engine; the performer need not. */
export interface Performance {
  output: unknown;
  usage?: Usage;
}

/** Who performs tasks. One instance serves all agents of a debate that share a provider. */
export interface Performer {
  /** The provider's name, as it stands in the setup: `offline`, `scripted`, `anthropic` … */
  readonly provider: string;
  /** False where this performer has no honest answer; the caller then goes on without (support: `not_judged`). */
  canPerform(kind: TaskKind, taskId: string): boolean;
  /** Really checks that this agent can work (model reachable, key, evidence readable). Rejects with a TaskError. */
  ready(agent: string, signal: AbortSignal): Promise<void>;
  /** Rejects with a TaskError when it fails, with the signal's reason when aborted. */
  perform(request: TaskRequest, context: PerformContext): Promise<Performance>;
}

/** A task that failed. `code` is stable (`exhausted`, `timeout`, `provider` …); a retryable one is tried once more. */
export class TaskError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly isRetryable = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TaskError';
  }
}
