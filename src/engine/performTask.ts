import type { Performance, Performer, ProgressEvent } from '../agents/performer';
import { TaskError } from '../agents/performer';
import { Deadline } from '../async/deadline';
import { counted } from '../debate/counted';
import { issuesOf, maximumEntryBytes } from '../debate/entry';
import type { Usage } from '../debate/entryData';
import type { AgentTask, CapturedSource, CheckContext, TaskFailure, TaskOutcome } from '../debate/step';
import { taskOutputs, type TaskInputs, type TaskKind, type TaskOutput, type Violation } from '../debate/tasks';
import type { RecordView } from '../debate/view';
import { realPatience } from '../models/patience';
import { RecordError } from '../record/recordError';
import { cutText } from '../debate/shortText';
import type * as z from 'zod';

export interface TaskSurroundings {
  performer: Performer;
  /** The record as it is now; asked for again before each attempt. */
  view: () => RecordView;
  /** `isInsisted`: what was not read yet is looked for, to know whether it was invented. */
  capture: (url: string, signal: AbortSignal, options: { isInsisted: boolean }) => Promise<CapturedSource>;
  signal: AbortSignal;
  /** Without progress for this long an attempt is given up. Milliseconds. */
  idleMs: number;
  onRetry: (attempt: number, reasons: readonly string[]) => void;
  onProgress: (event: ProgressEvent) => void;
  /** Before a vital task is asked again; really waits where it is not given. Rejects with the signal's reason. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A refused answer goes back with the exact reasons, at most this often. */
const maximumRevisions = 2;

/** Before a vital task is asked again after a failure; twice as long each time. Milliseconds. */
const firstWaitMs = 5_000;

/** What came of the attempts at a task so far. */
interface AttemptState<K extends TaskKind> {
  readonly task: AgentTask<K>;
  readonly around: TaskSurroundings;
  /** By `performance.now()`. */
  readonly started: number;
  deadline: number;
  /** Of the time since `started`, so much counts for nothing. */
  untimedMs: number;
  attempt: number;
  feedback: readonly Violation[];
  last: { output: TaskOutput<K>; violations: readonly Violation[] } | undefined;
  usage: Usage | undefined;
  revisions: number;
  /** So often in a row an answer was refused for nothing but what its author may insist on. */
  insistences: number;
  isNudged: boolean;
}

/**
 * Performs one task: asks, checks the answer's shape and its gate, sends it back with the reasons, nudges once after a
 * failure that may pass. Failing is an outcome; only an abort throws, with the signal's reason.
 */
export async function performTask<K extends TaskKind>(
  task: AgentTask<K>,
  around: TaskSurroundings,
  before?: Pick<TaskOutcome, 'attempt' | 'usage' | 'elapsedMs' | 'untimedMs'>,
): Promise<TaskOutcome<TaskOutput<K>>> {
  const untimedMs = before?.untimedMs ?? 0;
  const course: AttemptState<K> = {
    task,
    around,
    started: performance.now() - (before?.elapsedMs ?? 0) - untimedMs,
    untimedMs,
    attempt: before?.attempt ?? 0,
    deadline: task.totalMs === undefined ? Infinity : performance.now() + task.totalMs,
    feedback: task.feedback ?? [],
    last: undefined,
    usage: before?.usage,
    revisions: 0,
    insistences: 0,
    isNudged: false,
  };
  for (let waited = 0, wait = firstWaitMs; ; waited += wait, wait *= 2) {
    const outcome = await answered(course);
    if (outcome.ok || !isAskedAgain(outcome, course, waited + wait)) return await insisted(outcome, course);
    around.onRetry(course.attempt, [outcome.message]);
    await pausedFor(wait, around, outcome.message);
    Object.assign(course, { revisions: 0, insistences: 0, isNudged: false });
  }
}

/** Of a source that the last answer insists on it is found out whether it was invented, or only cannot be read. */
async function insisted<K extends TaskKind>(
  outcome: TaskOutcome<TaskOutput<K>>,
  { task, around }: AttemptState<K>,
): Promise<TaskOutcome<TaskOutput<K>>> {
  if (outcome.ok || outcome.last?.violations.some(({ leavesOut }) => leavesOut !== undefined) !== true) return outcome;
  const { output } = outcome.last;
  const { violations } = await judge(task, output, around, { isInFlight: isRepeated(around), isInsisted: true });
  return { ...outcome, last: { output, violations } };
}

const isRepeated = ({ performer }: TaskSurroundings): boolean => performer.repeats === true;

async function answered<K extends TaskKind>(course: AttemptState<K>): Promise<TaskOutcome<TaskOutput<K>>> {
  for (;;) {
    course.attempt += 1;
    const outcome = await attempted(course);
    if (outcome !== undefined) return outcome;
  }
}

/** All waits together last no longer than a task may be silent. People are not waited for, and what lies outside the task is not mended by waiting. */
const isAskedAgain = <K extends TaskKind>(
  outcome: TaskFailure,
  { task, around }: AttemptState<K>,
  waits: number,
): boolean =>
  task.isVital === true && outcome.blocks !== true && around.performer.isPerson !== true && waits <= around.idleMs;

/** Who answers at once, without network or model, is no better placed for having been waited for. */
async function pausedFor(wait: number, around: TaskSurroundings, reason: string): Promise<void> {
  if (around.performer.isLocal) return;
  around.onProgress({ kind: 'waiting', reason, until: Date.now() + wait });
  await (around.sleep ?? realPatience.sleep)(wait, around.signal);
}

/** Undefined when the task is to be tried once more. */
async function attempted<K extends TaskKind>(course: AttemptState<K>): Promise<TaskOutcome<TaskOutput<K>> | undefined> {
  const { task, around } = course;
  try {
    const answer = await ask(course);
    course.usage = sum(course.usage, answer.usage);
    const judged =
      refusedByPerformer(answer) ?? (await judge(task, answer.output, around, { isInFlight: isRepeated(around) }));
    if (!judged.isWellFormed || judged.violations.length > 0) return refused(course, judged);
    const { condensed } = answer;
    return { ok: true, ...commonOf(course), output: judged.output, ...(condensed === undefined ? {} : { condensed }) };
  } catch (error) {
    around.signal.throwIfAborted();
    // A record that cannot be written is nobody's bad answer: the debate pauses, no turn is lost for it.
    if (error instanceof RecordError) throw error;
    return broken(course, asTaskError(error));
  }
}

function commonOf<K extends TaskKind>({ task, around, attempt, started, untimedMs, usage }: AttemptState<K>) {
  return {
    task,
    attempt,
    elapsedMs: performance.now() - started - untimedMs,
    ...(untimedMs === 0 ? {} : { untimedMs }),
    ...(usage === undefined ? {} : { usage }),
    ...(around.performer.isPerson === true ? { isPersons: true } : {}),
  };
}

function refused<K extends TaskKind>(
  course: AttemptState<K>,
  judged: JudgedOutput<TaskOutput<K>>,
): TaskFailure<TaskOutput<K>> | undefined {
  const { around } = course;
  if (judged.isWellFormed) course.last = judged;
  course.feedback = judged.violations;
  const reasons = judged.violations.map((violation) => `rule ${violation.rule}: ${violation.message}`);
  course.insistences = judged.violations.every(({ insistable }) => insistable === true) ? course.insistences + 1 : 0;
  // A person may try as often as they like, and may give the turn up.
  const isOver =
    around.performer.isPerson === true ? course.insistences > maximumRevisions : course.revisions === maximumRevisions;
  if (isOver) {
    return {
      ok: false,
      ...commonOf(course),
      code: 'rejected',
      message: reasons.join(' '),
      ...(course.last && { last: course.last }),
    };
  }
  course.revisions += 1;
  around.onRetry(course.attempt, reasons);
  return undefined;
}

function broken<K extends TaskKind>(
  course: AttemptState<K>,
  { code, message, blocks, isRetryable, usage, recorded }: TaskError,
): TaskFailure<TaskOutput<K>> | undefined {
  const { around, last, deadline } = course;
  course.usage = sum(course.usage, usage);
  if (blocks) return { ok: false, ...commonOf(course), code, message, blocks: true };
  if (!isRetryable || course.isNudged || performance.now() >= deadline) {
    const { attempts = course.attempt, rule } = recorded ?? {};
    return {
      ok: false,
      ...commonOf(course),
      attempt: attempts,
      code,
      message,
      ...(last && { last }),
      ...(rule === undefined ? {} : { rule }),
    };
  }
  course.isNudged = true;
  around.onRetry(course.attempt, [message]);
  return undefined;
}

/** The gate's verdict on an answer that the record has moved on under. `isInsisted`: on the last of those that were refused. */
export async function recheck(
  task: AgentTask,
  output: unknown,
  { around, isInsisted }: { around: TaskSurroundings; isInsisted: boolean },
): Promise<readonly Violation[]> {
  return (await judge(task, output, around, { isInFlight: true, isInsisted })).violations;
}

async function ask<K extends TaskKind>(course: AttemptState<K>): Promise<Performance> {
  const { task, around, attempt, feedback, deadline } = course;
  const { performer, signal } = around;
  if (!performer.canPerform(task.kind, task.id)) {
    throw new TaskError('exhausted', `${performer.provider} has no answer for ${task.id} (${task.kind}).`);
  }
  const limit = performer.isPerson === true ? Infinity : Math.min(around.idleMs, deadline - performance.now());
  const watch = idleWatch(limit, signal, task.agent);
  const { id, kind, agent } = task;
  const request = { id, kind, agent, input: visibleInput(task, around.view()), attempt, feedback };
  try {
    const performing = performer.perform(request, {
      signal: watch.signal,
      progress: (event) => {
        // A task with a limit of its own does not win time by making progress.
        if (deadline === Infinity) watch.restart();
        around.onProgress(event);
      },
      untimed: (work) => untimed(work, course, watch),
    });
    // A performer that ignores the signal must not hold up a cancellation.
    return await watch.first(performing);
  } finally {
    watch.dispose();
  }
}

/** While this goes on the task's time stands still. */
async function untimed<T>(
  work: () => Promise<T>,
  course: { deadline: number; untimedMs: number },
  watch: Deadline,
): Promise<T> {
  const begun = performance.now();
  const { ms: limit } = watch;
  watch.restart(Infinity);
  try {
    return await work();
  } finally {
    const ms = performance.now() - begun;
    course.untimedMs += ms;
    course.deadline += ms;
    watch.restart(limit);
  }
}

/** What an agent is given: struck text is masked once more here, whatever way it came into the input. */
function visibleInput<K extends TaskKind>(task: AgentTask<K>, view: RecordView): TaskInputs[K] {
  const input = task.input(view);
  return view.state.redactions.size === 0 ? input : view.mask.value(input);
}

/** Aborts when the outer signal does, or after `idleMs` without progress. */
function idleWatch(idleMs: number, signal: AbortSignal, agent: string): Deadline {
  const minutes = Math.round(idleMs / 6_000) / 10;
  const late = (): TaskError =>
    new TaskError('timeout', `${agent} gave no sign of progress for ${counted(minutes, 'minute')}.`, true);
  return new Deadline({ signal, ms: idleMs, late });
}

type JudgedOutput<Output> =
  | { isWellFormed: true; output: Output; violations: readonly Violation[] }
  | { isWellFormed: false; violations: readonly Violation[] };

/** Never `last`: no format may make something of an answer that its own performer does not stand by. */
const refusedByPerformer = ({ violations = [] }: Performance): JudgedOutput<never> | undefined =>
  violations.length === 0 ? undefined : { violations, isWellFormed: false };

/** By kind, so that the type of what is parsed goes with the kind of the task. */
const schemas: { readonly [K in TaskKind]: z.ZodType<TaskOutput<K>> } = taskOutputs;

async function judge<K extends TaskKind>(
  task: AgentTask<K>,
  answer: unknown,
  around: TaskSurroundings,
  { isInFlight, isInsisted = false }: { isInFlight: boolean; isInsisted?: boolean },
): Promise<JudgedOutput<TaskOutput<K>>> {
  const parsed = schemas[task.kind].safeParse(answer);
  if (!parsed.success) {
    const violations = issuesOf(parsed.error).map((message) => inBrief({ rule: 'schema', message }));
    return { violations, isWellFormed: false };
  }
  const output = parsed.data;
  const sources = new Map<string, CapturedSource>();
  for (const url of task.cites?.(output) ?? []) {
    if (sources.has(url)) continue;
    const captured = await around.capture(url, around.signal, { isInsisted });
    // What stands in the record was let in: what could be read then cannot be known now.
    if (captured.outcome === 'read' || !isRepeated(around)) sources.set(url, captured);
  }
  const context: CheckContext = { view: around.view(), sources, isInFlight };
  const violations = [...lengthViolations(task, output), ...(task.check?.(output, context) ?? [])];
  return { output, violations: violations.map(inBrief), isWellFormed: true };
}

/** An entry may hold a text twice, a character four bytes; for turns the gate has a limit of each entry. */
function lengthViolations({ kind }: AgentTask, output: unknown): Violation[] {
  if (kind.startsWith('debater/') || JSON.stringify(output).length <= maximumEntryBytes / 16) return [];
  return [{ rule: 'length', message: 'The answer is longer than the record can hold. Shorten it.' }];
}

/** Reasons quote what they refuse, and may end in a ruling: nobody is to speak at length in the Chair's name. */
const longestReason = 600;

function inBrief(violation: Violation): Violation {
  const { message } = violation;
  return { ...violation, message: cutText(message, longestReason) };
}

export function sum(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    input: a.input + b.input,
    cache_write: a.cache_write + b.cache_write,
    cache_read: a.cache_read + b.cache_read,
    output: a.output + b.output,
    usd: a.usd + b.usd,
    ...(a.estimated === true || b.estimated === true ? { estimated: true } : {}),
    ...(a.unpriced === true || b.unpriced === true ? { unpriced: true } : {}),
  };
}

function asTaskError(error: unknown): TaskError {
  if (error instanceof TaskError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new TaskError('failed', `The task failed: ${message}`, false, { cause: error });
}
