import type { Performer } from '../agents/performer';
import type { Draft, Entry } from '../debate/log/entry';
import { stringsIn } from '../debate/log/objects';
import type { DebateState } from '../debate/fold/state';
import type { AgentTask, CapturedSource, Format, Step, TaskOutcome } from '../debate/flow/step';
import type { TaskKind } from '../debate/flow/tasks';
import type { AnswerFiles } from '../record/answerFiles';
import type { DebateLog } from '../record/debateLog';
import type { Lease } from '../record/lease';
import { RecordError } from '../record/recordError';
import type { SourceCheck } from '../verify/verifier';
import { KeptAnswers } from './keptAnswers';
import { overBudget, RequestBudget, UnloggedUsage } from './requestBudget';
import { VerifierLane, isSameWork, stamped, type AnsweredStep } from './verifierLane';
import { type DebateEvent, eventsOf, eventsOfOthers, isOthers } from './events';
import { performTask, recheck } from './performTask';
import { Preparations } from './preparations';
import { TaskRunner } from './taskRunner';

export interface SourceChecker {
  check(target: Entry, url: string, signal: AbortSignal): Promise<SourceCheck>;
  /**
   * Whether the check needs no network. If no model judges support either, it is finished before the next main step.
   */
  isLocal(url: string): boolean;
}

export interface EngineOptions {
  log: DebateLog;
  lease: Lease;
  format: Format;
  /** Finds the performer by role or debater's name; `kind`, because one task may have a performer of its own. */
  performerOf: (agent: string, kind?: TaskKind) => Performer;
  checker: SourceChecker;
  /**
   * Reads a source before its answer is judged. `isPerson`: a person cites it, and may have read it outside the debate.
   */
  capture: (
    url: string,
    signal: AbortSignal,
    by: { isPerson: boolean; isInsisted: boolean; quotes: readonly string[] },
  ) => Promise<CapturedSource>;
  now: () => Date;
  onEvent: (event: DebateEvent) => void;
  /** A task without progress for this long is nudged once, then fails. Default: the debate's own limit. */
  idleMs?: number;
  /** Waits before a vital task is asked again; rejects with the signal's reason. Default: a real timer. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Limit for one check, without the question of support. Default: a minute. */
  checkMs?: number;
  /** Number of checks that run at once. Default: 4. */
  checksAtOnce?: number;
  /** Keeps answers until their step is logged; without it they are lost when the run ends. */
  answers?: AnswerFiles;
  /** The next item of a record that is played again: a step, or an entry that came in from outside. */
  course?: (state: DebateState) => CourseItem | { end: RunEnd };
  /**
   * Waits for every check before the next main step, so that the sequence is the same at every run, also with a
   * network.
   */
  isStrict?: boolean;
  /**
   * Whether the next step's requests are sent beside the running step. Default: if answers are kept, except in strict
   * runs.
   */
  isAhead?: boolean | undefined;
}

type CourseItem = { step: string; at: string; elapsed_ms: number } | { input: Draft };

/** Why a run ended. Every end but `done` can be resumed. */
export type RunEnd =
  | { status: 'done' }
  /** `code`: the reason, for example `key_missing`, `unreachable`, `no_person`; `agent`: whose task is blocked. */
  | { status: 'paused'; reason: string; code?: string; agent?: string }
  /** Somebody ended it on purpose. */
  | { status: 'stopped'; reason: string }
  /** It lost its process or its lease. */
  | { status: 'interrupted'; reason: string }
  | { status: 'budget'; reason: string };

/** What a stopped run is called afterwards. */
export type StopStatus = 'stopped' | 'interrupted';

/** Thrown into the loop by `stop()`; never leaves the engine. */
class Stopped extends Error {
  constructor(
    reason: string,
    readonly status: StopStatus,
  ) {
    super(reason);
  }
}

type Performed = AnsweredStep | { step: Step; error: unknown };

/**
 * Runs decide → perform → commit until no step is left. It knows steps, tasks and lanes; their content belongs to the
 * format. All state is in the log, so a run may end at any instant and another process can resume it.
 */
export class Engine {
  readonly #stop = new AbortController();
  #pauseReason: string | undefined;
  /** Set when the run has to end: no new step starts, and running checks finish first. */
  #blocked: RunEnd | undefined;
  #stopsBefore = 0;
  /** Number of entries that the listeners have seen. */
  #seen = 0;
  #committing: Promise<void> = Promise.resolve();

  readonly #kept: KeptAnswers | undefined;
  readonly #unlogged: UnloggedUsage;
  readonly #budget: RequestBudget;
  readonly #preparations: Preparations | undefined;
  readonly #tasks: TaskRunner;
  readonly #checks: VerifierLane;

  constructor(private readonly options: EngineOptions) {
    const { log, format, checkMs, checksAtOnce, answers } = options;
    const emit = (event: DebateEvent): void => this.#emit(event);
    this.#kept =
      answers === undefined ? undefined : new KeptAnswers(answers, log, (message) => emit({ kind: 'error', message }));
    this.#unlogged = new UnloggedUsage(this.#kept);
    this.#budget = new RequestBudget({ state: () => log.state, refresh: () => log.refresh() });
    const around = {
      accounts: this.#unlogged,
      kept: this.#kept,
      budget: this.#budget,
      emit,
      commitChecks: () => this.#commitBetween(),
    };
    this.#tasks = new TaskRunner(options, this.#stop.signal, around);
    this.#preparations = this.#preparationsFor(options);
    this.#checks = new VerifierLane({
      state: () => log.state,
      refresh: () => log.refresh(),
      perform: (step, task) => this.#tasks.perform(step, task),
      owed: () => new Set(verifying(format.decide(log.state)).flatMap((step) => step.tasks.map(({ id }) => id))),
      checkMs,
      atOnce: checksAtOnce,
    });
  }

  #preparationsFor({
    performerOf,
    log,
    isStrict = false,
    isAhead = !isStrict,
  }: EngineOptions): Preparations | undefined {
    if (this.#kept === undefined || !isAhead) return undefined;
    return new Preparations({
      performerOf,
      view: () => log.view,
      kept: this.#kept,
      accounts: this.#unlogged,
      budget: this.#budget,
      signal: this.#stop.signal,
    });
  }

  /** Lets the running task finish and be logged; no new task starts. */
  pause(reason: string): void {
    this.#pauseReason ??= reason;
    this.#checks.hold(true);
  }

  /** Aborts the running task. Its work is not logged, and is done again on resume. */
  stop(reason: string, status: StopStatus = 'interrupted'): void {
    this.#stop.abort(new Stopped(reason, status));
  }

  /**
   * Runs until the debate ends, pauses or is stopped. @throws RecordError when the record cannot be written or the
   * lease was lost.
   */
  async run(): Promise<RunEnd> {
    const { state } = this.options.log;
    this.#stopsBefore = state.stopRequests;
    this.#seen = state.headers.findLastIndex((header) => header.step !== undefined) + 1;
    try {
      await this.#kept?.open();
      this.#budget.begin(this.#kept?.uncounted ?? 0);
      for (;;) {
        const end = await this.#advance();
        if (end === undefined) continue;
        await this.#tasks.unlessStopped(this.#preparations?.rest() ?? Promise.resolve());
        if (end.status === 'done') await this.#forgetAnswers();
        return end;
      }
    } catch (error) {
      if (error instanceof Stopped) return { status: error.status, reason: error.message };
      throw error;
    } finally {
      this.#stop.abort(new Stopped('The run has ended.', 'interrupted'));
      await this.#closeAccounts();
    }
  }

  /** Performs one main step at most. Returns undefined if the run continues. */
  async #advance(): Promise<RunEnd | undefined> {
    const { log, format } = this.options;
    this.#stop.signal.throwIfAborted();
    const readAt = performance.now();
    await log.refresh();
    if (log.state.setup === undefined) {
      throw new RecordError('folder_missing', `The record ${log.path} is gone. Put the folder back, then resume.`);
    }
    if (this.options.course !== undefined) return await this.#follow(this.options.course(log.state));
    const steps = format.decide(log.state);
    if (steps.length === 0) return { status: 'done' };
    await this.#logUsage();
    await this.#kept?.withoutRedacted();
    this.#announceOthers();
    if (log.state.stopRequests > this.#stopsBefore) return { status: 'stopped', reason: 'The user asked to stop.' };
    const mark = this.#checks.mark();
    if (await this.#commitChecks(verifying(steps))) return undefined;
    const main = steps.find((step) => step.lane === 'main');
    const ending = this.#blocked ?? (this.#pauseReason === undefined ? undefined : pausedEnd(this.#pauseReason));
    this.#checks.hold(ending !== undefined);
    if (ending !== undefined) return await this.#drain(ending, { steps, mark });
    const local = verifying(steps).find((step) => this.#tasks.isLocal(step));
    if (local !== undefined) {
      await this.#runStep(local);
      return undefined;
    }
    this.#checks.start(verifying(steps));
    if (main === undefined || (this.options.isStrict === true && this.#checks.isBusy)) {
      await this.#tasks.unlessStopped(this.#checks.after(mark));
      return undefined;
    }
    this.#prepareBeside(main);
    await this.#interruptible(this.#runStep(main, readAt), mark);
    return undefined;
  }

  #prepareBeside({ id }: Step): void {
    const { log, format } = this.options;
    if (this.#preparations === undefined) return;
    for (const ahead of format.ahead?.(log.state) ?? []) if (ahead.step.id !== id) this.#preparations.start(ahead);
  }

  /** Performs the given item of the script only, not what `decide` offers. */
  async #follow(next: CourseItem | { end: RunEnd }): Promise<RunEnd | undefined> {
    const { log, lease, format } = this.options;
    this.#announceOthers();
    if (this.#blocked !== undefined) return this.#blocked;
    if ('end' in next) return next.end;
    if (this.#pauseReason !== undefined) return pausedEnd(this.#pauseReason);
    if ('input' in next) {
      await log.append([next.input], { guard: () => lease.verify() });
      return undefined;
    }
    const step = format.open(log.state).find(({ id }) => id === next.step);
    const performed = step === undefined ? undefined : await this.#perform(step);
    if (performed !== undefined && 'error' in performed) throw performed.error;
    const written = performed === undefined ? [] : await this.#commit({ ...performed, recorded: next });
    if (written.length > 0 || this.#hasFailed()) return undefined;
    return pausedEnd(`The script goes on with ${next.step}, which this debate does not ask for now.`);
  }

  /** Reads `#blocked` again, because the commit may have set it. */
  #hasFailed(): boolean {
    return this.#blocked !== undefined;
  }

  /** Starts nothing new; finishes and logs the running checks, without the order that they would otherwise keep. */
  async #drain(end: RunEnd, { steps, mark }: { steps: readonly Step[]; mark: number }): Promise<RunEnd | undefined> {
    if (this.#checks.isBusy) {
      await this.#tasks.unlessStopped(this.#checks.after(mark));
      return undefined;
    }
    const parts = verifying(steps).flatMap((step) =>
      this.#checks.answered(step) === undefined ? step.tasks.flatMap((task) => step.alone?.(task) ?? []) : [step],
    );
    let isAny = false;
    for (const step of parts) isAny = (await this.#commitCheck(step)) || isAny;
    return isAny ? undefined : end;
  }

  /** Logs and redacts sources that prove fabricated while the work is running. */
  async #interruptible(work: Promise<void>, since: number): Promise<void> {
    if (this.options.isStrict === true) {
      await work;
      return;
    }
    const done = work.then(() => 'done' as const);
    // If the interruption fails first, this promise is no longer awaited.
    done.catch(() => undefined);
    try {
      for (let mark = since; ;) {
        if ((await Promise.race([done, this.#checks.after(mark)])) === 'done') return;
        mark = this.#checks.mark();
        await this.#interrupt();
      }
    } catch (error) {
      // Tasks of this run must not outlive it.
      this.#stop.abort(new Stopped('The run has ended.', 'interrupted'));
      await done.catch(() => undefined);
      throw error;
    }
  }

  async #interrupt(): Promise<void> {
    const { log, format } = this.options;
    await log.refresh();
    for (const step of this.#checks.urgent(verifying(format.decide(log.state)))) await this.#commitCheck(step);
    for (;;) {
      const interrupting = format.decide(log.state).find((step) => step.interrupts === true);
      if (interrupting === undefined) return;
      const { length: judgedAt } = log.state.headers;
      const entries = await this.#commit({ step: interrupting, outcomes: [], started: performance.now(), judgedAt });
      // `decide` no longer offers this step.
      if (entries.length === 0) return;
    }
  }

  /** Writes interventions and checks of the user to `debate.log` when the engine first sees them. */
  #announceOthers(): void {
    const { log } = this.options;
    const { headers } = log.state;
    for (const header of headers.slice(this.#seen)) {
      const entry = isOthers(header) ? log.entry(header.seq) : undefined;
      for (const event of entry === undefined ? [] : eventsOfOthers(entry)) this.#emit(event);
    }
    this.#seen = headers.length;
  }

  /**
   * Commit point between a task's research and its answer: logs finished checks and the entries that code adds to them,
   * so that the request to compose holds both. Calls run one at a time, because two tasks may reach this point at once.
   */
  async #commitBetween(): Promise<void> {
    if (this.options.isStrict === true || this.options.course !== undefined) return;
    this.#committing = this.#committing.then(() => this.#commitSettled());
    await this.#committing;
  }

  async #commitSettled(): Promise<void> {
    const { log, format } = this.options;
    await log.refresh();
    this.#stop.signal.throwIfAborted();
    await this.#commitChecks(verifying(format.decide(log.state)));
    for (;;) {
      const ruling = format.decide(log.state).find(({ lane }) => lane === 'main');
      if (ruling?.answersFinding !== true) return;
      const { length: judgedAt } = log.state.headers;
      const entries = await this.#commit({ step: ruling, outcomes: [], started: performance.now(), judgedAt });
      if (entries.length === 0) return;
    }
  }

  async #runStep(step: Step, started?: number): Promise<void> {
    const performed = await this.#perform(step, started);
    if ('error' in performed) throw performed.error;
    const entries = await this.#commit(performed);
    if (entries.length === 0) this.#unlogged.addOutcomes(step, performed.outcomes);
  }

  /**
   * Appends results of the verifier lane in the order of `decide`, so that the sequence does not depend on which page
   * was faster. Urgent or overdue results skip that order, except in strict runs.
   */
  async #commitChecks(steps: readonly Step[]): Promise<boolean> {
    if (this.options.isStrict !== true) {
      for (const step of this.#checks.urgent(steps)) if (await this.#commitCheck(step)) return true;
    }
    let isAny = false;
    let isInOrder = true;
    for (const step of steps) {
      if (this.#checks.answered(step) === undefined) isInOrder = false;
      else if (isInOrder || this.#checks.isOverdue(step)) isAny = (await this.#commitCheck(step)) || isAny;
    }
    return isAny;
  }

  /** Whether the step's results are done with: logged, or held up because the run is blocked. */
  async #commitCheck(step: Step): Promise<boolean> {
    const answered = this.#checks.answered(step);
    if (answered === undefined) return false;
    const entries = await this.#commit(answered);
    const isOver = entries.length > 0 || this.#blocked !== undefined;
    // Results that were dropped are assembled again from the checks that are still owed.
    if (isOver) this.#checks.forget(step);
    if (isOver && entries.length === 0) this.#unlogged.addOutcomes(step, answered.outcomes);
    return isOver;
  }

  /** `started`: time at which the record was read for the tasks' input. */
  async #perform(step: Step, started = performance.now()): Promise<Performed> {
    const judgedAt = this.options.log.state.headers.length;
    const performing = step.tasks.map((task) => this.#tasks.perform(step, task));
    try {
      const outcomes = (await Promise.all(performing)).map((outcome) => this.#unlogged.withAhead(outcome));
      this.#stop.signal.throwIfAborted();
      return { step, outcomes, started, judgedAt };
    } catch (error) {
      // The other tasks are cancelled; the usage of finished ones still counts.
      this.#stop.abort(new Stopped('The run has ended.', 'interrupted'));
      const settled = await Promise.allSettled(performing);
      this.#unlogged.addOutcomes(
        step,
        settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      );
      return { step, error };
    }
  }

  /**
   * Compare-and-append: under the lock the step must still be open, else it is dropped, and answers must pass their
   * gates again if the record has moved on.
   */
  async #commit(performed: AnsweredStep): Promise<Entry[]> {
    const { step, outcomes } = performed;
    const failed = outcomes.find(
      (outcome) =>
        !outcome.ok &&
        (outcome.blocks === true || step.onFailure === 'pause') &&
        step.forgives?.(outcome, outcomes) !== true,
    );
    if (failed?.ok === false) {
      const { task, code, message, agent = task.agent } = failed;
      this.#blocked ??=
        code === overBudget
          ? { status: 'budget', reason: message }
          : { status: 'paused', reason: `${task.id} failed: ${message}`, code, agent };
      return [];
    }
    const tasks = outcomes.map(({ task }) => task.id);
    await this.#countUnused(tasks);
    for (;;) {
      await this.#refuseOvertaken(performed);
      const entries = await this.#appendUnlessMoved(performed);
      if (entries === 'moved') continue;
      if (entries.length > 0) await this.#kept?.logged(tasks);
      else this.#tellDropped(performed);
      await this.#kept?.withoutRedacted();
      this.#announceOthers();
      for (const event of entries.flatMap((entry) => eventsOf(entry, this.options.log.view))) this.#emit(event);
      return entries;
    }
  }

  /**
   * Reports answers of people that were dropped, because nothing else shows them that their answer is not in the
   * record.
   */
  #tellDropped({ step, outcomes }: AnsweredStep): void {
    const { mask } = this.options.log.view;
    for (const outcome of outcomes)
      if (outcome.ok && outcome.isPersons === true)
        this.#emit({
          kind: 'dropped',
          agent: outcome.task.agent,
          step: step.id,
          texts: [...new Set(stringsIn(mask.value(outcome.output)))],
        });
  }

  /** Returns `moved` if the answers have to be judged again first. */
  async #appendUnlessMoved(performed: AnsweredStep): Promise<Entry[] | 'moved'> {
    const { log, lease, now, format } = this.options;
    const { step, outcomes } = performed;
    const record = { hasMoved: false };
    const entries = await log.append(
      (view) => {
        record.hasMoved = view.state.headers.length !== performed.judgedAt;
        if (record.hasMoved) return undefined;
        const wanted = format.open(view.state).find((candidate) => candidate.id === step.id);
        if (wanted === undefined || !isSameWork(wanted, outcomes)) return undefined;
        const today = (performed.recorded?.at ?? now().toISOString()).slice(0, 10);
        return stamped(wanted.commit(outcomes, { view, today }), performed);
      },
      { guard: () => lease.verify() },
    );
    return record.hasMoved ? 'moved' : entries;
  }

  /** Sends an answer back if it cites, rebuts or quotes text that was redacted meanwhile. */
  async #refuseOvertaken(performed: AnsweredStep): Promise<void> {
    const { log } = this.options;
    const { step, outcomes } = performed;
    await log.refresh();
    while (performed.judgedAt !== log.state.headers.length) {
      performed.judgedAt = log.state.headers.length;
      for (const [index, outcome] of outcomes.entries()) {
        const { task } = outcome;
        if (task.kind === 'verify/source' || task.kind === 'system/ready') continue;
        let isAsked = false;
        try {
          outcomes[index] = await this.#judgedAgain(step, task, { outcome, onAsk: () => (isAsked = true) });
        } catch (error) {
          // A task that is asked again reports its own usage; the usage of the others is added here.
          this.#unlogged.addOutcomes(
            step,
            outcomes.filter((_, at) => at !== index || !isAsked),
          );
          throw error;
        }
      }
      await log.refresh();
    }
  }

  async #judgedAgain(
    step: Step,
    task: AgentTask,
    { outcome, onAsk }: { outcome: TaskOutcome; onAsk: () => void },
  ): Promise<TaskOutcome> {
    const dependencies = this.#tasks.dependenciesOf(step, task);
    if (!outcome.ok) {
      // The format may still use parts of the last answer, so these are judged by the record as it is now.
      if (outcome.last === undefined) return outcome;
      const { output } = outcome.last;
      const violations = await recheck(task, output, { dependencies, isInsisted: true });
      return { ...outcome, last: { ...outcome.last, violations } };
    }
    const violations = await recheck(task, outcome.output, { dependencies, isInsisted: false });
    if (violations.length === 0) return outcome;
    const reasons = violations.map((violation) => `rule ${violation.rule}: ${violation.message}`);
    dependencies.onRetry(outcome.attempt, reasons);
    onAsk();
    return await performTask({ ...task, feedback: violations }, dependencies, outcome);
  }

  /** Logs, as a note, the usage of attempts whose step is not in the record. */
  async #logUsage(): Promise<void> {
    const { log, lease, format } = this.options;
    const note = this.#unlogged.take(format);
    if (note === undefined) return;
    await log.append([note], { guard: () => lease.verify() });
    await this.#kept?.sweep();
  }

  /** Counts the usage of kept answers to these tasks, or to all, that were not used because the record had changed. */
  async #countUnused(tasks?: readonly string[]): Promise<void> {
    if (this.#addUnused(tasks)) await this.#logUsage();
  }

  #addUnused(tasks?: readonly string[]): boolean {
    const unused = this.#kept?.unused(tasks) ?? [];
    for (const { agent, step, usage, id } of unused) this.#unlogged.add({ agent, step, usage, answers: [id] });
    return unused.length > 0;
  }

  async #forgetAnswers(): Promise<void> {
    await this.#countUnused();
    await this.#logUsage();
    await this.#kept?.close();
  }

  /** Runs after every end. A record that cannot be written was reported before, so that error is ignored. */
  async #closeAccounts(): Promise<void> {
    await this.#unlogged.settled();
    this.#unlogged.endAhead();
    for (const { task, usage } of this.#checks.unlogged)
      if (usage !== undefined) this.#unlogged.addTask(task, { step: task.id, usage });
    this.#addUnused();
    await this.#logUsage().catch((error: unknown) => {
      if (!(error instanceof RecordError)) throw error;
    });
  }

  #emit(event: DebateEvent): void {
    try {
      this.options.onEvent(event);
    } catch {
      // A failing listener stops neither the debate nor other listeners; it logs its own failure.
      return;
    }
  }
}

const verifying = (steps: readonly Step[]): Step[] => steps.filter((step) => step.lane === 'verify');

const pausedEnd = (reason: string): RunEnd => ({ status: 'paused', reason });
