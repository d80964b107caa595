import type { Usage } from '../debate/entryData';
import type { TaskKind, TaskRequest, Violation } from '../debate/tasks';

/** Something a performer did on the way to its answer; each one restarts the engine's watch for stalled tasks. */
export type ProgressEvent =
  | { kind: 'searching'; query: string }
  | { kind: 'reading'; url: string }
  /** Another tool, by its name. */
  | { kind: 'using'; tool: string }
  /** What has been written so far, whole. Provisional: it is shown, and never kept. */
  | { kind: 'writing'; text: string }
  /** Nothing to be seen yet, but the answer is on its way. */
  | { kind: 'alive' }
  /** Nothing came yet of a model of the user's own server; `ms`: for how long it is waited for already. */
  | { kind: 'awaiting'; model: string; ms: number; isLoading: boolean }
  /** Nothing is done until then (milliseconds since the epoch), because of `reason`. */
  | { kind: 'waiting'; reason: string; until: number };

/** `loading MODEL`, where the server said so, or `awaiting MODEL`; with the time that it has taken so far. */
export function awaitingDetail({ model, ms, isLoading }: Extract<ProgressEvent, { kind: 'awaiting' }>): string {
  const seconds = Math.round(ms / 1_000);
  return `${isLoading ? 'loading' : 'awaiting'} ${model}${seconds === 0 ? '' : ` (${seconds} s)`}`;
}

/** An answer that was paid before; whoever uses it says so by `use`. */
export interface PaidAnswer {
  /** As it was given to `keep`, read from a file: to be checked like any other input. */
  answer: unknown;
  /** What it took, where that stands in no record yet and has to be told with whatever becomes of it now. */
  use(): Usage | undefined;
}

/** The place where the answer to one request of a task is kept until the step of the task is logged. */
export interface AnswerPlace {
  /** Waits where the request is being answered already; `progress` is told how that goes on. */
  find(progress: PerformContext['progress']): Promise<PaidAnswer | undefined>;
  /** `usage`: what it took, told by `spent` already. Never rejects: an answer that cannot be kept is not kept. */
  keep(answer: unknown, usage: Usage | undefined): Promise<void>;
}

/** What a person has typed for a task, until the step of the task is logged. */
export interface TypedPlace {
  /** As it was given to `keep`, read from a file: to be checked like any other input. */
  find(): Promise<unknown>;
  /** Whether it is kept; never rejects. */
  keep(typed: unknown): Promise<boolean>;
}

export interface PerformContext {
  signal: AbortSignal;
  /** Where answers are kept: a place for the task's next request, which is told apart from others by all that decides the answer. */
  placeFor?(request: unknown): AnswerPlace;
  /** Where what a person types for the task is kept. */
  typed?: TypedPlace;
  progress(event: ProgressEvent): void;
  /**
   * Before each request that is paid, with the US dollars that it may cost; what comes back is told what it did cost. Rejects where the budget
   * has no room for it.
   */
  mayAsk?(atMost: number): Promise<(usd: number) => void>;
  /** What was used, as soon as it is known; the answer, or the failure, tells the sum of it once more. */
  spent?(usage: Usage): void;
  /** Time that counts for nothing: neither as silence, nor in the task's limit, nor as time spent. Work that waits for readers goes in here. */
  untimed?<T>(work: () => Promise<T>): Promise<T>;
}

/** `output` is checked against the task's schema by the engine; the performer need not. */
export interface Performance {
  output: unknown;
  /** What the performer itself holds against the output: it goes back with these reasons and is never logged. */
  violations?: readonly Violation[];
  /** What the author is told once, with whatever else there is; given again, the answer stands as it is. */
  remarks?: readonly Violation[];
  usage?: Usage;
  /** So many entries of earlier rounds were replaced by the Chair's summaries, because the whole record did not fit. */
  condensed?: number;
}

/** Who performs tasks. One instance serves all agents of a debate that share a provider. */
export interface Performer {
  /** The provider's name, as it stands in the setup: `offline`, `scripted`, `anthropic` … */
  readonly provider: string;
  /** Answers at once, without network or model: what waits for it is drained at each commit point. */
  readonly isLocal: boolean;
  /** A person: takes as long and as many tries as needed. */
  readonly isPerson?: boolean;
  /** Its answers were accepted before: a duty that came up while one was being written is not asked of it now. */
  readonly repeats?: boolean;
  /** False where this performer has no honest answer; the caller then goes on without (support: `not_judged`). */
  canPerform(kind: TaskKind, taskId: string): boolean;
  /** Really checks that this agent can work (model reachable, key, evidence readable). Rejects with a TaskError. */
  ready(agent: string, signal: AbortSignal, progress?: PerformContext['progress']): Promise<void>;
  /** How long one answer may take by the pace of its server so far, in milliseconds; undefined where nothing is known to take long. */
  longestMs?(): number | undefined;
  /** Rejects with a TaskError when it fails, with the signal's reason when aborted. */
  perform(request: TaskRequest, context: PerformContext): Promise<Performance>;
  /**
   * Asks ahead what a task asks first, so that the answers are kept when it is performed: its research, and where nothing is to change what
   * it is asked (`isCertain`), its answer too. Rejects as `perform` does.
   */
  prepare?(request: TaskRequest, context: PerformContext, isCertain: boolean): Promise<void>;
}

interface TaskErrorOptions extends ErrorOptions {
  /** The cause lies outside the task (a key, a server): the debate is paused until it is gone, and nothing is skipped. */
  blocks?: boolean;
  /** What the failed attempt had used. */
  usage?: Usage | undefined;
  /** Of a failure that is played again: how many attempts there were, and the rule that the last one broke. */
  recorded?: { attempts?: number | undefined; rule?: string | undefined };
}

/** A task that failed. `code` is stable (`exhausted`, `timeout`, `refused` …); a retryable one is tried once more. */
export class TaskError extends Error {
  readonly blocks: boolean;
  readonly usage: Usage | undefined;
  readonly recorded: TaskErrorOptions['recorded'];

  constructor(
    readonly code: string,
    message: string,
    readonly isRetryable = false,
    { blocks = false, usage, recorded, ...options }: TaskErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'TaskError';
    this.blocks = blocks;
    this.usage = usage;
    this.recorded = recorded;
  }
}
