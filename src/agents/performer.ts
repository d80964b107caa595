import type { StepMark, Usage } from '../debate/log/entryData';
import type { TaskKind, TaskRequest, Violation } from '../debate/flow/tasks';

/** A sign of progress, which restarts the engine's watch for stalled tasks. */
export type ProgressEvent =
  | { kind: 'searching'; query: string }
  | { kind: 'reading'; url: string }
  | { kind: 'using'; tool: string }
  /** The whole text so far. Provisional: shown, and never kept. */
  | { kind: 'writing'; text: string }
  /** Sign of life without visible progress. */
  | { kind: 'alive' }
  /** A user's own server has sent nothing for `ms` milliseconds. */
  | { kind: 'awaiting'; model: string; ms: number; isLoading: boolean }
  /**
   * A request was refused and accepted in another form, which the server at `place` gets for this model from now on.
   */
  | { kind: 'learned'; place: string; model: string; text: string }
  /** The performer waits until then, in milliseconds since the epoch. */
  | { kind: 'waiting'; reason: string; until: number };

/** Detail `loading MODEL` or `awaiting MODEL`, with the time so far. */
export function awaitingDetail({ model, ms, isLoading }: Extract<ProgressEvent, { kind: 'awaiting' }>): string {
  const seconds = Math.round(ms / 1_000);
  return `${isLoading ? 'loading' : 'awaiting'} ${model}${seconds === 0 ? '' : ` (${seconds} s)`}`;
}

/** An answer that was paid before; its user must call `use`. */
export interface PaidAnswer {
  /** The value given to `keep`, read from a file, so it must be checked like any input. */
  answer: unknown;
  /** Marks the answer as used, and returns its usage unless a record has that already. */
  use(): Usage | undefined;
}

/** Keeps the answer to one request until the task's step is logged. */
export interface AnswerPlace {
  /** Waits if the request is already being answered; `progress` receives the wait. */
  find(progress: PerformContext['progress']): Promise<PaidAnswer | undefined>;
  /** `usage`: reported through `spent` already. Never rejects: an answer that cannot be kept is lost. */
  keep(answer: unknown, usage: Usage | undefined): Promise<void>;
}

/** Keeps a person's typed text until the task's step is logged. */
export interface TypedPlace {
  /** The value given to `keep`, read from a file, so it must be checked like any input. */
  find(): Promise<unknown>;
  /** Returns whether it was kept; never rejects. */
  keep(typed: unknown): Promise<boolean>;
}

export interface PerformContext {
  signal: AbortSignal;
  /** Place for the task's next request, identified by everything that decides the answer. */
  placeFor?(request: unknown): AnswerPlace;
  typed?: TypedPlace;
  /** Place for the notes of a task's research as a whole, whatever requests they took. */
  notesPlace?: AnswerPlace;
  /** Logs the Verifier's new results, and returns the task's input as it is then. */
  refreshed?(): Promise<TaskRequest['input']>;
  progress(event: ProgressEvent): void;
  /**
   * Called before each paid request with its highest cost in US dollars; the returned function takes the real cost.
   * Rejects if the budget has no room.
   */
  mayAsk?(atMost: number): Promise<(usd: number) => void>;
  /** Reports usage as soon as it is known; answer or failure reports the sum again. */
  spent?(usage: Usage): void;
  /** Runs work that waits for readers. Its time does not count as silence, in limits, or as spent. */
  untimed?<T>(work: () => Promise<T>): Promise<T>;
}

/** A performer's answer; the engine checks `output` against the task's schema. */
export interface Performance {
  output: unknown;
  /** The performer's own objections to the output, which goes back and is never logged. */
  violations?: readonly Violation[];
  /** Remarks that the author gets once; if repeated, the answer is accepted. */
  remarks?: readonly Violation[];
  usage?: Usage;
  /** The model's text, unchanged. */
  written?: string;
  /** Number of entries of earlier rounds that the Chair's summaries replaced, for want of room. */
  condensed?: number;
  /** Client whose agent answered, and how often it opened the task. */
  via?: StepMark['via'];
}

/** Performs tasks. One performer serves all agents of a debate that share a provider. */
export interface Performer {
  /** Name as in the setup: `offline`, `scripted`, `anthropic` … */
  readonly provider: string;
  /** Whether it answers at once, without network or model; its checks finish at each commit point. */
  readonly isLocal: boolean;
  /** Whether it is a person, who takes as long and as many tries as needed. */
  readonly isPerson?: boolean;
  /** Whether its answers were accepted before, so that duties from later rules do not apply to them. */
  readonly repeats?: boolean;
  /** Whether it can answer honestly; if not, the caller continues without an answer (support: `not_judged`). */
  canPerform(kind: TaskKind, taskId: string): boolean;
  /** Checks that this agent can work (model, key, evidence). Rejects with a TaskError. */
  ready(
    agent: string,
    signal: AbortSignal,
    progress?: PerformContext['progress'],
    spent?: PerformContext['spent'],
  ): Promise<void>;
  /** Milliseconds for an answer, by the server's pace so far; undefined if none takes long. */
  longestMs?(): number | undefined;
  /** Performs a task. Rejects with a TaskError, or the signal's reason. */
  perform(request: TaskRequest, context: PerformContext): Promise<Performance>;
  /**
   * Sends a task's first requests before its turn: its research and, if the input will not change (`isCertain`), its
   * answer. Rejects like `perform`.
   */
  prepare?(request: TaskRequest, context: PerformContext, isCertain: boolean): Promise<void>;
  /** Called when the gate has taken a task's last answer, or the task has failed. */
  settled?(taskId: string, how: { isAccepted: boolean; reasons: readonly string[] }): void;
}

/**
 * Whether those who answer can be asked in this program. Rejects with a TaskError that pauses the debate where they
 * cannot; `message` says where they can.
 */
export const askable = (queue: object | undefined, code: string, message: string): Promise<void> =>
  queue === undefined ? Promise.reject(new TaskError(code, message, false, { blocks: true })) : Promise.resolve();

interface TaskErrorOptions extends ErrorOptions {
  /** Whether the cause lies outside the task (a key, a server): the debate then pauses, and skips nothing. */
  blocks?: boolean;
  usage?: Usage | undefined;
  /** A replayed failure: its attempts, and the rule that the last one broke. */
  recorded?: { attempts?: number | undefined; rule?: string | undefined };
}

/** `code` is stable (`exhausted`, `timeout`, `refused` …); a retryable failure is tried once again. */
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
