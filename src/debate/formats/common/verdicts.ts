import { dataOf } from '../../log/codec';
import { own } from '../../log/objects';
import type { Draft, Entry } from '../../log/entry';
import { type EntryData, type ReadingOrder, readingOrders, type Tally } from '../../log/entryData';
import type { DebateState, FactKind } from '../../fold/state';
import type { AgentTask, Step, TaskOutcome } from '../../flow/step';
import { type SeatedJudge, seatedJudges } from '../../flow/judges';
import { performing, namedPerformer, providerInForce } from '../../flow/seats';
import type { TaskKind, TaskOutput } from '../../flow/tasks';
import { drawn } from './drawn';
import { noticesOf, type Host } from './notices';
import { needOf, type JudgeReading } from './outcomeRule';
import { agentTask, answerTo, base, failureReason } from './steps';

/** What a judge read and decided in one order. */
export interface GivenVerdict {
  seq: number;
  reading: JudgeReading;
  choice: string | undefined;
  issues: NonNullable<EntryData['verdict']['issues']>;
}

export type BothVerdicts = readonly [a: GivenVerdict, b: GivenVerdict];

interface VerdictFacts {
  /** The verdicts by judge and order; the first of each counts. */
  readonly given: Map<string, Map<ReadingOrder, GivenVerdict>>;
  /** Judges without a verdict, and why. */
  readonly failed: Map<string, { seq: number; reason: string }>;
}

export const verdictFacts: FactKind<VerdictFacts> = {
  name: 'verdicts',
  types: ['verdict', 'note'],
  create: () => ({ given: new Map(), failed: new Map() }),
  evolve(facts, entry) {
    if (entry.type === 'note') readFailure(facts, entry);
    else readVerdict(facts, entry);
  },
};

function readFailure({ failed }: VerdictFacts, entry: Entry): void {
  const data = dataOf(entry, 'note');
  if (data?.kind !== 'failure' || data.judge === undefined || failed.has(data.judge)) return;
  failed.set(data.judge, { seq: entry.seq, reason: data.reason ?? entry.content });
}

function readVerdict({ given }: VerdictFacts, entry: Entry): void {
  const data = dataOf(entry, 'verdict');
  if (data === undefined) return;
  const orders = given.get(data.judge) ?? new Map<ReadingOrder, GivenVerdict>();
  given.set(data.judge, orders);
  if (orders.has(data.order)) return;
  const { choice, issues = [] } = data;
  orders.set(data.order, { seq: entry.seq, reading: readingOf(data), choice, issues });
}

/** The totals by debater; labels are told apart by what the verdict itself says of them. */
export function readingOf({
  criteria = [],
  labels,
  void: unfair,
}: Pick<EntryData['verdict'], 'criteria' | 'labels' | 'void'>): JudgeReading {
  const totals = new Map(Object.values(labels).map((name) => [name, 0]));
  for (const { label, points } of criteria) {
    const name = own(labels, label) ?? label;
    totals.set(name, (totals.get(name) ?? 0) + points);
  }
  return { totals, isVoid: unfair !== undefined };
}

/** Undefined where the judge failed, or has not been asked. */
export function verdictsOf(state: DebateState, judge: string): BothVerdicts | undefined {
  const orders = state.factsOf(verdictFacts).given.get(judge);
  const [a, b] = [orders?.get('a'), orders?.get('b')];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** Judges that decide: none where a person holds the seat that concludes, or nobody does. */
export function judgesOf(state: DebateState, concluding: { agent: string; kind: TaskKind }): SeatedJudge[] {
  const by = performing(namedPerformer(state, concluding.agent, concluding.kind), providerInForce(state));
  return by === 'human' || by === 'offline' ? [] : seatedJudges(state);
}

export const isComplete = (state: DebateState, { id }: SeatedJudge): boolean => verdictsOf(state, id) !== undefined;

const hasFailed = (state: DebateState, { id }: SeatedJudge): boolean => state.factsOf(verdictFacts).failed.has(id);

/** The judge that is asked next; undefined when each has answered or failed. */
export const nextJudge = (state: DebateState, judges: readonly SeatedJudge[]): SeatedJudge | undefined =>
  judges.find((judge) => !isComplete(state, judge) && !hasFailed(state, judge));

/** One order of reading: whose words come first, and the seed from which that was drawn. */
export interface ReadingPlan {
  judge: SeatedJudge;
  order: ReadingOrder;
  seed: string;
  names: readonly string[];
}

/** Order a is drawn for each judge; order b is its reverse. */
export function readingPlans(judge: SeatedJudge, names: readonly string[], setupSeed: string): ReadingPlan[] {
  const seed = `${setupSeed}/${judge.id}`;
  const first = drawn(names, seed);
  return readingOrders.map((order) => ({ judge, order, seed, names: order === 'a' ? first : first.toReversed() }));
}

/** Seed of a debate; the topic where the setup has none. */
export const seedOf = ({ setup }: DebateState): string => {
  const seed = setup?.options?.['seed'];
  return typeof seed === 'string' ? seed : (setup?.topic ?? '');
};

interface VerdictStep<K extends TaskKind> {
  host: Host;
  judge: SeatedJudge;
  plans: readonly ReadingPlan[];
  kind: K;
  task: (plan: ReadingPlan) => Pick<AgentTask<K>, 'input' | 'check'>;
  draft: (answer: TaskOutput<K>, plan: ReadingPlan) => EntryData['verdict'];
  text: (data: EntryData['verdict']) => string;
  /** A failure leaves no judge that decides: the debate is paused, and the judge is asked again. */
  isVital: boolean;
}

export const verdictId = (judge: string): string => `verdict/${judge}`;

/** Both orders are one step, so that a judge is there whole or not at all. */
export function verdictStep<K extends TaskKind>(wanted: VerdictStep<K>): Step {
  const { host, judge, plans, kind, task, isVital } = wanted;
  const id = verdictId(judge.id);
  return {
    ...base,
    id,
    lineage: 'judge',
    visibility: [],
    onFailure: isVital ? 'pause' : 'commit',
    tasks: plans.map((plan) => agentTask<K>({ id: `${id}/${plan.order}`, agent: judge.agent, kind, ...task(plan) })),
    commit: (outcomes) => {
      const answers = outcomes.map((outcome) => answerTo(outcome, kind));
      const drafts = plans.flatMap((plan, index) => {
        const answer = answers[index];
        return answer === undefined ? [] : [verdictDraft(answer, plan, wanted)];
      });
      return drafts.length === plans.length ? drafts : [failedVerdict(host, judge.id, outcomes)];
    },
  };
}

function verdictDraft<K extends TaskKind>(
  answer: TaskOutput<K>,
  plan: ReadingPlan,
  { draft, text }: VerdictStep<K>,
): Draft {
  const data = draft(answer, plan);
  return { phase: 'system', speaker: 'judge', type: 'verdict', content: text(data), data };
}

function failedVerdict(host: Host, judge: string, outcomes: readonly TaskOutcome[]): Draft {
  const why = outcomes.flatMap((outcome) => (outcome.ok ? [] : [failureReason(outcome)]));
  const reason = [...new Set(why)].join(' ');
  const draft = noticesOf(host).failureNote(
    `The verdict of judge ${judge}`,
    reason,
    'It counts as a judge without a vote.',
  );
  return { ...draft, data: { ...draft.data, judge } };
}

interface CountedJudges {
  judges: readonly SeatedJudge[];
  votes: ReadonlyMap<string, number>;
  flips: readonly string[];
}

export function tallyOf(state: DebateState, { judges, votes, flips }: CountedJudges): Tally {
  const verdicts = judges.map((judge) => verdictsOf(state, judge.id));
  return {
    seated: judges.length,
    complete: verdicts.filter((both) => both !== undefined).length,
    need: needOf(judges.length),
    votes: Object.fromEntries(votes),
    flips: [...flips],
    failed: judges.filter((_, index) => verdicts[index] === undefined).map(({ id }) => id),
    seqs: verdicts.flatMap((both) => both?.map(({ seq }) => seq) ?? []),
  };
}

/** How the judges decided, in words. */
export function tallyText({ seated, complete, need, votes, flips, failed }: Tally): string {
  const each = Object.entries(votes).map(([choice, count]) => `${choice} ${count}`);
  const parts = [
    seated === 1
      ? `One judge read the record in both orders${complete === 1 ? '' : ', without a verdict'}.`
      : `${seated} judges, ${complete} of them complete in both orders; ${need} have to agree.`,
    each.length === 0 ? '' : `Votes: ${each.join(', ')}.`,
    flips.length === 0 ? '' : `Decided otherwise when it read the sides in the other order: ${flips.join(', ')}.`,
    failed.length === 0 ? '' : `Without a verdict: ${failed.join(', ')}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Agreement of both orders is no proof, and the words say so. */
export const stableWords =
  'That a judge decides alike in both orders says that it is stable, not how often such judges are mistaken: docs/outcomes.md has the figures.';
