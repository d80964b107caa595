import { basename } from 'node:path';
import { counted } from '../../matching/text/shortText';
import { judgedCounts, type JudgedCounts } from '../../debate/fold/citations';
import type { Side, Tally, UndecidedWhy, Usage } from '../../debate/log/entryData';
import { formatIn } from '../../debate/formats/formatName';
import type { DebateState } from '../../debate/fold/state';
import type { SideScores } from '../../projections/formats/formatProjection';
import { answerOf, type ShownOpenPoint, type ShownPoint } from '../../projections/answer';
import { projectionIn } from '../../projections/formats/registry';
import { barredWinner, leadOf, outcomeOf } from '../../projections/outcome';
import { type BaselineJson, baselineJson } from '../../projections/plainAnswer';
import { sourceTally, unansweredIn } from '../../projections/sources';
import { elapsedOf, positionOf, statusFrom, type DebatePhase } from '../../projections/status';
import { english, type Status } from '../../projections/vocabulary';
import { barredWinnerWords, resultWords } from '../../projections/words';
import type { DebateLog } from '../../record/debateLog';
import { has } from '../../debate/fold/versions';
import { logFileName } from '../../record/logPath';
import { leaseOrFree, type LeaseStatus, sinceText } from '../../record/lease';
import { estimateIn, paceOf, roundTimeOf } from '../run/pace';
import { runnability } from '../run/runnability';

/** What `run`, `resume` and `status` print with `--json`. */
export interface DebateStatus {
  dir: string;
  status: Status;
  format: string;
  phase: DebatePhase;
  round: number;
  question: string | null;
  /** Null before the end, and where nobody answered. `agreed` and `open` are empty before the end. */
  answer: ShownPoint | null;
  agreed: readonly ShownPoint[];
  open: readonly ShownOpenPoint[];
  outcome: string | null;
  undecided?: UndecidedWhy | undefined;
  /** How judges decided, where any sat. */
  tally?: Tally | undefined;
  /** Whether the lead of a dialectic holds for more than half of its judges. */
  firm?: boolean | undefined;
  /** The result in English, in a format without an outcome: the totals of a dialectic. */
  result?: string | undefined;
  /** Absent before anything is judged, and where lines of the log cannot be read. */
  lead?: Side | 'even' | undefined;
  scores?: SideScores | undefined;
  /** What one pass said before the debate; absent before the end, and where none was asked. */
  baseline?: BaselineJson | undefined;
  /** Milliseconds that it ran, without pauses. */
  elapsed_ms: number;
  entries: number;
  /** SHA-256 of the last line, where the record has a chain: `rostrum audit --head` finds it again. */
  head?: string | undefined;
  next: readonly string[];
  verification: JudgedCounts;
  usage: Usage;
  /** US dollars: said before the start, and at the pace so far. */
  estimate?: CostRange | undefined;
  pace?: CostRange | undefined;
  round_minutes?: number | undefined;
  /** Warnings without redacted words: gates quote what they refuse. */
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

/** Programs read that a debate is interrupted, whoever stopped it. */
export const toldStatus = (status: Status): Status => (status === 'stopped' ? 'interrupted' : status);

export async function statusOf(log: DebateLog, extraWarnings: readonly string[] = []): Promise<DebateStatus> {
  const { state } = log;
  const lease = await leaseOrFree(log.folder);
  const position = positionOf(state);
  const { phase, round, next, isOver } = position;
  const { mask } = log.view;
  const { question, given, agreed, open } = answerOf(log.view);
  return {
    dir: log.folder,
    status: toldStatus(statusFrom(position, lease, log.problems.length > 0)),
    format: formatIn(state.setup),
    phase,
    round,
    question: question ?? null,
    answer: given === undefined ? null : { text: given.text, seqs: given.seqs },
    agreed: isOver ? agreed : [],
    open: isOver ? open : [],
    outcome: position.outcome === null ? null : mask.text(position.outcome),
    undecided: state.conclusion?.undecided,
    tally: state.conclusion?.tally,
    firm: projectionIn(state).isFirm?.(state),
    result: resultWords(english, outcomeOf(state)),
    lead: leadOf(log.view),
    scores: projectionIn(state).scores?.(state),
    baseline: baselineJson(log.view),
    elapsed_ms: elapsedOf(state),
    entries: state.headers.length,
    head: has(state, 'chain') ? log.head : undefined,
    next,
    verification: judgedCounts(sourceTally(log.view)),
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
    ...(lease.state === 'held' && !isOver ? [`Run by ${lease.holder.program} since ${sinceText(lease.holder)}.`] : []),
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
