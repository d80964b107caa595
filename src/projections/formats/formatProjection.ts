import type { Entry } from '../../debate/entry';
import type { Side } from '../../debate/entryData';
import type { DebateState } from '../../debate/state';
import type { StageNames } from '../stage';
import type { DebatePhase } from '../status';
import type { ViewName } from '../vocabulary';

/** What surfaces show of the debates of one format. */
export interface FormatProjection {
  stages: StageNames;
  /** How the end of its logs is read; without it only the whole log tells where a debate is. */
  tail?: TailReader;
  /** Where it counts otherwise than in rounds between two limits. */
  progress?(state: DebateState): Progress;
  rail(state: DebateState, starts: SectionStarts, isOver: boolean): RailPart[];
  /** In the order of the tabs. */
  views(state: DebateState): readonly ViewName[];
  /** Of formats that score their debaters. */
  scores?(state: DebateState): ScoreTotals;
}

/** What the newest entries of a log tell about where the debate is. */
export interface TailPhase {
  /** Undefined where they do not tell. */
  phase: DebatePhase | undefined;
  /** False where something stands there that only the whole log can make sense of. */
  isCertain: boolean;
}

/** The main lane's steps follow each other, so that the newest of them says where the debate is. */
export interface TailReader {
  /** The letter before the number in the ids of its rounds' steps. */
  roundMark: 'r' | 'e';
  phaseIn(newestFirst: Iterable<Entry>, tail: { newest(pattern: RegExp): unknown }): TailPhase;
}

/** How far a debate is. `planning`: how many rounds there are to be is not settled. */
export type Progress =
  | { code: 'planning' }
  | { code: 'rounds'; planned: number }
  | { code: 'round'; round: number; planned: number | undefined }
  | { code: 'exchanges'; judged: number; requested: number; awaiting: 'arguments' | 'judgment' | undefined };

/** Where each section begins in the log, in the order of the log. */
export type SectionStarts = ReadonlyMap<string, number>;

/** A section of the debate, and how far it is with it. */
export interface RailPart {
  id: string;
  state: 'done' | 'now' | 'todo' | 'skipped';
}

/** Cumulative scores of two sides, and how many arguments each has that were judged. */
export interface ScoreTotals {
  /** Whose score is above 0. */
  lead: Side | 'even';
  scores: Record<Side, { total: number; count: number }>;
}
