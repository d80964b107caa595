import { dollars } from '../matching/text/shortText';
import { TaskError } from '../agents/performer';
import { unlessAborted } from '../async/deadline';
import type { Draft } from '../debate/log/entry';
import { sum, type Usage } from '../debate/log/entryData';
import type { DebateState } from '../debate/fold/state';
import type { Format, Step, StepTask, TaskOutcome } from '../debate/flow/step';
import type { TaskKind } from '../debate/flow/tasks';
import type { KeptAnswers } from './keptAnswers';

export const overBudget = 'budget';

interface BudgetOptions {
  state: () => DebateState;
  /** Reads the log again, because the user may have raised the budget. */
  refresh: () => Promise<unknown>;
}

interface Admission {
  kind: TaskKind;
  /** Highest possible cost in US dollars. */
  atMost: number;
  signal: AbortSignal;
  /** Whether the request is made before its task's turn; such a request is refused instead of waiting for room. */
  isAhead?: boolean;
}

/**
 * Admits requests one by one. A request alone is admitted if the budget left covers the cost of nine of ten requests of
 * its task; several at once need room for all their highest costs. So one request at most ends above the budget.
 */
export class RequestBudget {
  /** US dollars, in this run and before it. */
  #spent = 0;
  readonly #costs = new Map<TaskKind, number[]>();
  readonly #open = new Set<{ atMost: number }>();
  #wake: () => void = () => undefined;
  #released: Promise<void> = Promise.resolve();

  constructor(private readonly options: BudgetOptions) {
    this.#sleep();
  }

  /** `kept`: US dollars for paid answers that are not in the record. */
  begin(kept: number): void {
    this.#spent = this.options.state().usage.usd + kept;
  }

  /** Waits for room in the budget. @throws TaskError `budget`, which blocks; the signal's reason. */
  async admit({ kind, atMost, signal, isAhead = false }: Admission): Promise<(usd: number) => void> {
    for (let isNew = false; ; isNew = !isNew) {
      signal.throwIfAborted();
      const refusal = this.#refusalOf(kind, atMost);
      if (refusal === undefined) return this.#opened(kind, atMost);
      if (!isNew) await this.options.refresh();
      else if (this.#open.size > 0 && !isAhead) await unlessAborted(this.#released, signal);
      else throw new TaskError(overBudget, refusal, false, { blocks: true });
    }
  }

  /**
   * Returns why the request is refused. Undefined without a budget, or if the user lets the debate finish at any cost.
   */
  #refusalOf(kind: TaskKind, atMost: number): string | undefined {
    const { limits, concludeRequested, usage } = this.options.state();
    const { budget_usd: budget } = limits;
    if (budget === null || concludeRequested) return undefined;
    const spent = Math.max(this.#spent, usage.usd);
    const usual = this.#usual(kind);
    const others = [...this.#open].reduce((sum, open) => sum + open.atMost, 0);
    const expected = this.#open.size === 0 ? (usual ?? atMost) : others + Math.max(atMost, usual ?? 0);
    if (spent < budget && spent + expected <= budget) return undefined;
    const words = `The budget of ${dollars(budget)}`;
    if (spent >= budget) return `${words} is spent (${dollars(spent)}).`;
    return `${words} is all but spent (${dollars(spent)}): the next request may cost ${dollars(expected)}.`;
  }

  /** US dollars that nine of ten requests of the task have stayed below so far. */
  #usual(kind: TaskKind): number | undefined {
    const costs = [...(this.#costs.get(kind) ?? [])].sort((a, b) => a - b);
    return costs[Math.ceil(costs.length * 0.9) - 1];
  }

  #opened(kind: TaskKind, atMost: number): (usd: number) => void {
    const open = { atMost: Math.max(atMost, this.#usual(kind) ?? 0) };
    this.#open.add(open);
    return (usd) => {
      if (!this.#open.delete(open)) return;
      this.#spent += usd;
      if (usd > 0) this.#costs.set(kind, [...(this.#costs.get(kind) ?? []), usd]);
      this.#wake();
      this.#sleep();
    };
  }

  #sleep(): void {
    this.#released = new Promise((resolve) => (this.#wake = resolve));
  }
}

interface Spending {
  agent: string;
  step: string;
  usage: Usage;
  /** Kept answers that `usage` includes. */
  answers?: readonly string[];
}

/** Usage of a task before its turn, apart from kept answers; its outcome reports it. */
export interface AheadSpending {
  agent: string;
  step: string;
  usage: Usage | undefined;
}

/** Milliseconds after which a performer that ignores its signal is no longer awaited. */
const settlingMs = 1_000;

/** Usage of attempts whose step is not logged, until a note reports it; it counts against budgets. */
export class UnloggedUsage {
  #spendings: Spending[] = [];
  readonly #ahead = new Map<string, AheadSpending>();
  readonly #performing = new Set<Promise<unknown>>();

  constructor(private readonly kept?: Pick<KeptAnswers, 'counted'>) {}

  add(spending: Spending): void {
    this.#spendings.push(spending);
  }

  addTask({ id, agent }: Pick<StepTask, 'id' | 'agent'>, { step, usage }: Pick<Spending, 'step' | 'usage'>): void {
    this.add({ agent, step, usage, answers: this.kept?.counted(id) ?? [] });
  }

  addOutcomes({ id: step }: Step, outcomes: readonly TaskOutcome[]): void {
    for (const { task, usage } of outcomes) if (usage !== undefined) this.addTask(task, { step, usage });
  }

  openAhead({ id, agent }: Pick<StepTask, 'id' | 'agent'>, { id: step }: Step): AheadSpending {
    const spending: AheadSpending = { agent, step, usage: undefined };
    this.#ahead.set(id, spending);
    return spending;
  }

  /** Adds usage from before the task's turn to its outcome. */
  withAhead(outcome: TaskOutcome): TaskOutcome {
    const { id } = outcome.task;
    const ahead = this.#ahead.get(id);
    this.#ahead.delete(id);
    const usage = sum(outcome.usage, ahead?.usage);
    if (ahead?.usage === undefined || usage === undefined) return outcome;
    ahead.usage = undefined;
    return { ...outcome, usage };
  }

  /** Ends the spending before the task's turn; usage that came after the task's outcome needs a note. */
  closeAhead(spending: AheadSpending): void {
    const { agent, step, usage } = spending;
    const isTold = ![...this.#ahead.values()].includes(spending);
    if (isTold && usage !== undefined) this.add({ agent, step, usage });
  }

  /** Reports, at the end of a run, usage of tasks that were never performed. */
  endAhead(): void {
    for (const { agent, step, usage } of this.#ahead.values())
      if (usage !== undefined) this.add({ agent, step, usage });
    this.#ahead.clear();
  }

  follow(performing: Promise<unknown>): void {
    this.#performing.add(performing);
    const forget = (): void => void this.#performing.delete(performing);
    performing.then(forget, forget);
  }

  /** Waits until all stopped tasks have reported their usage. */
  async settled(): Promise<void> {
    if (this.#performing.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, settlingMs)));
    await Promise.race([Promise.allSettled(this.#performing), late]);
    clearTimeout(timer);
  }

  take({ host }: Pick<Format, 'host'>): Draft | undefined {
    const spendings = this.#spendings;
    this.#spendings = [];
    const usage = spendings.map((spending) => spending.usage).reduce<Usage | undefined>(sum, undefined);
    if (usage === undefined) return undefined;
    const shares = new Map<string, Usage>();
    for (const { agent, usage: share } of spendings) shares.set(agent, sum(shares.get(agent), share) ?? share);
    const steps = [...new Set(spendings.map(({ step }) => step))];
    const answers = spendings.flatMap((spending) => spending.answers ?? []);
    const tokens = usage.input + usage.cache_write + usage.cache_read + usage.output;
    return {
      phase: 'system',
      speaker: host,
      type: 'note',
      content: `Used without an entry: ${tokens} tokens (${steps.join(', ')}).`,
      data: {
        kind: 'usage',
        usage,
        usage_by: Object.fromEntries(shares),
        steps,
        ...(answers.length === 0 ? {} : { answers }),
      },
    };
  }
}
