import type { Performance, PerformContext, Performer, ProgressEvent } from '../agents/performer';
import { TaskError } from '../agents/performer';
import { Deadline } from '../async/deadline';
import { cutText, counted } from '../matching/text/shortText';
import { maximumEntryBytes } from '../debate/log/entry';
import { sum, type Usage } from '../debate/log/entryData';
import type { AgentTask, CapturedSource, CheckContext, TaskFailure, TaskOutcome } from '../debate/flow/step';
import { taskOutputs, type TaskInputs, type TaskKind, type TaskOutput, type Violation } from '../debate/flow/tasks';
import { mendAnswer } from '../debate/rules/mending';
import { has } from '../debate/fold/versions';
import type { RecordView } from '../debate/fold/view';
import { systemClock } from '../models/retries';
import { RecordError } from '../record/recordError';
import { defined, errorText } from '../debate/log/objects';
import type * as z from 'zod';

export interface TaskDependencies {
  performer: Performer;
  /** Returns the current view; called before each attempt. */
  view: () => RecordView;
  /**
   * Reads a source that an answer cites. `isInsisted`: also searches for a source that could not be read, to know
   * whether it was invented.
   */
  capture: (
    url: string,
    signal: AbortSignal,
    options: { isInsisted: boolean; quotes: readonly string[] },
  ) => Promise<CapturedSource>;
  signal: AbortSignal;
  /** Milliseconds without progress after which an attempt fails. */
  idleMs: number;
  onRetry: (attempt: number, reasons: readonly string[]) => void;
  onProgress: (event: ProgressEvent) => void;
  /**
   * Called with usage that no outcome holds: of the whole task if the run has ended, or of an attempt given up before.
   */
  onUnlogged?: (usage: Usage, by: 'task' | 'attempt') => void;
  /** `PerformContext.mayAsk`, called before each request. */
  mayAsk?: (atMost: number, signal: AbortSignal) => Promise<(usd: number) => void>;
  placeFor?: PerformContext['placeFor'];
  notesPlace?: PerformContext['notesPlace'];
  /** Logs the results of finished checks. */
  commitChecks?: () => Promise<void>;
  typed?: PerformContext['typed'];
  /** Receives the performer's promise, so that a caller can wait until it settles. */
  onPerforming?: (performing: Promise<unknown>) => void;
  /** See `EngineOptions`. */
  sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Number of times a refused answer goes back with the reasons. */
const maximumRevisions = 2;

/** Milliseconds before a vital task is asked again; doubled each time. */
const firstWaitMs = 5_000;

interface AttemptState<K extends TaskKind> {
  readonly task: AgentTask<K>;
  readonly dependencies: TaskDependencies;
  /** Time by `performance.now()`. */
  readonly started: number;
  deadline: number;
  /** Milliseconds that do not count as the task's time. */
  untimedMs: number;
  attempt: number;
  feedback: readonly Violation[];
  last: TaskFailure<TaskOutput<K>>['last'];
  usage: Usage | undefined;
  /** Usage of the current attempt that `usage` does not include. */
  spent: Usage | undefined;
  revisions: number;
  /** Consecutive refusals whose every violation is one that the author may insist on. */
  insistences: number;
  isNudged: boolean;
  /** Whether remarks were reported; they are reported once. */
  isRemarked: boolean;
  /** A valid answer that went back for a remark alone. */
  sound: SoundOutput<TaskOutput<K>> | undefined;
}

/**
 * Asks, checks shape and gate, sends a refused answer back with the reasons, and nudges once after a temporary failure.
 * A failure is an outcome; only an abort throws, with the signal's reason.
 */
export async function performTask<K extends TaskKind>(
  task: AgentTask<K>,
  dependencies: TaskDependencies,
  before?: Pick<TaskOutcome, 'attempt' | 'usage' | 'elapsedMs' | 'untimedMs'>,
): Promise<TaskOutcome<TaskOutput<K>>> {
  const untimedMs = before?.untimedMs ?? 0;
  const state: AttemptState<K> = {
    task,
    dependencies,
    started: performance.now() - (before?.elapsedMs ?? 0) - untimedMs,
    untimedMs,
    attempt: before?.attempt ?? 0,
    deadline: performance.now() + limitOf(task, dependencies),
    feedback: task.feedback ?? [],
    last: undefined,
    usage: before?.usage,
    spent: undefined,
    revisions: 0,
    insistences: 0,
    isNudged: false,
    isRemarked: (task.feedback ?? []).length > 0,
    sound: undefined,
  };
  try {
    const outcome = await performed(state);
    const reasons = outcome.ok ? [] : [outcome.message];
    dependencies.performer.settled?.(task.id, { isAccepted: outcome.ok, reasons });
    return outcome;
  } catch (error) {
    const used = sum(state.usage, state.spent);
    if (used !== undefined) dependencies.onUnlogged?.(used, 'task');
    throw error;
  }
}

/** Milliseconds for all attempts; Infinity without a limit. */
function limitOf<K extends TaskKind>(
  { totalMs, usualMs }: AgentTask<K>,
  { performer }: Pick<TaskDependencies, 'performer'>,
): number {
  if (totalMs !== undefined || usualMs === undefined) return totalMs ?? Infinity;
  return Math.max(usualMs, performer.longestMs?.() ?? 0);
}

async function performed<K extends TaskKind>(state: AttemptState<K>): Promise<TaskOutcome<TaskOutput<K>>> {
  const { dependencies } = state;
  for (let waited = 0, wait = firstWaitMs; ; waited += wait, wait *= 2) {
    const outcome = await answered(state);
    if (outcome.ok || !isAskedAgain(outcome, state, waited + wait)) return await insisted(outcome, state);
    dependencies.onRetry(state.attempt, [outcome.message]);
    await pausedFor(wait, dependencies, outcome.message);
    Object.assign(state, { revisions: 0, insistences: 0, isNudged: false });
  }
}

/** Judges a last answer that insists on a source: the source was invented, or cannot be read. */
async function insisted<K extends TaskKind>(
  outcome: TaskOutcome<TaskOutput<K>>,
  { task, dependencies }: AttemptState<K>,
): Promise<TaskOutcome<TaskOutput<K>>> {
  if (outcome.ok || outcome.last?.violations.some(({ leavesOut }) => leavesOut !== undefined) !== true) return outcome;
  const { output } = outcome.last;
  const { violations, toldOnce = [] } = await judge(task, output, dependencies, {
    isInFlight: isRepeated(dependencies),
    isInsisted: true,
  });
  return { ...outcome, last: { output, violations, toldOnce } };
}

const isRepeated = ({ performer }: TaskDependencies): boolean => performer.repeats === true;

async function answered<K extends TaskKind>(state: AttemptState<K>): Promise<TaskOutcome<TaskOutput<K>>> {
  for (;;) {
    state.attempt += 1;
    const outcome = await attempted(state);
    if (outcome !== undefined) return outcome;
  }
}

/** Failures that may pass. A cut, refused or rejected answer would be the same again, and be paid for twice. */
const passing: ReadonlySet<string> = new Set(['timeout', 'stalled', 'empty', 'bad_sample', 'failed']);

/**
 * Vital tasks are asked again until the waits add up to the time that a task may be silent. People are not asked again,
 * and neither are tasks that an outside cause blocks.
 */
const isAskedAgain = <K extends TaskKind>(
  outcome: TaskFailure,
  { task, dependencies }: AttemptState<K>,
  waits: number,
): boolean =>
  task.isVital === true &&
  outcome.blocks !== true &&
  passing.has(outcome.code) &&
  dependencies.performer.isPerson !== true &&
  waits <= dependencies.idleMs;

/** Waits before a retry. A local performer answers at once, so waiting gains nothing. */
async function pausedFor(wait: number, dependencies: TaskDependencies, reason: string): Promise<void> {
  if (dependencies.performer.isLocal) return;
  dependencies.onProgress({ kind: 'waiting', reason, until: Date.now() + wait });
  await (dependencies.sleep ?? systemClock.sleep)(wait, dependencies.signal);
}

/** Makes one attempt; returns undefined if another one follows. */
async function attempted<K extends TaskKind>(state: AttemptState<K>): Promise<TaskOutcome<TaskOutput<K>> | undefined> {
  const { task, dependencies } = state;
  try {
    const answer = await ask(state);
    settle(state, answer.usage);
    const judged =
      refusedByPerformer(answer) ??
      (await judge(task, answer.output, dependencies, { isInFlight: isRepeated(dependencies) }));
    const remarks = remarksOn([...(answer.remarks ?? []), ...(judged.toldOnce ?? [])], state);
    if (!judged.isWellFormed || judged.violations.length + remarks.length > 0) return refused(state, judged, remarks);
    return accepted(state, judged, answer);
  } catch (error) {
    dependencies.signal.throwIfAborted();
    // A record failure is not the agent's fault: the debate pauses, and no turn is skipped.
    if (error instanceof RecordError) throw error;
    return broken(state, asTaskError(error));
  }
}

const accepted = <K extends TaskKind>(
  state: AttemptState<K>,
  { output, toldOnce }: SoundOutput<TaskOutput<K>>,
  { condensed, via }: Pick<Performance, 'condensed' | 'via'> = {},
): TaskOutcome<TaskOutput<K>> => ({
  ok: true,
  ...commonOf(state),
  output,
  ...(toldOnce.length > 0 && { left: toldOnce }),
  condensed,
  ...defined({ via }),
});

/**
 * Returns the remarks to send back. A remark alone never refuses an answer, so it is sent only while another revision
 * is possible.
 */
function remarksOn<K extends TaskKind>(remarks: readonly Violation[], state: AttemptState<K>): readonly Violation[] {
  if (state.isRemarked || state.revisions === maximumRevisions) return [];
  state.isRemarked = remarks.length > 0;
  return remarks.map(inBrief);
}

/** Adds the finished attempt's usage: the reported total, or else the parts reported so far. */
function settle<K extends TaskKind>(state: AttemptState<K>, reported: Usage | undefined): void {
  state.usage = sum(state.usage, reported ?? state.spent);
  state.spent = undefined;
}

function commonOf<K extends TaskKind>({ task, dependencies, attempt, started, untimedMs, usage }: AttemptState<K>) {
  return {
    task,
    attempt,
    elapsedMs: performance.now() - started - untimedMs,
    ...(untimedMs !== 0 && { untimedMs }),
    ...defined({ usage }),
    ...(dependencies.performer.isPerson === true && { isPersons: true }),
  };
}

function refused<K extends TaskKind>(
  state: AttemptState<K>,
  judged: JudgedOutput<TaskOutput<K>>,
  remarks: readonly Violation[],
): TaskOutcome<TaskOutput<K>> | undefined {
  const { dependencies } = state;
  if (judged.isWellFormed) {
    state.last = judged;
    if (judged.violations.length === 0) state.sound = judged;
  }
  state.feedback = [...judged.violations, ...remarks];
  const reasons = state.feedback.map((violation) => `rule ${violation.rule}: ${violation.message}`);
  state.insistences = state.feedback.every(({ insistable }) => insistable === true) ? state.insistences + 1 : 0;
  // A person has no limit of revisions, and may give the turn up.
  const isOver =
    dependencies.performer.isPerson === true
      ? state.insistences > maximumRevisions
      : state.revisions === maximumRevisions;
  if (isOver) {
    if (state.sound !== undefined) return accepted(state, state.sound);
    return {
      ok: false,
      ...commonOf(state),
      code: 'rejected',
      message: reasons.join(' '),
      ...(state.last && { last: state.last }),
    };
  }
  state.revisions += 1;
  dependencies.onRetry(state.attempt, reasons);
  return undefined;
}

function broken<K extends TaskKind>(
  state: AttemptState<K>,
  { code, message, blocks, isRetryable, usage, recorded }: TaskError,
): TaskOutcome<TaskOutput<K>> | undefined {
  const { dependencies, last, deadline, sound } = state;
  settle(state, usage);
  if (blocks) return { ok: false, ...commonOf(state), code, message, blocks: true };
  if (!isRetryable || state.isNudged || performance.now() >= deadline) {
    if (sound !== undefined) return accepted(state, sound);
    const { attempts = state.attempt, rule } = recorded ?? {};
    return {
      ok: false,
      ...commonOf(state),
      attempt: attempts,
      code,
      message,
      ...(last && { last }),
      rule,
    };
  }
  state.isNudged = true;
  dependencies.onRetry(state.attempt, [message]);
  return undefined;
}

/** Judges an answer again after the record has changed. `isInsisted`: the answer is the last one, and was refused. */
export async function recheck(
  task: AgentTask,
  output: unknown,
  { dependencies, isInsisted }: { dependencies: TaskDependencies; isInsisted: boolean },
): Promise<readonly Violation[]> {
  return (await judge(task, output, dependencies, { isInFlight: true, isInsisted })).violations;
}

async function ask<K extends TaskKind>(state: AttemptState<K>): Promise<Performance> {
  const { task, dependencies, attempt, feedback, deadline } = state;
  const { performer, signal, placeFor, notesPlace, typed, mayAsk, commitChecks } = dependencies;
  if (!performer.canPerform(task.kind, task.id)) {
    throw new TaskError('exhausted', `${performer.provider} has no answer for ${task.id} (${task.kind}).`);
  }
  // Progress does not restart the limit of a whole task, so a slow server's longest answer counts.
  const idleMs = Math.max(dependencies.idleMs, deadline === Infinity ? 0 : (performer.longestMs?.() ?? 0));
  const limit = performer.isPerson === true ? Infinity : Math.min(idleMs, deadline - performance.now());
  const watch = idleWatch(limit, signal, task.agent);
  const { id, kind, agent } = task;
  const request = { id, kind, agent, input: visibleInput(task, dependencies.view()), attempt, feedback };
  let isOver = false;
  try {
    const performing = performer.perform(request, {
      signal: watch.signal,
      progress: (event) => {
        // Progress does not extend the limit of a whole task either.
        if (deadline === Infinity) watch.restart();
        dependencies.onProgress(event);
      },
      spent: (usage) => {
        if (isOver) dependencies.onUnlogged?.(usage, 'attempt');
        else state.spent = sum(state.spent, usage);
      },
      untimed: (work) => untimed(work, state, watch),
      ...(mayAsk && { mayAsk: (atMost: number) => mayAsk(atMost, watch.signal) }),
      ...(commitChecks && {
        refreshed: async () => {
          await commitChecks();
          return visibleInput(task, dependencies.view());
        },
      }),
      ...defined({ placeFor, notesPlace, typed }),
    });
    dependencies.onPerforming?.(performing);
    // This also ends when the performer ignores the signal.
    return await watch.first(performing);
  } finally {
    isOver = true;
    watch.dispose();
  }
}

/** Stops the task's clock during the work. */
async function untimed<T>(
  work: () => Promise<T>,
  state: { deadline: number; untimedMs: number },
  watch: Deadline,
): Promise<T> {
  const begun = performance.now();
  const { ms: limit } = watch;
  watch.restart(Infinity);
  try {
    return await work();
  } finally {
    const ms = performance.now() - begun;
    state.untimedMs += ms;
    state.deadline += ms;
    watch.restart(limit);
  }
}

/** Masks the input again, in case redacted text came into it some other way. */
export function visibleInput<K extends TaskKind>(task: AgentTask<K>, view: RecordView): TaskInputs[K] {
  const input = task.input(view);
  return view.state.redactions.size === 0 ? input : view.mask.value(input);
}

function idleWatch(idleMs: number, signal: AbortSignal, agent: string): Deadline {
  const minutes = Math.round(idleMs / 6_000) / 10;
  const late = (): TaskError =>
    new TaskError('timeout', `${agent} gave no sign of progress for ${counted(minutes, 'minute')}.`, true);
  return new Deadline({ signal, ms: idleMs, late });
}

interface SoundOutput<Output> {
  output: Output;
  /** Objections of the gate that do not refuse the answer. */
  toldOnce: readonly Violation[];
}

type JudgedOutput<Output> =
  | ({ isWellFormed: true; violations: readonly Violation[] } & SoundOutput<Output>)
  | { isWellFormed: false; violations: readonly Violation[]; toldOnce?: never };

/** An answer that its own performer refuses never becomes `last`, so no format can use it. */
const refusedByPerformer = ({ violations = [] }: Performance): JudgedOutput<never> | undefined =>
  violations.length === 0 ? undefined : { violations, isWellFormed: false };

/** Schemas typed by kind, so that the parsed type follows the kind. */
const schemas: { readonly [K in TaskKind]: z.ZodType<TaskOutput<K>> } = taskOutputs;

async function judge<K extends TaskKind>(
  task: AgentTask<K>,
  answer: unknown,
  dependencies: TaskDependencies,
  { isInFlight, isInsisted = false }: { isInFlight: boolean; isInsisted?: boolean },
): Promise<JudgedOutput<TaskOutput<K>>> {
  const parsed = schemas[task.kind].safeParse(answer);
  if (!parsed.success) {
    const violations = parsed.error.issues.map((issue) => inBrief({ rule: 'schema', message: shapeProblem(issue) }));
    return { violations, isWellFormed: false };
  }
  const sources = new Map<string, CapturedSource>();
  const cited = task.cites?.(parsed.data) ?? [];
  for (const { url } of cited) {
    if (sources.has(url)) continue;
    const quotes = cited.flatMap(({ url: other, quote }) => (other === url && quote !== undefined ? [quote] : []));
    const captured = await dependencies.capture(url, dependencies.signal, { isInsisted, quotes });
    // An unreadable source was accepted when the record was made, and the reason cannot be known now.
    if (captured.outcome === 'read' || !isRepeated(dependencies)) sources.set(url, captured);
  }
  const view = dependencies.view();
  const output = has(view.state, 'mending') ? mendedOutput(task.kind, parsed.data, sources) : parsed.data;
  const context: CheckContext = { view, sources, isInFlight };
  const all = [...lengthViolations(task, output), ...(task.check?.(output, context) ?? [])].map(inBrief);
  const violations = all.filter((violation) => violation.toldOnce !== true);
  // An answer that was accepted before is not sent back for a remark.
  const toldOnce = isInFlight ? [] : all.filter((violation) => violation.toldOnce === true);
  return { output, violations, toldOnce, isWellFormed: true };
}

/** Describes a wrong shape of an answer, for its author and for people. */
function shapeProblem({ path, message }: z.core.$ZodIssue): string {
  const at = path.length === 0 ? 'The answer' : placeWords(path);
  const [, options] = /expected (?:one of )?(["'].+["'])$/i.exec(message) ?? [];
  if (options !== undefined)
    return `${at} must be ${options
      .split('|')
      .map((one) => one.trim())
      .join(' or ')}.`;
  const [, expected = '', received = ''] = /^Invalid input: expected (\w+), received (\w+)/.exec(message) ?? [];
  if (expected === '') return `${at}: ${message}.`;
  if (received === 'undefined') return `${at} is missing.`;
  return path.length === 0 && received === 'string'
    ? 'The answer is not a JSON object.'
    : `${at} must be ${expected}, not ${received}.`;
}

/** Says where a field stands, counting from one: `entries.0.type` is `type` in item 1 of `entries`. */
function placeWords(path: readonly PropertyKey[]): string {
  const [inmost, ...around] = path.toReversed();
  const word = (part: PropertyKey | undefined): string =>
    typeof part === 'number' ? `item ${part + 1}` : `\`${String(part)}\``;
  const outwards = around.map((part) => `${typeof part === 'number' ? ' in' : ' of'} ${word(part)}`);
  return word(inmost) + outwards.join('');
}

/** Corrects near-miss quotations. */
function mendedOutput<K extends TaskKind>(
  kind: K,
  output: TaskOutput<K>,
  sources: ReadonlyMap<string, CapturedSource>,
): TaskOutput<K> {
  return schemas[kind].safeParse(mendAnswer(output, sources)).data ?? output;
}

/**
 * Checks that the record can hold the answer: an entry may hold a text twice, and each unit of a string takes three
 * bytes at most. Turns have limits in their own gate.
 */
function lengthViolations({ kind }: AgentTask, output: unknown): Violation[] {
  if (kind.startsWith('debater/') || JSON.stringify(output).length <= maximumEntryBytes / 8) return [];
  return [{ rule: 'length', message: 'The answer is longer than the record can hold. Shorten it.' }];
}

/**
 * Characters. A reason quotes what it refuses and may become a ruling, and a debater must not speak at length in the
 * Chair's name.
 */
const longestReason = 600;

function inBrief(violation: Violation): Violation {
  const { message } = violation;
  return { ...violation, message: cutText(message, longestReason) };
}

function asTaskError(error: unknown): TaskError {
  if (error instanceof TaskError) return error;
  const message = errorText(error);
  return new TaskError('failed', `The task failed: ${message}`, false, { cause: error });
}
