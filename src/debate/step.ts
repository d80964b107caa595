import type { CitedText } from './quoteCheck';
import type { Draft, Entry, Source } from './entry';
import type { DebateState, FactKind } from './state';
import type * as z from 'zod';
import type { EntryType, Limits, Usage, VerificationData } from './entryData';
import type { CitedSource, TaskInputs, TaskKind, TaskOutput, Violation } from './tasks';
import type { RecordView } from './view';
import { dataOf } from './codec';

/**
 * The text of a source as the gates may see it; anything but `read` says why there is none. `absent`: it is known that there never was
 * such a source (of pages of the web, by two witnesses).
 */
export type CapturedSource =
  | (CitedText & {
      outcome: 'read';
      title: string;
      published?: string;
      /** What came may not be all of the page: what does not stand in it may stand there all the same. */
      isPartial?: true;
    })
  | { outcome: 'absent' | 'outside' | 'unsupported' | 'failed'; reason: string };

export interface CheckContext {
  view: RecordView;
  /** The sources that the answer cites, by URL. */
  sources: ReadonlyMap<string, CapturedSource>;
  /** The answer was given before the record moved on: duties that came meanwhile are for the next turn. */
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
  /** What is to be mended already at the first attempt. */
  feedback?: readonly Violation[];
  /** All attempts together may take this long, progress or not. Milliseconds. */
  totalMs?: number;
  /** The same where nobody set it: then it gives way to a model whose server is slow. */
  usualMs?: number;
  /** Nothing goes on without it: after a failure that may pass it is asked again, with growing waits as long as a task may be silent. */
  isVital?: boolean;
}

/** The code of a task that its performer has no honest answer to: the step says what is absent, and nothing has failed. */
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
  /** Besides, so long the answer was shown at a pace for readers; it counts for nothing. */
  untimedMs?: number;
  /** Of all attempts. */
  usage?: Usage;
  /** A person was asked: the time they took is not the debate's. */
  isPersons?: boolean;
}

interface TaskSuccess<Output = unknown> extends OutcomeFacts {
  ok: true;
  output: Output;
  /** So many earlier entries were given as the Chair's summaries. */
  condensed?: number;
}

export interface TaskFailure<Output = unknown> extends OutcomeFacts {
  ok: false;
  code: string;
  message: string;
  /** Who failed, where the task is about others than its own agent. */
  agent?: string;
  /** The cause lies outside the task: the debate is paused until it is gone, whatever the step makes of failures. */
  blocks?: boolean;
  /** What a gate held against it, where that is all that is known. */
  rule?: string;
  /** The last answer that had the right shape, with what the gate held against it. */
  last?: { output: Output; violations: readonly Violation[] };
}

/** What came of a task. The engine forgets of which kind its answer is; `isOutcomeOf` and `isSourceOutcome` find it again. */
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
  /** `verify` runs beside `main`; its results are appended between main steps, what is urgent at once. */
  lane: 'main' | 'verify';
  tasks: readonly StepTask[];
  /** What becomes of the step when a task fails for good: its commit says so in the log, or the debate pauses. */
  onFailure: 'commit' | 'pause';
  /** A failure that the commit can still make something of where others pause the debate, also where its cause lies outside the task. */
  forgives?(outcome: TaskOutcome): boolean;
  /** Who may see the entries; `all` unless a format keeps something from a side. */
  visibility: 'all' | readonly string[];
  /** Requests with the same lineage share one growing prompt prefix, hence the provider's cache. */
  lineage: string;
  /** The step that has this one of its tasks only, for a result that must not wait for the others. */
  alone?(task: StepTask): Step;
  /** It has no task and is committed at once, also while an answer of the main lane is being waited for. */
  interrupts?: true;
  commit(outcomes: readonly TaskOutcome[], context: CommitContext): Draft[];
}

/** `awaiting_…`: the state machine of formats without an end of their own, which stay there when all that was asked for is done. */
export const formatPhases = [
  ...(['setup', 'opening', 'rounds', 'closing', 'conclusion', 'documents', 'done'] as const),
  ...(['awaiting_arguments', 'awaiting_judgment'] as const),
] as const;

/** A step that will come whatever becomes of the one that is under way. */
export interface Ahead {
  step: Step;
  /** What it is asked will be the same too; else only its research will probably be. */
  isCertain: boolean;
}

/** Where a debate stands, in words that every view uses. */
export interface FormatStatus {
  phase: (typeof formatPhases)[number];
  /** The round or exchange. */
  round: number;
  outcome: string | null;
  /** How it stands where there is no outcome, in one line for people: the totals of a dialectic. */
  result?: string;
}

/** A debater that the format names itself. */
export interface FixedSeat {
  name: string;
  persona: string;
  starting_position: string;
  incentives: string;
}

/** What a format tells of an entry that was written: for `debate.log` and for whoever watches, never to an agent. Holds no words of the entry. */
export type Telling =
  { kind: 'round'; round: number; max: number } | { kind: 'tracker'; text: string } | { kind: 'ruling'; text: string };

/** What an entry says by one of its sources. */
export interface Said {
  /** Its words: of them, those sentences count that are about the passage. */
  text: string;
  /** Where all of them count, how they are put to whoever judges. */
  whole?: string;
}

/** From an entry's data to what it says by a source; undefined where the data do not tell. */
export type SaidBySource = (entry: Pick<Entry, 'type' | 'data'>, source: Source) => Said | undefined;

/** A format is a pure function from the state to the steps that may run now. No step: the debate is done. */
export interface Format {
  readonly name: string;
  /** Who leads: its setup, announcements, notes and rulings are this speaker's. */
  readonly host: 'chair' | 'moderator';
  /** The seats besides the debaters' that a model or a person may take. */
  readonly roles: readonly string[];
  /** The debaters where the format names them itself; absent where users choose a lineup. */
  readonly seats?: readonly FixedSeat[];
  /** What the setup records as `options`: takes what users gave, refuses what does not fit, fills in the defaults. */
  readonly options: z.ZodType<Record<string, unknown>>;
  /** What its rounds are called, in English; rounds where it is not said. */
  readonly unit?: string;
  /** How many of them were held, where that is not the number of the last one. */
  held?(state: DebateState): number;
  /** Users set the fewest and the most rounds; other formats' limits follow from their options. */
  readonly takesLimits?: true;
  /** The debaters do not learn how many rounds there are. */
  readonly hidesRounds?: true;
  /** It debates a motion that can be affirmed and denied, not any topic. */
  readonly takesMotion?: true;
  /** So many passages the evidence has to have where they are dealt to all sides. */
  readonly passages?: number;
  /** The entry types that no other format writes. */
  readonly ownTypes?: ReadonlySet<string>;
  /** What its entries say by a source, by entry type; of the other types it is their text. */
  readonly said?: Readonly<Partial<Record<EntryType, SaidBySource>>>;
  /** Its part of the fold. */
  readonly facts?: readonly FactKind<object>[];
  /** The limits that follow from the options. */
  limits(options: Record<string, unknown>): Partial<Limits>;
  decide(state: DebateState): Step[];
  /** The steps whose result may still be committed: those of `decide`, and those it holds back for something urgent. */
  open(state: DebateState): Step[];
  /** What may be asked already beside the step that `decide` gives: its answer is kept and used when its turn has come. */
  ahead?(state: DebateState): Ahead[];
  status(state: DebateState): FormatStatus;
  /** Only of formats without an end of their own: why no more of it can be asked for, undefined where it can. */
  noMore?(state: DebateState): string | undefined;
  /** Whether rounds that may still come are not held for want of time. */
  isOutOfTime?(state: DebateState): boolean;
  /** Why this debater has no turn left in which to answer a question, as the beginning of a sentence. */
  noTurnLeft?(state: DebateState, name: string): string | undefined;
  /** Whether the debate may go on without this step. */
  canSkip?(step: string): boolean;
  /** From what a task's step wrote back to its answer; a format without them cannot be written out as a script. */
  readonly answers?: AnswersByKind;
  /** Told beside what is told of any entry; where it is absent, rounds are told with the limit that is in force. */
  tells?(entry: Entry, state: DebateState): Telling[];
}

/**
 * From entries back to answers: the inverse of `Step.commit`, one function for each kind of task, kept by the format whose commit it
 * inverts. An answer need not be word for word the one that was given; committed again it gives the same entries.
 */

/** What a step wrote. */
export interface Written {
  /** The step's own entries, in their order. */
  entries: readonly Entry[];
  step: Step;
  /** One of the step's tasks. */
  task: AgentTask;
  /** The record as it stood before them. */
  view: RecordView;
}

/** A task that failed, as a script has it. */
interface ScriptedFailure {
  error: string;
  message: string;
  /** So many attempts there were. */
  attempts?: number;
  /** What the gate held against the last of them. */
  rule?: string;
}

/** Gives an answer, which is then held against the schema of its kind like any other, or a failure. */
export type AnswersByKind = Readonly<Partial<Record<TaskKind, (written: Written) => object>>>;

export const failedWith = (
  message: string,
  more: Pick<ScriptedFailure, 'attempts' | 'rule'> = {},
): ScriptedFailure => ({ error: 'failed', message, ...more });

/** The entry that a task of a step with several tasks came to. */
export const entryOfTask = ({ entries, step, task }: Written): Entry | undefined =>
  entries[step.tasks.findIndex(({ id }) => id === task.id)];

/** The failure that a note of the host tells of, as `noticesOf` words it; undefined where it tells of none. */
export function notedFailure(entry: Entry | undefined): ScriptedFailure | undefined {
  const data = entry === undefined ? undefined : dataOf(entry, 'note');
  if (entry === undefined || (data?.kind !== 'failure' && data?.kind !== 'absent')) return undefined;
  const { reason = '' } = data;
  const isAbsent = entry.content.endsWith(` is absent: ${reason}`);
  return isAbsent ? { error: notPerformed, message: reason } : failedWith(reason);
}

/** Sources as they were cited: the day of access is the engine's. */
export const undated = (sources: Entry['sources']): LooseFields[] =>
  (sources ?? []).map((source) => without(source, 'accessed'));

type LooseFields = Record<string, unknown>;

export const without = (fields: object, ...names: readonly string[]): LooseFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
