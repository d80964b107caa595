import type { CitedText } from '../../matching/quote/citedText';
import type { Draft, Entry, Source } from '../log/entry';
import type { DebateState, FactKind } from '../fold/state';
import type * as z from 'zod';
import type { EntryType, Limits, StepMark, Usage, VerificationData } from '../log/entryData';
import type { CitedSource, TaskInputs, TaskKind, TaskOutput, Violation } from './tasks';
import type { RecordView } from '../fold/view';
import { dataOf } from '../log/codec';

/**
 * A debate is event-sourced: its log holds what happened, and everything else follows from three functions. The first
 * two are the same for every debate (`fold/state.ts`, `fold/evolve.ts`); each format has its own `decide`.
 */
export interface Decider<State, Change, Next> {
  /** The state of a debate without entries. */
  initialState(): State;
  /** Folds one entry into the state. */
  evolve(state: State, change: Change): void;
  /** Says from the state alone what may happen next; nothing where the debate is done. */
  decide(state: State): Next[];
}

/** The `decide` of a kind of debate, and all that the engine knows of it beside. */
export interface Format extends Pick<Decider<DebateState, Entry, Step>, 'decide'> {
  readonly name: string;
  /** Writes setup, announcements, notes and rulings. */
  readonly host: 'chair' | 'moderator';
  /** Besides the debaters': a model or a person can take them. */
  readonly roles: readonly string[];
  /** Absent if users choose a lineup. */
  readonly seats?: readonly FixedSeat[];
  /** Schema of the setup's options: takes the users' values, rejects unsuitable ones, adds the defaults. */
  readonly options: z.ZodType<Record<string, unknown>>;
  /** English word for a round; "rounds" if absent. */
  readonly unit?: string;
  /** Rounds held, if that is not the number of the last round. */
  held?(state: DebateState): number;
  /** Other formats' limits follow from their options. */
  readonly takesLimits?: true;
  /** Where the format may decide itself how many rounds it holds. */
  readonly mostRounds?: number;
  /** Debaters are not told the number of rounds. */
  readonly hidesRounds?: true;
  /** Each debater sees a record of its own, so no two share a beginning of their prompts. */
  readonly hasOwnRecords?: true;
  /** The motion, which can be affirmed and denied; absent where any topic is debated. */
  motion?(state: DebateState): string;
  /** Entry types that no other format writes. */
  readonly ownTypes?: ReadonlySet<string>;
  /** Words about a source, by entry type; for other types, the entry's text. */
  readonly said?: Readonly<Partial<Record<EntryType, SaidBySource>>>;
  readonly facts?: readonly FactKind<object>[];
  /** Limits that follow from the options. */
  limits(options: Record<string, unknown>): Partial<Limits>;
  /** Open steps, also those that `decide` delays for something urgent: their result may still be committed. */
  open(state: DebateState): Step[];
  /** Tasks to ask early, beside the step that `decide` gives: the answer is kept and used in its turn. */
  ahead?(state: DebateState): Ahead[];
  status(state: DebateState): FormatStatus;
  /** Only without an end of its own: the steps that may be asked for when nothing is left to do. */
  offers?(state: DebateState): string[];
  /** Only without an end of its own: why no more rounds can be asked for. */
  noMore?(state: DebateState): string | undefined;
  /** Whether time is out, so that rounds that may still come are cancelled. */
  isOutOfTime?(state: DebateState): boolean;
  /** Reason for an answer to a question; as the beginning of a sentence. */
  noTurnLeft?(state: DebateState, name: string): string | undefined;
  /** Why who argues must not read what led to the debate, as a sentence; undefined where it may. */
  backgroundProblem?(text: string): string | undefined;
  /** Whether the debate may go on without the step. */
  canSkip?(step: string): boolean;
  /** A debate that lacks them cannot be exported as a script. */
  readonly answers?: AnswersByKind;
  /** Where an entry is a document of its own: its path in the debate's folder. */
  fileOf?(entry: Entry): string | undefined;
  /** Event lines of the format, beside those of any entry; by default a round's event has the limit in force. */
  eventsOn?(entry: Entry, state: DebateState): FormatEvent[];
}

/**
 * The unit of progress: tasks are performed together, entries written in one batch. Without its entries a step has not
 * happened and is done again.
 */
export interface Step {
  id: string;
  /** `verify` runs beside `main`; its results are appended between main steps, urgent ones at once. */
  lane: 'main' | 'verify';
  tasks: readonly StepTask[];
  /** The commit logs a task's final failure, or the debate is paused. */
  onFailure: 'commit' | 'pause';
  /** Failures that the commit can use, even if their cause is outside the task. `all`: the outcomes of the step. */
  forgives?(outcome: TaskOutcome, all: readonly TaskOutcome[]): boolean;
  /** Who sees the entries; `all` unless a format hides something from a side. */
  visibility: 'all' | readonly string[];
  /** The same lineage shares one growing prompt prefix, hence the provider's cache. */
  lineage: string;
  /** The step with only this task, for a result that must not wait for the others. */
  alone?(task: StepTask): Step;
  /** Code's answer to a finding: without tasks, committed also between a task's research and its answer. */
  answersFinding?: true;
  /** Runs without tasks and commits at once, even while the main lane waits for an answer. */
  interrupts?: true;
  commit(outcomes: readonly TaskOutcome[], context: CommitContext): Draft[];
}

export interface CapturedText extends CitedText {
  outcome: 'read';
  /** Missing words may still be on the page. */
  isPartial?: boolean;
}

/** `absent`: the source certainly never existed (web pages: by two witnesses). */
export interface UncapturedSource {
  outcome: 'absent' | 'outside' | 'unsupported' | 'failed';
  reason: string;
}

/** What a gate sees of a source. */
export type CapturedSource = CapturedText | UncapturedSource;

export interface CheckContext {
  view: RecordView;
  /** Those that the answer cites, by URL. */
  sources: ReadonlyMap<string, CapturedSource>;
  /** The record has moved on since: later duties are for the next turn. */
  isInFlight?: boolean;
}

interface TaskBase {
  /** Unique in the debate; the step's id when it has this one task. */
  id: string;
  /** A debater's name, or a role. */
  agent: string;
}

/** `check` is its gate: pure, run again at the commit when the record has moved on. */
export interface AgentTask<K extends TaskKind = TaskKind> extends TaskBase {
  kind: K;
  input(view: RecordView): TaskInputs[K];
  check?(output: TaskOutput<K>, context: CheckContext): Violation[];
  cites?(output: TaskOutput<K>): Pick<CitedSource, 'url' | 'quote'>[];
  /** Objections that the first attempt must correct. */
  feedback?: readonly Violation[];
  /** Limit for all attempts together, with or without progress. Milliseconds. */
  totalMs?: number;
  /** The same, extended for a model whose server is slow. */
  usualMs?: number;
  /**
   * Nothing continues without it: after a failure that may pass it is asked again, with growing waits up to the time
   * that a task may be silent.
   */
  isVital?: boolean;
}

/** Its performer cannot answer honestly: the step names what is absent, and nothing has failed. */
export const notPerformed = 'not_performed';

/** One source of one entry. */
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
  /** Milliseconds at a reader's pace; not counted. */
  untimedMs?: number;
  /** Usage of all attempts. */
  usage?: Usage;
  /** A person's time is not the debate's. */
  isPersons?: boolean;
}

interface TaskSuccess<Output = unknown> extends OutcomeFacts {
  ok: true;
  output: Output;
  /** What the gate objected to once, and the answer still has. */
  left?: readonly Violation[];
  /** Entries given as the Chair's summaries. */
  condensed?: number | undefined;
  /** See `StepMark`. */
  via?: StepMark['via'];
}

export interface TaskFailure<Output = unknown> extends OutcomeFacts {
  ok: false;
  code: string;
  message: string;
  /** If not the task's own. */
  agent?: string;
  /** The cause is outside the task: the debate pauses, however the step treats failures. */
  blocks?: boolean;
  /** If nothing more is known of the gate's objections. */
  rule?: string | undefined;
  /** The last answer of the right shape, with the gate's objections. */
  last?: { output: Output; violations: readonly Violation[]; toldOnce?: readonly Violation[] };
}

/** The engine does not keep the kind of the answer; `isOutcomeOf` and `isSourceOutcome` recover it. */
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
  /** Date of access, `YYYY-MM-DD`. */
  today: string;
}

/** `awaiting_…`: where formats without an end of their own wait when all requested work is done. */
export const formatPhases = [
  ...(['setup', 'opening', 'rounds', 'closing', 'conclusion', 'documents', 'done'] as const),
  ...(['awaiting_arguments', 'awaiting_judgment'] as const),
] as const;

/** It will come whatever the current step results in. */
export interface Ahead {
  step: Step;
  /** The task will be the same too, not only its research. */
  isCertain: boolean;
}

export interface FormatStatus {
  phase: (typeof formatPhases)[number];
  /** Or exchange. */
  round: number;
  outcome: string | null;
  /** One line in English, where there is no outcome, and no scores of two sides. */
  result?: string | undefined;
}

/** Named by the format itself. */
export interface FixedSeat {
  name: string;
  persona: string;
  starting_position: string;
  incentives: string;
}

/** Events for `debate.log` and viewers, never for an agent, and without words of the entry. */
export type FormatEvent =
  | { kind: 'round'; round: number; max: number }
  | { kind: 'tracker'; text: string }
  | { kind: 'ruling'; text: string };

export interface Said {
  /** Text whose sentences about the passage count. */
  text: string;
  /** Text for the judge of support, if all the words count. */
  whole?: string;
}

/** Undefined if the data do not say. */
export type SaidBySource = (entry: Pick<Entry, 'type' | 'data'>, source: Source) => Said | undefined;

/**
 * `Written` leads from entries back to answers: the inverse of `Step.commit`, by kind of task. An answer need not be
 * the original word for word; committed again it gives the same entries.
 */

export interface Written {
  /** The step's own entries, in their order. */
  entries: readonly Entry[];
  step: Step;
  task: AgentTask;
  view: RecordView;
}

/** Form of a failure in a script. */
interface ScriptedFailure {
  error: string;
  message: string;
  attempts?: number;
  rule?: string | undefined;
}

/** Its kind's schema checks an answer like any other. */
export type AnswersByKind = Readonly<Partial<Record<TaskKind, (written: Written) => object>>>;

export const failedWith = (
  message: string,
  more: Pick<ScriptedFailure, 'attempts' | 'rule'> = {},
): ScriptedFailure => ({ error: 'failed', message, ...more });

/** The task's own entry in a step with several tasks. */
export const entryOfTask = ({ entries, step, task }: Written): Entry | undefined =>
  entries[step.tasks.findIndex(({ id }) => id === task.id)];

/** Reads a failure from a note of the host, as `noticesOf` words it. */
export function notedFailure(entry: Entry | undefined): ScriptedFailure | undefined {
  const data = dataOf(entry, 'note');
  if (entry === undefined || (data?.kind !== 'failure' && data?.kind !== 'absent')) return undefined;
  const { reason = '' } = data;
  const isAbsent = entry.content.endsWith(` is absent: ${reason}`);
  return isAbsent ? { error: notPerformed, message: reason } : failedWith(reason);
}

/** The engine adds the day of access. */
export const undated = (sources: Entry['sources']): LooseFields[] =>
  (sources ?? []).map((source) => without(source, 'accessed'));

type LooseFields = Record<string, unknown>;

export const without = (fields: object, ...names: readonly string[]): LooseFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
