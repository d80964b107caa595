import type { Draft } from '../debate/entry';
import { sum, type StepMark, type Usage } from '../debate/entryData';
import type { Step, TaskOutcome } from '../debate/step';

/** A performed step; `judgedAt` is the length of the record by which its answers were last judged. */
export interface Answered {
  step: Step;
  outcomes: TaskOutcome[];
  started: number;
  judgedAt: number;
  /** Of a step that is played again: when it was written, and what it took then. */
  recorded?: { at: string; elapsed_ms: number };
}

/** A step of the same id may have become other work meanwhile. */
export function isSameWork(wanted: Step, outcomes: readonly TaskOutcome[]): boolean {
  const ids = wanted.tasks.map((task) => task.id);
  return ids.length === outcomes.length && outcomes.every((outcome, index) => outcome.task.id === ids[index]);
}

/** The drafts with the mark of their step: its place in the batch, attempts, time and what it cost. */
export function stamped(drafts: readonly Draft[], { step, outcomes, started, recorded }: Answered): Draft[] {
  if (drafts.length === 0) throw new Error(`Step ${step.id} committed no entry; every step must close with one.`);
  const usage = outcomes.map((outcome) => outcome.usage).reduce(sum, undefined);
  const agent = step.tasks[0]?.agent;
  const shares = sharesOf(outcomes);
  const pacedMs = pacedFor(outcomes);
  const condensed = Math.max(0, ...outcomes.map((outcome) => (outcome.ok ? (outcome.condensed ?? 0) : 0)));
  return drafts.map((draft, index) => {
    const mark: StepMark = {
      id: step.id,
      index,
      count: drafts.length,
      attempt: Math.max(1, ...outcomes.map((outcome) => outcome.attempt)),
      elapsed_ms:
        recorded?.elapsed_ms ??
        (outcomes.some((outcome) => outcome.isPersons === true)
          ? 0
          : Math.round(performance.now() - started - pacedMs)),
      ...(pacedMs === 0 ? {} : { paced_ms: Math.round(pacedMs) }),
      ...(agent === undefined ? {} : { agent }),
      ...(usage === undefined ? {} : { usage }),
      ...(shares === undefined ? {} : { usage_by: shares }),
      ...(condensed === 0 ? {} : { condensed }),
    };
    return { ...draft, data: { ...draft.data, step: mark } };
  });
}

/** By so much the step took longer for the pace of its answers: those of one step arrive side by side. */
function pacedFor(outcomes: readonly TaskOutcome[]): number {
  const longest = (ms: (outcome: TaskOutcome) => number): number => Math.max(0, ...outcomes.map(ms));
  return longest(({ elapsedMs, untimedMs = 0 }) => elapsedMs + untimedMs) - longest(({ elapsedMs }) => elapsedMs);
}

/** Undefined where one agent was asked, or none has used anything. */
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
