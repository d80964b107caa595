import type { Draft } from '../debate/entry';
import { sum, type Usage } from '../debate/entryData';
import type { Format, Step, StepTask, TaskOutcome } from '../debate/step';
import type { KeptAnswers } from './keptAnswers';

interface Spending {
  agent: string;
  step: string;
  usage: Usage;
  /** Kept answers that are counted in it. */
  answers?: readonly string[];
}

/** What is told by then counts; a performer that heeds no signal is not waited for. Milliseconds. */
const settlingMs = 1_000;

/** What was used by attempts whose step is not logged, until a note of the host says so: it is paid all the same, and counts against budgets. */
export class UnloggedUsage {
  #spendings: Spending[] = [];
  readonly #performing = new Set<Promise<unknown>>();

  constructor(private readonly kept?: Pick<KeptAnswers, 'counted'>) {}

  add(spending: Spending): void {
    this.#spendings.push(spending);
  }

  /** All that a task has used, whose step is not logged. */
  addTask({ id, agent }: Pick<StepTask, 'id' | 'agent'>, { step, usage }: Pick<Spending, 'step' | 'usage'>): void {
    this.add({ agent, step, usage, answers: this.kept?.counted(id) ?? [] });
  }

  /** Of a step that is not logged. */
  addOutcomes({ id: step }: Step, outcomes: readonly TaskOutcome[]): void {
    for (const { task, usage } of outcomes) if (usage !== undefined) this.addTask(task, { step, usage });
  }

  follow(performing: Promise<unknown>): void {
    this.#performing.add(performing);
    const forget = (): void => void this.#performing.delete(performing);
    performing.then(forget, forget);
  }

  /** Resolves when whoever was told to stop has told what it used. */
  async settled(): Promise<void> {
    if (this.#performing.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, settlingMs)));
    await Promise.race([Promise.allSettled(this.#performing), late]);
    clearTimeout(timer);
  }

  /** The note of what has come together; undefined where nothing has. */
  take({ host }: Pick<Format, 'host'>): Draft | undefined {
    const spendings = this.#spendings;
    this.#spendings = [];
    const usage = spendings.map((spending) => spending.usage).reduce<Usage | undefined>(sum, undefined);
    if (usage === undefined) return undefined;
    const shares: Record<string, Usage> = {};
    for (const { agent, usage: own } of spendings) shares[agent] = sum(shares[agent], own) ?? own;
    const steps = [...new Set(spendings.map(({ step }) => step))];
    const answers = spendings.flatMap((spending) => spending.answers ?? []);
    const tokens = usage.input + usage.cache_write + usage.cache_read + usage.output;
    return {
      phase: 'system',
      speaker: host,
      type: 'note',
      content: `Used without an entry: ${tokens} tokens (${steps.join(', ')}).`,
      data: { kind: 'usage', usage, usage_by: shares, steps, ...(answers.length === 0 ? {} : { answers }) },
    };
  }
}
