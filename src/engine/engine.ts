import type { Performer } from '../agents/performer';
import type { Entry } from '../debate/entry';
import type { VerificationData } from '../debate/entryData';
import type { DebateState } from '../debate/state';
import type { AgentTask, CapturedSource, Format, Step, TaskOutcome } from '../debate/step';
import { wordCount } from '../debate/text';
import type { RecordView } from '../debate/view';
import type { TaskKind } from '../debate/tasks';
import type { DebateLog } from '../record/debateLog';
import type { Lease } from '../record/lease';
import { RecordError } from '../record/recordError';
import type { SourceCheck } from '../verify/verifier';
import { isSameWork, stamped, type Answered } from './answered';
import type { DebateEvent } from './events';
import { performTask, recheck } from './performTask';
import { TaskRunner } from './taskRunner';

/** The Verifier as the engine sees it. */
export interface SourceChecker {
  check(target: Entry, url: string, signal: AbortSignal): Promise<SourceCheck>;
  /** Whether the check itself needs no network. Where no model judges support either, it is drained before the next main step. */
  isLocal(url: string): boolean;
}

export interface EngineOptions {
  log: DebateLog;
  lease: Lease;
  format: Format;
  /** Who performs the tasks of this agent (a role or a debater's name); the kind, because one task may have a performer of its own. */
  performerOf: (agent: string, kind?: TaskKind) => Performer;
  checker: SourceChecker;
  capture: (url: string, signal: AbortSignal) => Promise<CapturedSource>;
  now: () => Date;
  onEvent: (event: DebateEvent) => void;
  /** Without progress for this long a task is nudged once, then fails. Default: the debate's own limit. */
  idleMs?: number;
  /** Every check is waited for before the next main step: the sequence is then the same at every run, also with a network. */
  isStrict?: boolean;
}

/** How a run ended. Everything but `done` can be resumed. */
export type RunEnd =
  | { status: 'done' }
  /** `code`: what it waits for, where that is known: `key_missing`, `unreachable`, `no_person` …; `agent`: whose task waits for it. */
  | { status: 'paused'; reason: string; code?: string; agent?: string }
  | { status: 'interrupted'; reason: string }
  | { status: 'budget'; reason: string };

/** Thrown into the loop by `stop()`; never leaves the engine. */
class Stopped extends Error {}

type Performed = Answered | { step: Step; error: unknown };

/**
 * Runs a debate: decide → perform → commit, until nothing is left to do. It knows steps, tasks and lanes; what they are
 * about is the format's. All state is in the log, so that a run may end at any instant and be taken up by another process.
 */
export class Engine {
  readonly #stop = new AbortController();
  #pauseReason: string | undefined;
  /** Why nothing new starts any more; the verifier lane comes to its end first. */
  #blocked: RunEnd | undefined;
  #stopsBefore = 0;
  /** Entries up to here are known to the listeners. */
  #seen = 0;
  readonly #background = new Map<string, Promise<Performed>>();
  readonly #settled = new Map<string, Performed>();

  readonly #tasks: TaskRunner;

  constructor(private readonly options: EngineOptions) {
    this.#tasks = new TaskRunner(options, this.#stop.signal, (event) => this.#emit(event));
  }

  /** No new task starts; the running one finishes and is logged. */
  pause(reason: string): void {
    this.#pauseReason ??= reason;
  }

  /** Gives up the running task at once. What it had done is not logged and is done again on resume. */
  stop(reason: string): void {
    this.#stop.abort(new Stopped(reason));
  }

  /** @throws RecordError when the record cannot be written or the lease was lost. */
  async run(): Promise<RunEnd> {
    const { state } = this.options.log;
    this.#stopsBefore = state.stopRequests;
    this.#seen = state.headers.findLastIndex((header) => header.step !== undefined) + 1;
    try {
      for (;;) {
        const end = await this.#advance();
        if (end !== undefined) return end;
      }
    } catch (error) {
      if (error instanceof Stopped) return { status: 'interrupted', reason: error.message };
      throw error;
    } finally {
      this.#stop.abort(new Stopped('The run has ended.'));
    }
  }

  /** One turn of the loop: at most one main step. Returns how the run ends, or undefined to go on. */
  async #advance(): Promise<RunEnd | undefined> {
    const { log, format } = this.options;
    this.#stop.signal.throwIfAborted();
    await log.refresh();
    if (log.state.setup === undefined) {
      throw new RecordError('folder_missing', `The record ${log.path} is gone. Put the folder back, then resume.`);
    }
    const steps = format.decide(log.state);
    if (steps.length === 0) return { status: 'done' };
    this.#announceInterventions(log.state);
    if (log.state.stopRequests > this.#stopsBefore) return { status: 'interrupted', reason: 'The user asked to stop.' };
    if (await this.#commitSettled(steps)) return undefined;
    const resting = this.#blocked ?? (this.#pauseReason === undefined ? budgetEnd(log.state) : pausedEnd(this.#pauseReason));
    if (resting !== undefined) return await this.#rest(resting);
    const verifying = steps.filter((step) => step.lane === 'verify');
    const local = verifying.find((step) => this.#tasks.isLocal(step));
    if (local !== undefined) {
      await this.#runStep(local);
      return undefined;
    }
    for (const step of verifying) this.#startInBackground(step);
    const main = steps.find((step) => step.lane === 'main');
    if (main === undefined || (this.options.isStrict === true && this.#background.size > 0)) {
      await this.#tasks.unlessStopped(Promise.race(this.#background.values()));
      return undefined;
    }
    await this.#runStep(main);
    return undefined;
  }

  /** Nothing new starts; what the verifier lane is at is finished and logged first. */
  async #rest(end: RunEnd): Promise<RunEnd | undefined> {
    if (this.#background.size === 0) return end;
    await this.#tasks.unlessStopped(Promise.race(this.#background.values()));
    return undefined;
  }

  /** Interventions of others since the last look: what the user said reaches `debate.log` when the engine takes it up. */
  #announceInterventions(state: DebateState): void {
    for (const header of state.headers.slice(this.#seen)) {
      if (header.type !== 'intervention') continue;
      this.#emit({ kind: 'intervention', seq: header.seq, text: 'taken up' });
    }
    this.#seen = state.headers.length;
  }

  async #runStep(step: Step): Promise<void> {
    const performed = await this.#perform(step);
    if ('error' in performed) throw performed.error;
    await this.#commit(performed);
  }

  #startInBackground(step: Step): void {
    if (this.#background.has(step.id) || this.#settled.has(step.id)) return;
    const performing = this.#perform(step).then((performed) => {
      this.#background.delete(step.id);
      this.#settled.set(step.id, performed);
      return performed;
    });
    this.#background.set(step.id, performing);
  }

  /** The commit point: what the verifier lane has finished is appended in the order of decide. */
  async #commitSettled(steps: readonly Step[]): Promise<boolean> {
    let isAny = false;
    for (const step of steps.filter((candidate) => this.#isInBackground(candidate))) {
      const performed = this.#settled.get(step.id);
      // In the order of decide, so that the lane's sequence does not hang on which page was faster.
      if (performed === undefined) break;
      this.#settled.delete(step.id);
      if ('error' in performed) throw performed.error;
      await this.#commit(performed);
      isAny = true;
    }
    return isAny;
  }

  #isInBackground(step: Step): boolean {
    return step.lane === 'verify' && (this.#settled.has(step.id) || this.#background.has(step.id));
  }

  async #perform(step: Step): Promise<Performed> {
    const started = performance.now();
    const judgedAt = this.options.log.state.headers.length;
    try {
      const outcomes = await Promise.all(step.tasks.map((task) => this.#tasks.perform(step, task)));
      return { step, outcomes, started, judgedAt };
    } catch (error) {
      return { step, error };
    }
  }

  /**
   * Compare-and-append: under the lock the step must still be open, and answers must still pass their gates if the
   * record has moved on since they were given. A step that is no longer open is dropped.
   */
  async #commit(performed: Answered): Promise<void> {
    const { step, outcomes } = performed;
    const failed = outcomes.find((outcome) => !outcome.ok && (outcome.blocks === true || step.onFailure === 'pause'));
    if (failed?.ok === false) {
      const { task, code, message, agent = task.agent } = failed;
      this.#blocked ??= { status: 'paused', reason: `${task.id} failed: ${message}`, code, agent };
      return;
    }
    for (;;) {
      await this.#refuseOvertaken(performed);
      const entries = await this.#appendUnlessMoved(performed);
      if (entries === 'moved') continue;
      for (const entry of entries) this.#announce(entry, this.options.log.view);
      this.#seen = this.options.log.state.headers.length;
      return;
    }
  }

  /** `moved` when the record has moved on since the answers were last judged: they are judged again first. */
  async #appendUnlessMoved(performed: Answered): Promise<Entry[] | 'moved'> {
    const { log, lease, now, format } = this.options;
    const { step, outcomes } = performed;
    let hasMoved = false;
    const entries = await log.append(
      (view) => {
        hasMoved = view.state.headers.length !== performed.judgedAt;
        if (hasMoved) return undefined;
        const wanted = format.open(view.state).find((candidate) => candidate.id === step.id);
        if (wanted === undefined || !isSameWork(wanted, outcomes)) return undefined;
        const today = now().toISOString().slice(0, 10);
        return stamped(wanted.commit(outcomes, { view, today }), performed);
      },
      { guard: () => lease.verify() },
    );
    // The callback may have set it: the flow analysis does not see that.
    return (hasMoved as boolean) ? 'moved' : entries;
  }

  /** An answer in flight when a redaction landed goes back when it cites, rebuts or quotes what was struck. */
  async #refuseOvertaken(performed: Answered): Promise<void> {
    const { log } = this.options;
    const { step, outcomes } = performed;
    await log.refresh();
    while (performed.judgedAt !== log.state.headers.length) {
      performed.judgedAt = log.state.headers.length;
      for (const [index, outcome] of outcomes.entries()) {
        const { task } = outcome;
        if (task.kind === 'verify/source' || task.kind === 'system/ready') continue;
        outcomes[index] = await this.#judgedAgain(step, task, outcome);
      }
      await log.refresh();
    }
  }

  async #judgedAgain(step: Step, task: AgentTask, outcome: TaskOutcome): Promise<TaskOutcome> {
    const around = this.#tasks.around(step, task);
    if (!outcome.ok) {
      // What the format may still make of a refused answer is judged by the record as it is now.
      if (outcome.last === undefined) return outcome;
      const { output } = outcome.last;
      return { ...outcome, last: { output, violations: await recheck(task, output, around) } };
    }
    const violations = await recheck(task, outcome.output, around);
    if (violations.length === 0) return outcome;
    const reasons = violations.map((violation) => `rule ${violation.rule}: ${violation.message}`);
    around.onRetry(outcome.attempt, reasons);
    return await performTask({ ...task, feedback: violations }, around, outcome);
  }

  #announce(entry: Entry, view: RecordView): void {
    const { seq, speaker, type, content } = entry;
    this.#emit({ kind: 'written', seq, speaker, type, words: wordCount(content) });
    if (type === 'announcement' && entry.data?.['kind'] === 'round_start') {
      this.#emit({ kind: 'round', round: view.state.round, max: view.state.limits.max_rounds });
    }
    if (type === 'verification_result') {
      const { url, status } = entry.data as VerificationData;
      this.#emit({ kind: 'verified', seq: entry.target_seq ?? seq, url, status });
    }
    if (type === 'ruling' || type === 'redaction') {
      const kind = entry.data?.['kind'];
      const target = entry.target_seq === null ? '' : ` on seq ${entry.target_seq}`;
      this.#emit({ kind: 'ruling', seq, text: `${typeof kind === 'string' ? kind : type}${target}` });
    }
  }

  #emit(event: DebateEvent): void {
    try {
      this.options.onEvent(event);
    } catch {
      // A listener that throws must stop neither the debate nor the other listeners; it logs its own trouble.
      return;
    }
  }

}

const pausedEnd = (reason: string): RunEnd => ({ status: 'paused', reason });

function budgetEnd(state: DebateState): RunEnd | undefined {
  const budget = state.limits.budget_usd;
  if (budget === null || state.usage.usd < budget || state.concludeRequested || state.conclusion !== undefined) {
    return undefined;
  }
  const spent = state.usage.usd.toFixed(2);
  return { status: 'budget', reason: `The budget of $${budget.toFixed(2)} is spent ($${spent}).` };
}
