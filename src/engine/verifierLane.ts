import type { Draft } from '../debate/log/entry';
import { sum, type StepMark, type Usage } from '../debate/log/entryData';
import type { DebateState } from '../debate/fold/state';
import { isSourceOutcome, type SourceTask, type Step, type StepTask, type TaskOutcome } from '../debate/flow/step';
import { urgencyOf, verificationOrder, type WaitingCheck } from '../debate/flow/verificationPriority';
import { checkLimitMs } from './taskRunner';

interface LaneOptions {
  state: () => DebateState;
  refresh: () => Promise<unknown>;
  /** Performs a check; rejects only with a reason to end the run. */
  perform: (step: Step, task: StepTask) => Promise<TaskOutcome>;
  /** Names of the checks that the record still needs. */
  owed: () => ReadonlySet<string>;
  atOnce?: number | undefined;
  checkMs?: number | undefined;
}

type LaneResult = { outcome: TaskOutcome } | { error: unknown };

interface Check {
  task: SourceTask;
  started: number;
  /** Result of a finished check; `at` is by `performance.now()`. */
  settled?: { at: number; result: LaneResult };
}

/** Runs single checks beside the main lane; the commit puts the checks of a step together again. */
export class VerifierLane {
  readonly #checks = new Map<string, Check>();
  readonly #queue: VerificationQueue<SourceTask>;
  #settledCount = 0;
  #wake: () => void = () => undefined;
  #woken: Promise<void> = Promise.resolve();

  constructor(private readonly options: LaneOptions) {
    const { state, refresh, owed, atOnce } = options;
    this.#queue = new VerificationQueue<SourceTask>({
      order: (waiting) => {
        const ids = owed();
        return verificationOrder(
          state(),
          waiting.filter(({ id }) => ids.has(id)),
        );
      },
      refresh,
      atOnce,
    });
    this.#sleep();
  }

  get isBusy(): boolean {
    return [...this.#checks.values()].some((check) => check.settled === undefined);
  }

  start(steps: readonly Step[]): void {
    for (const step of steps) {
      for (const task of sourceTasks(step)) if (!this.#checks.has(task.id)) this.#begin(step, task);
    }
  }

  hold(isHeld: boolean): void {
    this.#queue.hold(isHeld);
  }

  /** Position for `after`. */
  mark(): number {
    return this.#settledCount;
  }

  /** Resolves when a check has finished after that mark. */
  async after(mark: number): Promise<void> {
    while (this.#settledCount <= mark) await this.#woken;
  }

  /** Returns the step's outcomes; undefined while one of its checks is running. @throws what ends the run. */
  answered(step: Step): AnsweredStep | undefined {
    const checks = this.#checksOf(step);
    const results = checks.flatMap(({ settled }) => (settled === undefined ? [] : [settled.result]));
    if (checks.length === 0 || results.length < step.tasks.length) return undefined;
    const outcomes = results.map((result) => {
      if ('error' in result) throw result.error;
      return result.outcome;
    });
    return {
      step,
      outcomes,
      started: Math.min(...checks.map(({ started }) => started)),
      judgedAt: this.options.state().headers.length,
    };
  }

  /** Whether the step's results have waited longer than a check may take: one slow host must not hold up all others. */
  isOverdue(step: Step): boolean {
    const { checkMs = checkLimitMs } = this.options;
    return this.#checksOf(step).every(
      ({ settled }) => settled !== undefined && performance.now() - settled.at > checkMs,
    );
  }

  /** Steps with a fabricated source, and those that a challenge, and so the turn order, waits for. */
  urgent(steps: readonly Step[]): Step[] {
    return steps.flatMap((step) => {
      const tasks = sourceTasks(step).filter((task) => this.#isUrgent(task));
      if (tasks.length === 0) return [];
      const isWhole = this.answered(step)?.outcomes.every((outcome) => outcome.ok || outcome.blocks !== true) === true;
      return step.alone === undefined || isWhole ? [step] : tasks.flatMap((task) => step.alone?.(task) ?? []);
    });
  }

  /** Outcomes that are not logged. */
  get unlogged(): TaskOutcome[] {
    return [...this.#checks.values()].flatMap(({ settled }) =>
      settled === undefined || 'error' in settled.result ? [] : [settled.result.outcome],
    );
  }

  /** Removes the step's checks once they are logged or no longer wanted. */
  forget(step: Step): void {
    for (const { id } of step.tasks) this.#checks.delete(id);
  }

  #isUrgent(task: SourceTask): boolean {
    const result = this.#checks.get(task.id)?.settled?.result;
    if (result === undefined || 'error' in result) return false;
    const { outcome } = result;
    const isFabricated = isSourceOutcome(outcome) && outcome.ok && outcome.output.status === 'fabricated';
    return isFabricated || urgencyOf(this.options.state(), task) === 'challenge';
  }

  #checksOf(step: Step): Check[] {
    return step.tasks.flatMap(({ id }) => this.#checks.get(id) ?? []);
  }

  #begin(step: Step, task: SourceTask): void {
    const check: Check = { task, started: performance.now() };
    this.#checks.set(task.id, check);
    const performed = this.#queue.run(task, async (): Promise<LaneResult> => {
      check.started = performance.now();
      return await this.options.perform(step, task).then(
        (outcome) => ({ outcome }),
        (error: unknown) => ({ error }),
      );
    });
    void performed.then((result) => {
      if (result === undefined) this.#checks.delete(task.id);
      else check.settled = { at: performance.now(), result };
      this.#settledCount += 1;
      this.#wake();
      this.#sleep();
    });
  }

  #sleep(): void {
    this.#woken = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

const sourceTasks = (step: Step): SourceTask[] => step.tasks.filter((task) => task.kind === 'verify/source');

/** `judgedAt`: length of the record by which the answers were last judged. */
export interface AnsweredStep {
  step: Step;
  outcomes: TaskOutcome[];
  started: number;
  judgedAt: number;
  /** Times of a step that is played again. */
  recorded?: { at: string; elapsed_ms: number };
}

/** Whether the outcomes still fit the step: its id may now stand for other work. */
export function isSameWork(wanted: Step, outcomes: readonly TaskOutcome[]): boolean {
  const ids = wanted.tasks.map((task) => task.id);
  return ids.length === outcomes.length && outcomes.every((outcome, index) => outcome.task.id === ids[index]);
}

/** Adds the mark of the step to its drafts. */
export function stamped(drafts: readonly Draft[], { step, outcomes, started, recorded }: AnsweredStep): Draft[] {
  if (drafts.length === 0) throw new Error(`Step ${step.id} committed no entry; every step must close with one.`);
  const usage = outcomes.map((outcome) => outcome.usage).reduce(sum, undefined);
  const agent = step.tasks[0]?.agent;
  const shares = sharesOf(outcomes);
  const pacedMs = pacedFor(outcomes);
  const condensed = Math.max(0, ...outcomes.map((outcome) => (outcome.ok ? (outcome.condensed ?? 0) : 0)));
  const unstated = unstatedIn(outcomes);
  const via = viaOf(outcomes);
  return drafts.map((draft, index) => {
    const mark: StepMark = {
      id: step.id,
      index,
      count: drafts.length,
      attempt: Math.max(1, ...outcomes.map((outcome) => outcome.attempt)),
      elapsed_ms:
        recorded?.elapsed_ms ??
        (outcomes.some((outcome) => outcome.isPersons === true) ? 0 : Math.ceil(performance.now() - started - pacedMs)),
      ...(pacedMs === 0 ? {} : { paced_ms: Math.ceil(pacedMs) }),
      agent,
      usage,
      usage_by: shares,
      ...(condensed === 0 ? {} : { condensed }),
      ...(unstated.length > 0 && { unstated }),
      ...(via && { via }),
    };
    return { ...draft, data: { ...draft.data, step: mark } };
  });
}

/** Figures that the gate objected to once, and the answers still have. */
const unstatedIn = (outcomes: readonly TaskOutcome[]): string[] => [
  ...new Set(
    outcomes.flatMap((outcome) =>
      ((outcome.ok ? outcome.left : undefined) ?? []).flatMap(({ unstated = [] }) => unstated),
    ),
  ),
];

/** Client whose agents answered, with how often they opened the step's tasks together. */
function viaOf(outcomes: readonly TaskOutcome[]): StepMark['via'] {
  const all = outcomes.flatMap((outcome) => (outcome.ok && outcome.via !== undefined ? [outcome.via] : []));
  const [first] = all;
  return first && { ...first, opens: all.reduce((opens, via) => opens + via.opens, 0) };
}

/** Milliseconds that the display of the answers took; they appear side by side, so the longest counts. */
function pacedFor(outcomes: readonly TaskOutcome[]): number {
  const longest = (ms: (outcome: TaskOutcome) => number): number => Math.max(0, ...outcomes.map(ms));
  return longest(({ elapsedMs, untimedMs = 0 }) => elapsedMs + untimedMs) - longest(({ elapsedMs }) => elapsedMs);
}

/** Usage by agent; undefined if only one agent was asked or none used anything. */
function sharesOf(outcomes: readonly TaskOutcome[]): Record<string, Usage> | undefined {
  const shares = new Map<string, Usage>();
  for (const { task, usage } of outcomes) {
    const share = sum(shares.get(task.agent), usage);
    if (share !== undefined) shares.set(task.agent, share);
  }
  return new Set(outcomes.map(({ task }) => task.agent)).size < 2 || shares.size === 0
    ? undefined
    : Object.fromEntries(shares);
}

/** Default limit; hosts have limits of their own. */
const defaultAtOnce = 4;

interface QueueOptions<T extends WaitingCheck> {
  atOnce?: number | undefined;
  /** Orders the waiting checks by what is wanted now; a check that is left out is dropped. */
  order: (waiting: readonly T[]) => readonly T[];
  /** Reads the log before the next check is chosen, because another may be more urgent now. */
  refresh?: () => Promise<unknown>;
}

interface QueuedCheck {
  start: () => Promise<void>;
  drop: () => void;
}

/** Runs the most urgent of the waiting checks first. */
export class VerificationQueue<T extends WaitingCheck> {
  readonly #waiting = new Map<T, QueuedCheck>();
  #running = 0;
  #isChoosing = false;
  #isHeld = false;

  constructor(private readonly options: QueueOptions<T>) {}

  /** Runs the work in its turn; returns undefined if it was no longer wanted by then. */
  run<R>(check: T, work: () => Promise<R>): Promise<R | undefined> {
    if (this.#isHeld) return Promise.resolve(undefined);
    return new Promise<R | undefined>((resolve, reject) => {
      this.#waiting.set(check, { start: () => work().then(resolve, reject), drop: () => resolve(undefined) });
      void this.#choose();
    });
  }

  /** While held, waiting checks are dropped and running ones finish. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) this.#keep(new Set());
  }

  async #choose(): Promise<void> {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    // Checking continues; the next write reports the error.
    await this.options.refresh?.().catch(() => undefined);
    this.#isChoosing = false;
    const ordered = this.options.order([...this.#waiting.keys()]);
    this.#keep(new Set(ordered));
    for (const check of ordered.slice(0, Math.max(0, (this.options.atOnce ?? defaultAtOnce) - this.#running)))
      this.#start(check);
  }

  #keep(wanted: ReadonlySet<T>): void {
    for (const [check, { drop }] of this.#waiting) {
      if (wanted.has(check)) continue;
      this.#waiting.delete(check);
      drop();
    }
  }

  #start(check: T): void {
    const waiting = this.#waiting.get(check);
    if (waiting === undefined) return;
    this.#waiting.delete(check);
    this.#running += 1;
    void waiting.start().then(() => {
      this.#running -= 1;
      return this.#choose();
    });
  }
}
