import { isExtractive } from '../../flow/seats';
import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import { maskText } from '../../fold/mask';
import {
  type EntryType,
  type IssueStatus,
  type QualityMetrics,
  type TrackedIssue,
  qualityMetricsSchema,
} from '../../log/entryData';
import { keysOf, own } from '../../log/objects';
import { type DebateState, type FactKind, hasStep, isRedacted } from '../../fold/state';
import type { TrackerRow } from '../../flow/tasks/tribunal';
import type { RecordView } from '../../fold/view';
import { isOutOfTime } from '../common/steps';
import { mostRounds, optionsOf } from './options';
import type { SideName } from './contribution';

/** Numbers are seqs; undefined: not there (yet). */
export interface TribunalRound {
  readonly round: number;
  start?: number;
  defense?: number;
  critique?: number;
  assessment?: number;
  /** Who failed in it: `advocate`, `critic`, `judge`. */
  readonly failed: string[];
  score?: { advocate: number | undefined; critic: number | undefined };
}

export interface TribunalFacts {
  /** Once it is settled. */
  total: number | undefined;
  /** In order of first appearance; histories are oldest first, and never changed. */
  tracker: TrackerRow[];
  rounds: TribunalRound[];
  /** The Judge asked to end with this assessment. */
  endedBy: number | undefined;
  ruling:
    | {
        seq: number;
        verdicts: { issue: string; verdict: string }[];
        metrics: QualityMetrics | undefined;
        early: boolean;
      }
    | undefined;
}

type TribunalReader = (facts: TribunalFacts, entry: Entry, state: DebateState) => void;

/** A log may claim any number; a round beyond this one is none that anybody held. */
const highestRound = 999_999;

const readers: Partial<Record<EntryType, TribunalReader>> = {
  announcement(facts, entry, state) {
    const data = dataOf(entry, 'announcement');
    if (data?.kind === 'round_start') roundOf(facts, data.round ?? state.round).start ??= entry.seq;
  },
  note(facts, entry, state) {
    const data = dataOf(entry, 'note');
    if (data?.kind === 'rounds_planned') facts.total ??= data.rounds;
    if (data?.kind !== 'failure' || data.side === undefined || data.round === undefined) return;
    const { failed } = roundOf(facts, data.round ?? state.round);
    if (!failed.includes(data.side)) failed.push(data.side);
  },
  intervention(facts, entry, state) {
    const change = dataOf(entry, 'intervention')?.change;
    const limit = change?.max_rounds ?? change?.limits?.max_rounds;
    // Before the plan it only bounds it; later it is the number, but for the round that runs.
    if (limit !== undefined && facts.total !== undefined) facts.total = Math.max(limit, state.round);
  },
  defense(facts, entry, state) {
    roundOf(facts, dataOf(entry, 'defense')?.round ?? state.round).defense ??= entry.seq;
  },
  critique(facts, entry, state) {
    roundOf(facts, dataOf(entry, 'critique')?.round ?? state.round).critique ??= entry.seq;
  },
  assessment(facts, entry, state) {
    const data = dataOf(entry, 'assessment');
    const round = roundOf(facts, data?.round ?? state.round);
    if (round.assessment !== undefined) return;
    round.assessment = entry.seq;
    const { advocate, critic } = data?.round_score ?? {};
    if (advocate !== undefined || critic !== undefined) round.score = { advocate, critic };
    for (const issue of data?.issues ?? []) track(facts.tracker, issue, round.round);
    if (data?.end === true) facts.endedBy ??= entry.seq;
  },
  judges_ruling(facts, entry) {
    const data = dataOf(entry, 'judges_ruling');
    facts.ruling ??= {
      seq: entry.seq,
      verdicts: (data?.verdicts ?? []).map(({ issue, verdict }) => ({ issue, verdict })),
      metrics: qualityMetricsSchema.safeParse(data?.metrics).data,
      early: data?.early ?? false,
    };
  },
};

/** Whether a defence is in the record. */
export const hasCase = (state: DebateState): boolean =>
  state.factsOf(tribunalFacts).rounds.some(({ defense }) => defense !== undefined && !isRedacted(state, defense));

/** Made where there is none yet; rounds are in the order of their numbers. */
function roundOf({ rounds }: TribunalFacts, claimed: number): TribunalRound {
  const round = Math.min(Math.max(claimed, 1), highestRound);
  const known = rounds.findLast((candidate) => candidate.round === round);
  if (known !== undefined) return known;
  const made: TribunalRound = { round, failed: [] };
  const before = rounds.findLastIndex((candidate) => candidate.round < round);
  rounds.splice(before + 1, 0, made);
  return made;
}

/** The rows before stay as they are. */
function track(tracker: TrackerRow[], issue: TrackedIssue, round: number): void {
  const { id, title, status, severity, reason, argued = false } = issue;
  const row = { round, status, severity, reason, argued };
  const at = tracker.findIndex((known) => known.id === id);
  const known = tracker[at];
  if (known === undefined) tracker.push({ id, title, status, severity, history: [row] });
  else if (known.history.at(-1)?.round !== round)
    tracker[at] = { ...known, status, severity, history: [...known.history, row] };
}

export const tribunalFacts: FactKind<TribunalFacts> = {
  name: 'tribunal',
  types: keysOf(readers),
  create: () => ({ total: undefined, tracker: [], rounds: [], endedBy: undefined, ruling: undefined }),
  evolve(facts, entry, state) {
    // Other formats announce rounds and change limits too; only what a tribunal's log says is its own.
    if (state.setup !== undefined && state.setup.format !== 'tribunal') return;
    own<TribunalReader | undefined>(readers, entry.type)?.(facts, entry, state);
  },
};

export const sideId = (round: number, side: SideName): string => `r${round}/${side}`;
export const judgeId = (round: number): string => `r${round}/judge`;

/** The advocate makes its case before anybody can criticise it; after that as the options say. */
export function orderOf(state: DebateState, round: number): readonly [SideName, SideName] {
  const isAdvocates = round === 1 || optionsOf(state).order === 'advocate-first';
  return isAdvocates ? ['advocate', 'critic'] : ['critic', 'advocate'];
}

export const factsOfRound = (state: DebateState, round: number): TribunalRound | undefined =>
  state.factsOf(tribunalFacts).rounds.find((candidate) => candidate.round === round);

/** Seq of the announcement. What the user says later is for the next round. */
export const startOf = (state: DebateState, round: number): number => factsOfRound(state, round)?.start ?? 0;

/** Before it is settled the highest that there may be. */
export const totalOf = (state: DebateState): number => state.factsOf(tribunalFacts).total ?? mostRounds;

/** The planned rounds end with this one, or the user wants the end: whoever assesses it knows. */
export const isLastRound = (state: DebateState, round: number): boolean =>
  round >= totalOf(state) || state.concludeRequested;

export const isRoundOver = (state: DebateState, round: number): boolean => hasStep(state, judgeId(round));

export type RulingOccasion = 'final' | 'early' | 'concluded';

/** Why the ruling is due now; undefined while rounds are to be held. */
export function rulingOccasion(state: DebateState): RulingOccasion | undefined {
  const round = state.round;
  const { endedBy } = state.factsOf(tribunalFacts);
  if (round > 0 && isRoundOver(state, round)) {
    if (round >= totalOf(state)) return 'final';
    if (endedBy !== undefined) return 'early';
    if (state.concludeRequested || isOutOfTime(state)) return 'concluded';
    return undefined;
  }
  return state.concludeRequested && !owesAssessment(state, round) ? 'concluded' : undefined;
}

/** Without any issue there is nothing to rule on: what was objected to is assessed first. */
function owesAssessment(state: DebateState, round: number): boolean {
  const { tracker } = state.factsOf(tribunalFacts);
  if (isExtractive(state, 'judge')) return false;
  return tracker.length === 0 && factsOfRound(state, round)?.critique !== undefined;
}

export function statusCounts(rows: readonly { status: IssueStatus }[]): Record<IssueStatus, number> {
  const counts = { open: 0, resolved: 0, stalled: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** The issues as anyone may see them: titles and reasons that only redacted assessments have are too short for the mask. */
export function visibleTracker(view: RecordView): readonly TrackerRow[] {
  const { state, mask } = view;
  const { tracker, rounds } = state.factsOf(tribunalFacts);
  if (state.redactions.size === 0) return tracker;
  const inForce = new Map(
    rounds.flatMap(({ round, assessment: seq }) =>
      seq === undefined || isRedacted(state, seq) ? [] : [[round, seq] as const],
    ),
  );
  return tracker.map((row) => ({
    ...row,
    title: titleIn(view, row.id, inForce.get(row.history.find(({ round }) => inForce.has(round))?.round ?? -1)),
    history: row.history.map(({ reason, ...step }) => ({
      ...step,
      reason: reason === undefined ? undefined : inForce.has(step.round) ? mask.text(reason) : maskText,
    })),
  }));
}

/** The title in the first assessment that stands. */
const titleIn = (view: RecordView, issue: string, seq: number | undefined): string =>
  dataOf(view.visible(seq), 'assessment')?.issues?.find(({ id }) => id === issue)?.title ?? maskText;
