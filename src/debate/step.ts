import type { CitedText } from './quoteCheck';
import type { Draft, Entry, Source } from './entry';
import type { DebateState, FactKind } from './state';
import type * as z from 'zod';
import type { EntryType, Limits, Usage, VerificationData } from './entryData';
import type { CitedSource, TaskInputs, TaskKind, TaskOutput, Violation } from './tasks';
import type { RecordView } from './view';
import { dataOf } from './codec';

/**
 * The text of a source for the gates; any status but `read` says why there is none. `absent`: the source certainly
 * never existed (for web pages, by two witnesses).
 */
export type CapturedSource =
  | (CitedText & {
      outcome: 'read';
      title: string;
      published?: string | undefined;
      /** The text may be incomplete: words missing from it may still be on the page. */
      isPartial?: true;
    })
  | { outcome: 'absent' | 'outside' | 'unsupported' | 'failed'; reason: string };

export interface CheckContext {
  view: RecordView;
  /** The sources that the answer cites, by URL. */
  sources: ReadonlyMap<string, CapturedSource>;
  /** The answer was given before the record moved on: duties that came since are for the next turn. */
  isInFlight?: boolean;
}

interface TaskBase {
  /** Unique in the debate; the step's id when it has this one task. */
  id: string;
  /** The debater's name, or the role. */
  agent: string;
}

/** A task for an agent. `check` is its gate: pure, run again at the commit when the record has moved on. */
export interface AgentTask<K extends TaskKind = TaskKind> extends TaskBase {
  kind: K;
  input(view: RecordView): TaskInputs[K];
  check?(output: TaskOutput<K>, context: CheckContext): Violation[];
  /** The sources whose text the gate needs. */
  cites?(output: TaskOutput<K>): Pick<CitedSource, 'url' | 'quote'>[];
  /** What the first attempt already has to correct. */
  feedback?: readonly Violation[];
  /** The limit for all attempts together, with or without progress. Milliseconds. */
  totalMs?: number;
  /** The default limit: it is extended for a model whose server is slow. */
  usualMs?: number;
  /**
   * Nothing continues without it: after a failure that may pass it is asked again, with growing waits up to the time
   * that a task may be silent.
   */
  isVital?: boolean;
}

/**
 * The code of a task that its performer cannot answer honestly: the step names what is absent, and nothing has failed.
 */
export const notPerformed = 'not_performed';

/** A task for the Verifier: one source of one entry. */
export interface SourceTask extends TaskBase {
  kind: 'verify/source';
  target: number;
  url: string;
}

/** Really checks that every agent can work. */
export interface ReadinessTask extends TaskBase {
  kind: 'system/ready';
  agents: readonly string[];
}

export type StepTask = AgentTask | SourceTask | ReadinessTask;

interface OutcomeFacts {
  task: StepTask;
  attempt: number;
  elapsedMs: number;
  /** Milliseconds for which the answer was also shown at a reader's pace; not counted. */
  untimedMs?: number;
  /** Of all attempts. */
  usage?: Usage;
  /** A person was asked: their time is not the debate's. */
  isPersons?: boolean;
}

interface TaskSuccess<Output = unknown> extends OutcomeFacts {
  ok: true;
  output: Output;
  /** This many earlier entries were given as the Chair's summaries. */
  condensed?: number | undefined;
}

export interface TaskFailure<Output = unknown> extends OutcomeFacts {
  ok: false;
  code: string;
  message: string;
  /** The agent that failed, if the task concerns others than its own agent. */
  agent?: string;
  /** The cause is outside the task: the debate is paused until it is gone, however the step treats failures. */
  blocks?: boolean;
  /** The gate's objections, if no more is known. */
  rule?: string | undefined;
  /** The last answer of the right shape, with the gate's objections. */
  last?: { output: Output; violations: readonly Violation[] };
}

/**
 * The outcome of a task. The engine does not keep the kind of its answer; `isOutcomeOf` and `isSourceOutcome` recover
 * it.
 */
export type TaskOutcome<Output = unknown> = TaskSuccess<Output> | TaskFailure<Output>;

export const isOutcomeOf = <K extends TaskKind>(
  outcome: TaskOutcome | undefined,
  kind: K,
): outcome is TaskOutcome<TaskOutput<K>> => outcome?.task.kind === kind;

export const isSourceOutcome = (
  outcome: TaskOutcome,
): outcome is TaskOutcome<VerificationData> & { task: SourceTask } => outcome.task.kind === 'verify/source';

export interface CommitContext {
  view: RecordView;
  /** The day of access, `YYYY-MM-DD`. */
  today: string;
}

/**
 * The unit of progress. Its tasks are performed together; its entries are written in one batch or not at all. A step
 * without its entries has not happened and is done again from its start.
 */
export interface Step {
  id: string;
  /** `verify` runs beside `main`; its results are appended between main steps, urgent ones at once. */
  lane: 'main' | 'verify';
  tasks: readonly StepTask[];
  /** What a task's final failure does: the step's commit logs it, or the debate is paused. */
  onFailure: 'commit' | 'pause';
  /** Failures that the commit can use although others pause the debate, even if the cause is outside the task. */
  forgives?(outcome: TaskOutcome): boolean;
  /** Who may see the entries; `all` unless a format hides something from a side. */
  visibility: 'all' | readonly string[];
  /** Requests with the same lineage share one growing prompt prefix, hence the provider's cache. */
  lineage: string;
  /** The step that has only this one of its tasks, for a result that must not wait for the others. */
  alone?(task: StepTask): Step;
  /** It has no task and is committed at once, even while the main lane waits for an answer. */
  interrupts?: true;
  commit(outcomes: readonly TaskOutcome[], context: CommitContext): Draft[];
}

/**
 * `awaiting_…`: the phases of formats without an end of their own, which wait there when all requested work is done.
 */
export const formatPhases = [
  ...(['setup', 'opening', 'rounds', 'closing', 'conclusion', 'documents', 'done'] as const),
  ...(['awaiting_arguments', 'awaiting_judgment'] as const),
] as const;

/** A step that will come whatever the current one results in. */
export interface Ahead {
  step: Step;
  /** Its task will be the same too; otherwise only its research probably will. */
  isCertain: boolean;
}

/** The state of a debate, in words that every view uses. */
export interface FormatStatus {
  phase: (typeof formatPhases)[number];
  /** The round or exchange. */
  round: number;
  outcome: string | null;
  /** How it stands where there is no outcome, and no scores of two sides: one line in English. */
  result?: string | undefined;
}

/** A debater that the format names itself. */
export interface FixedSeat {
  name: string;
  persona: string;
  starting_position: string;
  incentives: string;
}

/**
 * A format's events on a new entry: for `debate.log` and for viewers, never for an agent. They hold no words of the
 * entry.
 */
export type FormatEvent =
  | { kind: 'round'; round: number; max: number }
  | { kind: 'tracker'; text: string }
  | { kind: 'ruling'; text: string };

/** What an entry uses one of its sources for. */
export interface Said {
  /** Its words, of which the sentences about the passage count. */
  text: string;
  /** The words for the judge of support, if all of them count. */
  whole?: string;
}

/** Maps an entry's data to what it uses a source for; undefined if the data do not say. */
export type SaidBySource = (entry: Pick<Entry, 'type' | 'data'>, source: Source) => Said | undefined;

/** A format is a pure function from the state to the steps that may run now. No step: the debate is done. */
export interface Format {
  readonly name: string;
  /** The leader, who writes its setup, announcements, notes and rulings. */
  readonly host: 'chair' | 'moderator';
  /** The seats besides the debaters' that a model or a person can take. */
  readonly roles: readonly string[];
  /** The debaters, if the format names them itself; absent if users choose a lineup. */
  readonly seats?: readonly FixedSeat[];
  /** Makes the setup's `options`: takes the users' values, rejects unsuitable ones, adds the defaults. */
  readonly options: z.ZodType<Record<string, unknown>>;
  /** The English name of its rounds; "rounds" if absent. */
  readonly unit?: string;
  /** The number of rounds held, if that is not the number of the last one. */
  held?(state: DebateState): number;
  /** Users set the minimum and maximum of rounds; other formats' limits follow from their options. */
  readonly takesLimits?: true;
  /** The most rounds that may be asked for, where it may decide itself how many it holds. */
  readonly mostRounds?: number;
  /** The debaters do not know how many rounds there are. */
  readonly hidesRounds?: true;
  /** Each debater reads a record of its own, so that no two share a beginning of their prompts. */
  readonly hasOwnRecords?: true;
  /** The motion that is debated, which can be affirmed and denied; absent where any topic is. */
  motion?(state: DebateState): string;
  /** The number of passages that the evidence needs if they are dealt to all sides. */
  readonly passages?: number;
  /** The entry types that no other format writes. */
  readonly ownTypes?: ReadonlySet<string>;
  /** What its entries use a source for, by entry type; for other types, their text. */
  readonly said?: Readonly<Partial<Record<EntryType, SaidBySource>>>;
  /** Its part of the fold. */
  readonly facts?: readonly FactKind<object>[];
  /** The limits that follow from the options. */
  limits(options: Record<string, unknown>): Partial<Limits>;
  decide(state: DebateState): Step[];
  /**
   * The steps whose result may still be committed: those of `decide`, and those that it delays for something urgent.
   */
  open(state: DebateState): Step[];
  /** Tasks that can be asked early, beside the step that `decide` gives: the answer is kept and used in its turn. */
  ahead?(state: DebateState): Ahead[];
  status(state: DebateState): FormatStatus;
  /** Only for formats without an end of their own: why no more rounds can be asked for; undefined if they can. */
  noMore?(state: DebateState): string | undefined;
  /** Whether lack of time cancels rounds that may still come. */
  isOutOfTime?(state: DebateState): boolean;
  /** Why this debater has no turn left to answer a question, as the beginning of a sentence. */
  noTurnLeft?(state: DebateState, name: string): string | undefined;
  /** Whether the debate may go on without this step. */
  canSkip?(step: string): boolean;
  /** Maps a task's entries back to its answer; a format without it cannot be exported as a script. */
  readonly answers?: AnswersByKind;
  /** Events beside those of any entry; by default a round's event has the limit in force. */
  eventsOn?(entry: Entry, state: DebateState): FormatEvent[];
}

/**
 * Maps entries back to answers: the inverse of `Step.commit`, one function for each kind of task, kept by the same
 * format. An answer need not be the original word for word; committed again it gives the same entries.
 */

/** The entries of a step. */
export interface Written {
  /** The step's own entries, in their order. */
  entries: readonly Entry[];
  step: Step;
  /** One of the step's tasks. */
  task: AgentTask;
  /** The record before them. */
  view: RecordView;
}

/** A failed task in a script. */
interface ScriptedFailure {
  error: string;
  message: string;
  /** The number of attempts. */
  attempts?: number;
  /** The gate's objections to the last attempt. */
  rule?: string | undefined;
}

/** Maps to an answer, which its kind's schema then checks like any other, or to a failure. */
export type AnswersByKind = Readonly<Partial<Record<TaskKind, (written: Written) => object>>>;

export const failedWith = (
  message: string,
  more: Pick<ScriptedFailure, 'attempts' | 'rule'> = {},
): ScriptedFailure => ({ error: 'failed', message, ...more });

/** The entry of one task in a step with several. */
export const entryOfTask = ({ entries, step, task }: Written): Entry | undefined =>
  entries[step.tasks.findIndex(({ id }) => id === task.id)];

/** The failure in a note of the host, as `noticesOf` words it; undefined if there is none. */
export function notedFailure(entry: Entry | undefined): ScriptedFailure | undefined {
  const data = dataOf(entry, 'note');
  if (entry === undefined || (data?.kind !== 'failure' && data?.kind !== 'absent')) return undefined;
  const { reason = '' } = data;
  const isAbsent = entry.content.endsWith(` is absent: ${reason}`);
  return isAbsent ? { error: notPerformed, message: reason } : failedWith(reason);
}

/** Sources as cited: the engine adds the day of access. */
export const undated = (sources: Entry['sources']): LooseFields[] =>
  (sources ?? []).map((source) => without(source, 'accessed'));

type LooseFields = Record<string, unknown>;

export const without = (fields: object, ...names: readonly string[]): LooseFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
