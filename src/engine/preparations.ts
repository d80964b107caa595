import type { PerformContext, Performer } from '../agents/performer';
import { sum, type Usage } from '../debate/log/entryData';
import type { Ahead, AgentTask, Step } from '../debate/flow/step';
import type { TaskKind } from '../debate/flow/tasks';
import type { RecordView } from '../debate/fold/view';
import type { KeptAnswers } from './keptAnswers';
import type { RequestBudget, UnloggedUsage } from './requestBudget';
import { visibleInput } from './performTask';
import { isAgentTask } from './taskRunner';

interface PreparationOptions {
  performerOf: (agent: string, kind?: TaskKind) => Performer;
  view: () => RecordView;
  kept: KeptAnswers;
  accounts: UnloggedUsage;
  budget: RequestBudget;
  signal: AbortSignal;
}

interface Preparation {
  stop: AbortController;
  done: Promise<void>;
}

/**
 * Sends the first requests of the next step while a step is running, and keeps the answers. The step is still performed
 * in its turn, and finds answers to requests that are unchanged.
 */
export class Preparations {
  readonly #running = new Map<string, Preparation>();
  readonly #begun = new Set<string>();

  constructor(private readonly options: PreparationOptions) {
    options.kept.onMiss = (task) => this.#running.get(task)?.stop.abort(new Error('It is asked otherwise now.'));
  }

  /** Starts the step's tasks; each task at most once in a run. */
  start({ step, isCertain }: Ahead): void {
    for (const task of step.tasks) {
      if (!isAgentTask(task) || this.#begun.has(task.id)) continue;
      this.#begun.add(task.id);
      const performer = this.options.performerOf(task.agent, task.kind);
      if (performer.prepare !== undefined)
        this.#begin(task, step, (...given) => performer.prepare?.(...given, isCertain));
    }
  }

  /** Sends no new requests, and waits for those that were sent. */
  async rest(): Promise<void> {
    this.options.kept.rest();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #begin(
    task: AgentTask,
    step: Step,
    prepare: (...given: Parameters<Performer['perform']>) => Promise<void> | undefined,
  ): void {
    const { signal, accounts, kept, view, budget } = this.options;
    const stop = new AbortController();
    const pass = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', pass, { once: true });
    const { id, kind, agent, feedback = [] } = task;
    const request = { id, kind, agent, input: visibleInput(task, view()), attempt: 1, feedback };
    const spending = accounts.openAhead(task, step);
    let beforeAnswer: Usage | undefined;
    const context: PerformContext = {
      signal: stop.signal,
      progress: (event) => kept.reportWaiting(id, event),
      spent: (usage) => (spending.usage = sum(spending.usage, usage)),
      mayAsk: (atMost) => budget.admit({ kind, atMost, signal: stop.signal, isAhead: true }),
      placeFor: kept.placesAhead(step, task, {
        onAsk: () => (beforeAnswer = spending.usage),
        onKept: () => (spending.usage = beforeAnswer),
      }),
    };
    // A failure happens again, and is reported, when the step is performed.
    const done = Promise.resolve(prepare(request, context))
      .catch(() => undefined)
      .then(() => {
        signal.removeEventListener('abort', pass);
        this.#running.delete(id);
        kept.settle(id);
        accounts.closeAhead(spending);
      });
    accounts.follow(done);
    this.#running.set(id, { stop, done });
  }
}
