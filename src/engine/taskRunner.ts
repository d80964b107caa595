import { awaitingDetail, type Performer, type ProgressEvent, TaskError } from '../agents/performer';
import {
  type AgentTask,
  type Format,
  notPerformed,
  type ReadinessTask,
  type SourceTask,
  type Step,
  type StepTask,
  type TaskFailure,
  type TaskOutcome,
} from '../debate/flow/step';
import { sum, type Usage } from '../debate/log/entryData';
import type { TaskOutput } from '../debate/flow/tasks';
import { RecordError } from '../record/recordError';
import { misquotedIn } from '../verify/settle';
import type { SourceCheck, SupportQuestion } from '../verify/verifier';
import type { EngineOptions } from './engine';
import type { DebateEvent } from './events';
import { performTask, type TaskDependencies } from './performTask';
import type { KeptAnswers } from './keptAnswers';
import { overBudget, type RequestBudget, type UnloggedUsage } from './requestBudget';
import { unlessAborted, withDeadline } from '../async/deadline';
import { counted, cutText } from '../matching/text/shortText';
import { defined, errorText } from '../debate/log/objects';

type RunnerOptions = Pick<
  EngineOptions,
  'log' | 'format' | 'performerOf' | 'checker' | 'capture' | 'idleMs' | 'checkMs' | 'sleep'
>;

interface RunnerDependencies {
  accounts: UnloggedUsage;
  kept: KeptAnswers | undefined;
  budget: RequestBudget;
  emit: (event: DebateEvent) => void;
  /** Logs finished checks between a task's research and its answer. */
  commitChecks: () => Promise<void>;
}

export class TaskRunner {
  constructor(
    private readonly options: RunnerOptions,
    private readonly signal: AbortSignal,
    private readonly deps: RunnerDependencies,
  ) {}

  /**
   * Asks, checks and sends back until the answer is right or has failed. Rejects with the signal's reason, or a
   * RecordError; usage until then is still reported.
   */
  async perform(step: Step, task: StepTask): Promise<TaskOutcome> {
    if (task.kind === 'verify/source') return await this.#checkSource(step, task);
    this.deps.emit({ kind: 'handover', agent: task.agent, step: step.id });
    if (task.kind === 'system/ready') return await this.#checkReadiness(step, task);
    const outcome = await performTask(task, this.dependenciesOf(step, task));
    // A blocked task keeps its answers, so that it can continue from them once the outside cause is removed.
    if (!outcome.ok && outcome.blocks !== true) this.deps.kept?.drop(task.id);
    if (!outcome.ok) this.#reportFailure(task, outcome);
    else if (outcome.condensed !== undefined) {
      this.deps.emit({ kind: 'condensed', agent: task.agent, step: step.id, entries: outcome.condensed });
    }
    return outcome;
  }

  #reportFailure({ id }: StepTask, { code, message }: TaskFailure): void {
    if (code !== notPerformed && code !== overBudget) this.deps.emit({ kind: 'error', message: `${id}: ${message}` });
  }

  /** Dependencies of a task; also used to judge an answer again. `owner`: the step's task that it serves. */
  dependenciesOf(step: Step, task: StepTask, owner = task): TaskDependencies {
    const { log, performerOf, capture, sleep } = this.options;
    const idleMs = this.options.idleMs ?? (log.state.limits.task_minutes ?? 5) * 60_000;
    const performer = performerOf(task.agent, isAgentTask(task) ? task.kind : undefined);
    const { kept } = this.deps;
    const isBlind = this.#isBesidePerson(step, task);
    return {
      performer,
      view: () => log.view,
      capture: (url, signal, options) => capture(url, signal, { isPerson: performer.isPerson === true, ...options }),
      signal: this.signal,
      idleMs,
      sleep,
      onRetry: (attempt, reasons) =>
        this.deps.emit({ kind: 'retry', step: task.id, attempt, reasons: isBlind ? [] : reasons }),
      onProgress: (event) => {
        if (!isBlind || !isTelling(event)) this.#reportProgress(task.agent, step.id, event);
      },
      onUnlogged: (usage, by) => {
        if (by === 'task') this.deps.accounts.addTask(owner, { step: step.id, usage });
        else this.deps.accounts.add({ agent: task.agent, step: step.id, usage });
      },
      ...(isAgentTask(task) && {
        mayAsk: (atMost: number, signal: AbortSignal) => this.deps.budget.admit({ kind: task.kind, atMost, signal }),
      }),
      ...(kept && {
        placeFor: kept.placesFor(step, owner),
        typed: kept.typedFor(step, owner),
        notesPlace: kept.notesFor(step, owner),
      }),
      ...(step.lane === 'main' && { commitChecks: () => this.deps.commitChecks() }),
      onPerforming: (performing) => this.deps.accounts.follow(performing),
    };
  }

  /** A person in the same step must not see drafts of this task before they have answered. */
  #isBesidePerson(step: Step, task: StepTask): boolean {
    return step.tasks.some(
      (other) =>
        other.id !== task.id &&
        isAgentTask(other) &&
        this.options.performerOf(other.agent, other.kind).isPerson === true,
    );
  }

  #reportProgress(agent: string, step: string, event: ProgressEvent): void {
    const about = { agent, step };
    if (event.kind === 'writing') {
      // A draft may quote text that has just been redacted.
      this.deps.emit({ kind: 'draft', ...about, text: this.options.log.view.mask.text(event.text) });
    } else if (event.kind === 'waiting') {
      this.deps.emit({ kind: 'waiting', ...about, reason: event.reason, until: event.until });
    } else if (event.kind === 'learned') {
      this.deps.emit({ ...event, kind: 'server' });
    } else if (event.kind !== 'alive') this.deps.emit({ kind: 'progress', ...about, detail: detailOf(event) });
  }

  async #checkSource(step: Step, task: SourceTask): Promise<TaskOutcome> {
    const started = performance.now();
    const common = () => ({ task, attempt: 1, elapsedMs: performance.now() - started });
    const target = this.options.log.entry(task.target);
    if (target === undefined)
      return { ok: false, ...common(), code: 'missing', message: `seq ${task.target} is gone.` };
    try {
      const { checker, checkMs = checkLimitMs } = this.options;
      const check = await withinLimit(checkMs, this.signal, (signal) => checker.check(target, task.url, signal));
      if (check.isSettled) return { ok: true, ...common(), output: check.data };
      const asked = await this.#askForSupport(step, task, check);
      if (asked?.ok === false && asked.blocks === true) return { ...asked, ...common() };
      const support = asked?.ok === true ? asked.output : undefined;
      const usage = asked?.usage === undefined ? {} : { usage: asked.usage };
      return {
        ok: true,
        ...common(),
        ...usage,
        output: check.settle(support, asked?.ok === false ? asked.message : undefined),
      };
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof RecordError) throw error;
      const message = errorText(error);
      this.deps.emit({ kind: 'error', message: `${task.id}: ${message}` });
      return { ok: false, ...common(), code: error instanceof TaskError ? error.code : 'failed', message };
    }
  }

  async #askForSupport(
    step: Step,
    owner: SourceTask,
    { question }: Extract<SourceCheck, { isSettled: false }>,
  ): Promise<SupportOutcome | undefined> {
    const { performerOf, format } = this.options;
    const outcome = await askForSupport(question, {
      judge: performerOf('verifier', 'verifier/support'),
      decider: performerOf(deciderOf(format)),
      perform: (task, performer, before) =>
        performTask(task, { ...this.dependenciesOf(step, task, owner), performer }, before),
    });
    if (outcome?.ok === false) this.#reportFailure(outcome.task, outcome);
    return outcome;
  }

  async #checkReadiness(step: Step, task: ReadinessTask): Promise<TaskOutcome> {
    const started = performance.now();
    const progress = (event: ProgressEvent): void => this.#reportProgress(task.agent, step.id, event);
    let usage: Usage | undefined;
    const spent = (used: Usage): void => void (usage = sum(usage, used));
    const common = () => ({ task, attempt: 1, elapsedMs: performance.now() - started, ...defined({ usage }) });
    for (const agent of task.agents) {
      try {
        await this.unlessStopped(this.options.performerOf(agent).ready(agent, this.signal, progress, spent));
        this.deps.emit({ kind: 'spawn', agent });
      } catch (error) {
        this.signal.throwIfAborted();
        const message = errorText(error);
        const code = error instanceof TaskError ? error.code : 'not_ready';
        return { ok: false, ...common(), agent, code, message: `${agent} is not ready: ${message}`, blocks: true };
      }
    }
    return { ok: true, ...common(), output: null };
  }

  /** Whether the check needs neither network nor model; it is then finished before the next main step. */
  isLocal(step: Step): boolean {
    const judge = this.options.performerOf('verifier', 'verifier/support');
    return step.tasks.every(
      (task) => task.kind === 'verify/source' && judge.isLocal && this.options.checker.isLocal(task.url),
    );
  }

  unlessStopped<T>(work: Promise<T>): Promise<T> {
    return unlessAborted(work, this.signal);
  }
}

function detailOf(event: Extract<ProgressEvent, { kind: 'searching' | 'reading' | 'using' | 'awaiting' }>): string {
  switch (event.kind) {
    case 'searching':
      return `searching ${event.query}`;
    case 'reading':
      return `reading ${event.url}`;
    case 'using':
      return `using ${event.tool}`;
    case 'awaiting':
      return awaitingDetail(event);
  }
}

const isTelling = ({ kind }: ProgressEvent): boolean => ['writing', 'searching', 'reading'].includes(kind);

export const isAgentTask = (task: StepTask): task is AgentTask =>
  task.kind !== 'verify/source' && task.kind !== 'system/ready';

/** Milliseconds from the fetch through the second try to the archive's answer, without the question of support. */
export const checkLimitMs = 60_000;

/**
 * Limits the work's time. Rejects with the signal's reason, or with a TaskError `timeout`, even if the work ignores
 * both.
 */
export async function withinLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const seconds = Math.round(limitMs / 100) / 10;
  const late = (): TaskError => new TaskError('timeout', `it took longer than ${counted(seconds, 'second')}.`);
  return await withDeadline({ signal, ms: limitMs, late }, work);
}

type SupportTask = AgentTask<'verifier/support'>;
type SupportOutcome = TaskOutcome<TaskOutput<'verifier/support'>>;

interface SupportAsked {
  /** The performer in the Verifier's seat. */
  judge: Performer;
  /** Asked if the judge gave no answer. */
  decider: Performer;
  /** Performs one question; `before`: the judge's outcome. */
  perform: (task: SupportTask, performer: Performer, before?: SupportOutcome) => Promise<SupportOutcome>;
}

export const deciderOf = ({ roles }: Pick<Format, 'roles'>): string => (roles.includes('chair') ? 'chair' : 'judge');

/**
 * Asks whether the source supports the claim, which code cannot decide. Undefined if no performer can answer honestly;
 * `usage` covers both who were asked.
 */
export async function askForSupport(
  { seq, index, ...input }: SupportQuestion,
  { judge, decider, perform }: SupportAsked,
): Promise<SupportOutcome | undefined> {
  const id = `support/${seq}/${index}`;
  const shown = [input.claim, input.passage, input.surroundings, input.note ?? ''];
  const task: SupportTask = {
    id,
    agent: 'verifier',
    kind: 'verifier/support',
    input: () => input,
    check: ({ explanation }) =>
      misquotedIn(explanation, shown).map((words) => ({
        rule: 'structure',
        message: `“${cutText(words, 200)}” stands nowhere in what you were shown. Quote its very words, or leave out the quotation marks.`,
        toldOnce: true,
      })),
  };
  if (!judge.canPerform(task.kind, id)) return undefined;
  const first = await perform(task, judge);
  if (first.ok || first.blocks === true || !isAnother(decider, judge) || !decider.canPerform(task.kind, id))
    return first;
  const second = await perform(task, decider, first);
  const { usage } = second;
  // A missing key of the decider says nothing about the question.
  const outcome = second.ok || second.blocks !== true ? second : first;
  return { ...outcome, ...defined({ usage }) };
}

/**
 * Whether the decider can add something: not a person, and not the judge's own provider, which would answer the same.
 */
const isAnother = (decider: Performer, judge: Performer): boolean =>
  decider.isPerson !== true && !decider.isLocal && decider.provider !== judge.provider;
