import { formatIn } from '../debate/formats/formatName';
import { formatNamed } from '../debate/formats/registry';
import { importGoneOn } from '../debate/fold/imported';
import { isSample } from '../debate/flow/seats';
import type { DebateState } from '../debate/fold/state';
import type { FormatStatus } from '../debate/flow/step';
import { newerVersionReason } from '../debate/fold/versions';
import type { Status } from './vocabulary';

export type DebatePhase = FormatStatus['phase'] | 'unknown';

export interface Position extends Omit<FormatStatus, 'phase'> {
  kind: 'empty' | 'foreign' | 'unknown_format' | 'own';
  phase: DebatePhase;
  /** Nothing is left but, where results of the Verifier were lost, to check those sources again. */
  isOver: boolean;
  /** Ids of steps: those that may run now, or what a debate without an end of its own may be asked for. */
  next: readonly string[];
}

/** Who drives a debate, as its lease says. */
type Driver =
  | { state: 'free' | 'held' | 'dead' | 'silent' }
  | { state: 'released'; holder: { released?: string | undefined } };

/** Logs without a setup are the panel's ancestors'. Undefined if this version does not know it. */
const formatOf = ({ setup }: Pick<DebateState, 'setup'>) => formatNamed(formatIn(setup));

const known = new WeakMap<DebateState, { entries: number; position: Position }>();

/** Once for each length of the log: asking the format for its steps is expensive. */
export function positionOf(state: DebateState): Position {
  const entries = state.headers.length;
  const before = known.get(state);
  if (before?.entries === entries) return before.position;
  const position = positionNow(state);
  known.set(state, { entries, position });
  return position;
}

function positionNow(state: DebateState): Position {
  const outcome = state.conclusion?.outcome ?? null;
  const format = formatOf(state);
  if (format === undefined)
    return { kind: 'unknown_format', phase: 'unknown', round: state.round, outcome, isOver: false, next: [] };
  const position = format.status(state);
  if (state.setup === undefined) {
    const isOver = state.conclusion !== undefined;
    const kind = state.headers.length === 0 ? 'empty' : 'foreign';
    return { ...position, kind, phase: isOver ? 'done' : position.phase, isOver, next: [] };
  }
  const next = format.decide(state).map(({ id }) => id);
  const isNewer = newerVersionReason(state) !== undefined;
  const offered = next.length === 0 ? (format.offers?.(state) ?? []) : next;
  return {
    ...position,
    kind: 'own',
    isOver: next.length === 0 || position.phase === 'done',
    next: isNewer ? [] : offered,
  };
}

/** Rounds of a panel or tribunal, exchanges of a dialectic. */
export const roundsHeld = (state: DebateState): number => formatOf(state)?.held?.(state) ?? state.round;

/** `hasProblems`: the log has lines that are no entries. */
export function statusFrom(
  { kind, isOver }: Pick<Position, 'kind' | 'isOver'>,
  driver: Driver,
  hasProblems = false,
): Status {
  if (kind === 'empty') return hasProblems ? 'unreadable' : 'empty';
  if (isOver) return 'done';
  if (kind === 'foreign') return 'foreign';
  if (kind === 'unknown_format') return 'unreadable_format';
  if (driver.state === 'held') return 'running';
  return driver.state === 'released' ? releasedStatus(driver.holder.released) : 'interrupted';
}

function releasedStatus(as: string | undefined): Status {
  if (as === 'paused' || as === 'budget') return 'paused';
  return as === 'failed' || as === 'stopped' ? as : 'interrupted';
}

/** Before anybody has spoken there is nothing to conclude from, and a sample's end is written for the whole of it. */
export const mayConclude = ({ conclusion, concludeRequested, turns, setup }: DebateState): boolean =>
  conclusion === undefined && !concludeRequested && turns.length > 0 && !isSample(setup);

/** Whether a debate of ours has begun and is not over: then its position matters. */
export const isUnderWay = (status: Status): boolean => underWay.includes(status);
const underWay: readonly Status[] = ['running', 'paused', 'stopped', 'interrupted', 'failed'];

/** Of a debate that this program runs: its log and lease are looked at a moment later. */
export const whileRun = (status: Status): Status => (isUnderWay(status) ? 'running' : status);

/** Milliseconds: how long it ran without pauses, and that of an import; of a record whose steps have none, from its first entry to its last. */
export const elapsedOf = (state: DebateState): number =>
  state.elapsedMs > 0 ? state.elapsedMs + heldElsewhereMs(state) : spanOf(state.headers);

/** Milliseconds that an import took; 0 of a debate that began here. */
export function heldElsewhereMs(state: DebateState): number {
  const until = importGoneOn(state)?.until;
  return until === undefined ? 0 : spanOf(state.headers.filter(({ seq }) => seq <= until));
}

function spanOf(headers: DebateState['headers']): number {
  const times = headers.map(({ time }) => time).filter(Number.isFinite);
  const [first] = times;
  return Math.max(0, (times.at(-1) ?? 0) - (first ?? 0));
}
