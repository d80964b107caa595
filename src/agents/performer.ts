import type { Usage } from '../debate/log/entryData';
import type { TaskKind, TaskRequest, Violation } from '../debate/flow/tasks';

/** Restarts the engine's watch for stalled tasks. */
export type ProgressEvent =
  | { kind: 'searching'; query: string }
  | { kind: 'reading'; url: string }
  | { kind: 'using'; tool: string }
  /** All so far. Provisional: shown, and never kept. */
  | { kind: 'writing'; text: string }
  /** Nothing to be seen yet. */
  | { kind: 'alive' }
  /** Nothing came yet of a user's own server, for `ms` milliseconds. */
  | { kind: 'awaiting'; model: string; ms: number; isLoading: boolean }
  /** A request was refused and taken otherwise: how the server at `place` is asked for this model from now on. */
  | { kind: 'learned'; place: string; model: string; text: string }
  /** Nothing is done until then, in milliseconds since the epoch. */
  | { kind: 'waiting'; reason: string; until: number };

/** `loading MODEL` or `awaiting MODEL`, with the time so far. */
export function awaitingDetail({ model, ms, isLoading }: Extract<ProgressEvent, { kind: 'awaiting' }>): string {
  const seconds = Math.round(ms / 1_000);
  return `${isLoading ? 'loading' : 'awaiting'} ${model}${seconds === 0 ? '' : ` (${seconds} s)`}`;
}

/** Paid before; whoever uses it says so by `use`. */
export interface PaidAnswer {
  /** As given to `keep`, read from a file: to be checked as any input. */
  answer: unknown;
  /** What it took, if no record has that yet. */
  use(): Usage | undefined;
}

/** Keeps the answer to one request until the task's step is logged. */
export interface AnswerPlace {
  /** Waits where the request is being answered already; `progress` is told. */
  find(progress: PerformContext['progress']): Promise<PaidAnswer | undefined>;
  /** `usage`: told by `spent` already. Never rejects: what cannot be kept is not. */
  keep(answer: unknown, usage: Usage | undefined): Promise<void>;
}

/** What a person typed, until the task's step is logged. */
export interface TypedPlace {
  /** As given to `keep`, read from a file: to be checked as any input. */
  find(): Promise<unknown>;
  /** Whether it is kept; never rejects. */
  keep(typed: unknown): Promise<boolean>;
}

export interface PerformContext {
  signal: AbortSignal;
  /** A place for the task's next request, told apart by all that decides the answer. */
  placeFor?(request: unknown): AnswerPlace;
  typed?: TypedPlace;
  /** The notes of a task's research, in one piece, whatever requests they took. */
  notesPlace?: AnswerPlace;
  /** Logs what the Verifier has found meanwhile, and gives the task's input as it is then. */
  refreshed?(): Promise<TaskRequest['input']>;
  progress(event: ProgressEvent): void;
  /**
   * Before each paid request, with the US dollars that it may cost; the result is told what it did cost. Rejects where
   * the budget has no room.
   */
  mayAsk?(atMost: number): Promise<(usd: number) => void>;
  /** As soon as it is known; answer or failure tells the sum again. */
  spent?(usage: Usage): void;
  /** Time that does not count: as silence, in limits, or as spent. For work that waits for readers. */
  untimed?<T>(work: () => Promise<T>): Promise<T>;
}

/** The engine checks `output` against the task's schema. */
export interface Performance {
  output: unknown;
  /** What the performer holds against the output, which goes back and is never logged. */
  violations?: readonly Violation[];
  /** What the author is told once; given again, the answer stands. */
  remarks?: readonly Violation[];
  usage?: Usage;
  /** What a model wrote, as it came. */
  written?: string;
  /** Entries of earlier rounds replaced by the Chair's summaries, for want of room. */
  condensed?: number;
}

/** One serves all agents of a debate that share a provider. */
export interface Performer {
  /** As in the setup: `offline`, `scripted`, `anthropic` … */
  readonly provider: string;
  /** At once, without network or model: what waits for it is drained at each commit point. */
  readonly isLocal: boolean;
  /** Takes as long and as many tries as needed. */
  readonly isPerson?: boolean;
  /** Its answers were accepted before: a duty that came up meanwhile is not asked of it. */
  readonly repeats?: boolean;
  /** False without an honest answer; the caller goes on without (support: `not_judged`). */
  canPerform(kind: TaskKind, taskId: string): boolean;
  /** Checks that this agent can work (model, key, evidence). Rejects with a TaskError. */
  ready(
    agent: string,
    signal: AbortSignal,
    progress?: PerformContext['progress'],
    spent?: PerformContext['spent'],
  ): Promise<void>;
  /** Milliseconds for an answer by the server's pace so far; undefined if nothing takes long. */
  longestMs?(): number | undefined;
  /** Rejects with a TaskError, or the signal's reason. */
  perform(request: TaskRequest, context: PerformContext): Promise<Performance>;
  /**
   * Asks ahead what a task asks first: its research and, if nothing will change it (`isCertain`), its answer. Rejects
   * as `perform` does.
   */
  prepare?(request: TaskRequest, context: PerformContext, isCertain: boolean): Promise<void>;
}

interface TaskErrorOptions extends ErrorOptions {
  /** The cause lies outside the task (a key, a server): the debate is paused until it is gone, nothing is skipped. */
  blocks?: boolean;
  usage?: Usage | undefined;
  /** Of a failure played again: its attempts, and the rule that the last one broke. */
  recorded?: { attempts?: number | undefined; rule?: string | undefined };
}

/** `code` is stable (`exhausted`, `timeout`, `refused` …); a retryable one is tried once more. */
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
