import * as z from 'zod';
import { counted, plainReason } from '../../../matching/text/shortText';
import { unreadSourcesSchema, type LeftOutSources } from '../../log/data/common';
import { redactionDuties } from '../../flow/duties';
import { evidenceViolations } from '../../rules/evidenceGate';
import { sourcedRules, type SourcedEntry } from '../../rules/spokenRules';
import type { Draft } from '../../log/entry';
import type { DebateState } from '../../fold/state';
import {
  type AgentTask,
  type CheckContext,
  type CommitContext,
  isOutcomeOf,
  type Step,
  type TaskFailure,
  type TaskOutcome,
} from '../../flow/step';
import type { CitedSource, TaskKind, TaskOutput, Violation } from '../../flow/tasks';
import { noticesOf, type Host } from './notices';

export const base = { lane: 'main', visibility: 'all' } satisfies Partial<Step>;

export const agentTask = <K extends TaskKind>(task: AgentTask<K>): AgentTask => task;

/** A step of one task. `commit` is given the accepted answer; undefined when the task failed, as `outcome` says. */
export const agentStep = <K extends TaskKind>(
  task: AgentTask<K>,
  commit: (answer: TaskOutput<K> | undefined, context: CommitContext & { outcome: TaskOutcome | undefined }) => Draft[],
  more: Partial<Pick<Step, 'onFailure' | 'forgives' | 'visibility' | 'lineage'>> = {},
): Step => ({
  ...base,
  id: task.id,
  lineage: task.agent,
  onFailure: 'commit',
  ...more,
  tasks: [agentTask(task)],
  commit: ([outcome], context) => commit(answerTo(outcome, task.kind), { ...context, outcome }),
});

/** A step that asks nobody. */
export const codeStep = (id: string, lineage: Host, commit: () => Draft[]): Step => ({
  ...base,
  id,
  lineage,
  onFailure: 'pause',
  tasks: [],
  commit,
});

/** Every agent is really checked before the debate is announced; on a failure nothing is announced. */
export const readyStep = (
  host: Host,
  roles: readonly string[],
  debaters: DebateState['debaters'],
  content: string,
): Step => ({
  ...codeStep('ready', host, () => [noticesOf(host).announcement(content, { kind: 'ready' })]),
  tasks: [{ id: 'ready', kind: 'system/ready', agent: host, agents: [...roles, ...debaters.map(({ name }) => name)] }],
});

/** Undefined when the task failed. */
export function answerTo<K extends TaskKind>(outcome: TaskOutcome | undefined, kind: K): TaskOutput<K> | undefined {
  return isOutcomeOf(outcome, kind) && outcome.ok ? outcome.output : undefined;
}

/** The last answer of the right shape before the task failed. */
export function refusedAnswer<K extends TaskKind>(
  outcome: TaskOutcome | undefined,
  kind: K,
): { answer: TaskOutput<K>; violations: readonly Violation[] } | undefined {
  if (!isOutcomeOf(outcome, kind) || outcome.ok || outcome.last === undefined) return undefined;
  return { answer: outcome.last.output, violations: outcome.last.violations };
}

/** The accepted answer, or a refused one on which its author insists: the Verifier decides. `without` removes unreadable sources; undefined if nothing is left. */
export function answerOrInsisted<K extends TaskKind>(
  outcome: TaskOutcome | undefined,
  kind: K,
  without: (answer: TaskOutput<K>, isUnread: (url: string) => boolean) => TaskOutput<K> | undefined,
): TaskOutput<K> | undefined {
  const refused = refusedAnswer(outcome, kind);
  if (refused === undefined) return answerTo(outcome, kind);
  const { answer, violations } = refused;
  if (outcome?.ok !== false || outcome.blocks === true || !isInsistedOn(violations)) return undefined;
  const unread = leftOutBy(violations);
  const left = without(answer, (url) => unread.some((source) => source.url === url));
  return left === undefined ? undefined : { ...left, ...leftOut(unread) };
}

/** What nobody could read. */
export const leftOutBy = (violations: readonly Violation[]): LeftOutSources =>
  violations.flatMap(({ leavesOut: url, why: reason }) =>
    url === undefined || reason === undefined ? [] : [{ url, reason }],
  );

/** What an answer was left without. No field of an answer that anybody is asked for. */
export const leftOut = (sources: LeftOutSources | undefined): { left_out?: LeftOutSources } =>
  sources === undefined || sources.length === 0 ? {} : { left_out: sources };

export const leftOutIn = (answer: Readonly<Record<string, unknown>>): { left_out?: LeftOutSources } =>
  leftOut(unreadSourcesSchema.safeParse(answer['left_out']).data);

/** Duties that a replayed answer ignored. No agent is asked for this field. */
export const ignoresIn = (answer: Readonly<Record<string, unknown>>): { ignores?: number[] } => {
  const { data } = z.array(z.int().min(0)).min(1).safeParse(answer['ignores']);
  return data === undefined ? {} : { ignores: data };
};

/** Reason of the failure, for people. */
export const whyFailed = (outcome: TaskOutcome | undefined): string =>
  outcome?.ok === false ? plainReason(outcome.message) : 'there was no answer.';

export const reasonsIn = (violations: readonly Violation[]): string =>
  violations.map(({ rule, message }) => plainReason(`rule ${rule}: ${message}`)).join(' ');

/** The objections to the last answer; the failure itself where there was none. */
export function failureReason({ last, message }: TaskFailure): string {
  return reasonsIn(last?.violations ?? []) || plainReason(message);
}

/** The gate of every debater in every format, beside the format's own rules. `name`: the debater. */
export function sourcedViolations(entry: SourcedEntry, name: string, context: CheckContext): Violation[] {
  const { view, sources, isInFlight } = context;
  const acknowledged = new Set(entry.acknowledges ?? []);
  return [
    // Duties that came up while the answer was under way are for the next one.
    ...(isInFlight === true ? [] : redactionDuties(name, acknowledged, view.state)),
    ...sourcedRules.flatMap((rule) => rule(entry, { view, name, isInFlight })),
    ...quotationViolations(entry),
    ...evidenceViolations(entry, sources),
  ];
}

/** Without its passage nobody could check what the source is cited for. */
function quotationViolations({ sources }: SourcedEntry): Violation[] {
  return (sources ?? [])
    .filter(({ quote }) => (quote ?? '').trim() === '')
    .map(({ url }) => ({
      rule: 'source',
      message: `${url} is cited without a quotation. Give the passage that you rely on, verbatim.`,
    }));
}

export const citedSources = ({ sources }: Pick<SourcedEntry, 'sources'>): CitedSource[] => [...(sources ?? [])];

/** Whether the author may insist against all objections. */
const isInsistedOn = (violations: readonly Violation[]): boolean =>
  violations.every(({ insistable }) => insistable === true);

export const isOutOfTime = ({ activeMs, limits }: DebateState): boolean =>
  activeMs >= limits.time_budget_minutes * 60_000;

export const timeSpentWords = ({ limits }: DebateState): string =>
  `The time budget of ${counted(limits.time_budget_minutes, 'minute')} is spent`;

/** The fewest rounds are held, the most not yet. */
export const isBetweenLimits = ({ round, limits }: DebateState): boolean =>
  round >= limits.min_rounds && round < limits.max_rounds;
