import { basename } from 'node:path';
import { counted } from '../../matching/text/shortText';
import type { OpenPoint, Point, Side, UndecidedWhy, Usage, VerificationStatus } from '../../debate/log/entryData';
import { formatIn } from '../../debate/formats/formatName';
import type { DebateState } from '../../debate/fold/state';
import type { SideScores } from '../../projections/formats/formatProjection';
import { answerOf } from '../../projections/answer';
import { projectionIn } from '../../projections/formats/registry';
import { barredWinner, leadOf, outcomeOf } from '../../projections/outcome';
import { sourceTally, unansweredIn } from '../../projections/sources';
import { positionOf, statusFrom, type DebatePhase } from '../../projections/status';
import { english, type Status } from '../../projections/vocabulary';
import { barredWinnerWords, resultWords } from '../../projections/words';
import type { DebateLog } from '../../record/debateLog';
import { logFileName } from '../../record/logPath';
import { leaseOrFree, type LeaseStatus } from '../../record/lease';
import { estimateIn, paceOf, roundTimeOf } from '../run/pace';
import { runnability } from '../run/runnability';

/** What `run`, `resume` and `status` print with `--json`. */
export interface DebateStatus {
  dir: string;
  status: Status;
  format: string;
  phase: DebatePhase;
  round: number;
  /** Null and empty before there is an answer. */
  answer: Point | null;
  agreed: readonly Point[];
  open: readonly OpenPoint[];
  outcome: string | null;
  undecided?: UndecidedWhy | undefined;
  /** In English, of a format without an outcome: the totals of a dialectic. */
  result?: string | undefined;
  /** Absent before anything is judged, and where lines of the log cannot be read. */
  lead?: Side | 'even' | undefined;
  scores?: SideScores | undefined;
  entries: number;
  next: readonly string[];
  verification: Record<VerificationStatus, number>;
  usage: Usage;
  /** US dollars: said before the start, and at the pace so far. */
  estimate?: CostRange | undefined;
  pace?: CostRange | undefined;
  round_minutes?: number | undefined;
  /** Without redacted words: gates quote what they refuse. */
  warnings: string[];
}

interface CostRange {
  usd_low: number;
  usd_high: number;
}

const costRange = ({ low, high }: { low: number; high: number }): CostRange => ({
  usd_low: cents(low),
  usd_high: cents(high),
});

const cents = (usd: number): number => Math.round(usd * 100) / 100;

function costsOf(state: DebateState): Pick<DebateStatus, 'estimate' | 'pace' | 'round_minutes'> {
  const estimate = state.setup === undefined ? undefined : estimateIn(state.setup);
  const pace = paceOf(state);
  const roundMs = roundTimeOf(state);
  return {
    estimate: estimate && costRange(estimate),
    pace: pace && costRange(pace),
    round_minutes: roundMs && Math.round(roundMs / 6_000) / 10,
  };
}

export async function statusOf(log: DebateLog, extraWarnings: readonly string[] = []): Promise<DebateStatus> {
  const { state } = log;
  const lease = await leaseOrFree(log.folder);
  const position = positionOf(state);
  const { phase, round, next, isOver } = position;
  const { mask } = log.view;
  const answered = answerOf(log.view);
  const { verified, unreliable, fabricated, unverified } = sourceTally(log.view);
  return {
    dir: log.folder,
    status: statusFrom(position, lease, log.problems.length > 0),
    format: formatIn(state.setup),
    phase,
    round,
    answer: answered?.answer ?? null,
    agreed: answered?.agreed ?? [],
    open: answered?.open ?? [],
    outcome: position.outcome === null ? null : mask.text(position.outcome),
    undecided: state.conclusion?.undecided,
    result: resultWords(english, outcomeOf(state)),
    lead: leadOf(log.view),
    scores: projectionIn(state).scores?.(state),
    entries: state.headers.length,
    next,
    verification: { verified, unreliable, fabricated, unverified },
    usage: { ...state.usage },
    ...costsOf(state),
    warnings: [...new Set([...extraWarnings, ...warningsOf(log, lease, isOver)])].map((one) => mask.text(one)),
  };
}

/** Nobody judged what these sources are cited for. */
function unansweredWarning(state: DebateState): string[] {
  const open = unansweredIn(state);
  if (open.length === 0) return [];
  return [
    `Whether ${counted(open.length, 'source')} ${open.length === 1 ? 'supports' : 'support'} what is said was asked, and not answered (seq ${open.join(', ')}). In the editor, Check Again asks once more.`,
  ];
}

function warningsOf(log: DebateLog, lease: LeaseStatus, isOver: boolean): string[] {
  const { state, problems } = log;
  const runnable = runnability(state);
  const winner = barredWinner(state);
  const skipped = state.turns.filter((turn) => turn.skipped);
  const rest = problems.length - mostProblems;
  const stopped = !isOver && lease.state === 'released' ? lease.holder.reason : undefined;
  return [
    ...(!runnable.ok && (runnable.code === 'format' || runnable.code === 'version') ? [runnable.reason] : []),
    ...(stopped === undefined ? [] : [stopped]),
    ...(lease.state === 'held' && !isOver ? [`Run by ${lease.holder.program} since ${lease.holder.since}.`] : []),
    ...(log.unfinishedTail === '' || problems.some(({ line }) => line > log.lines)
      ? []
      : ['The log ends in an unfinished line; it is repaired when the debate is resumed.']),
    ...skipped.map((turn) => `The turn of ${turn.debater} was skipped (seq ${turn.seqs[0] ?? ''}).`),
    ...(winner === undefined ? [] : [barredWinnerWords(english, winner)]),
    ...unansweredWarning(state),
    ...state.failures.map((failure) => `seq ${failure.seq}: ${failure.reason}`),
    ...problems.slice(0, mostProblems).map(({ line, message }) => `line ${line}: ${message}`),
    ...(rest > 0
      ? [
          `and ${rest.toLocaleString('en-US')} more: rostrum lint ${basename(log.path) === logFileName ? log.folder : log.path}`,
        ]
      : []),
  ];
}

const mostProblems = 10;
