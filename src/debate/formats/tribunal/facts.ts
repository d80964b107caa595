import type { FactKind } from '../../facts';
import type { QualityMetrics } from '../../entryData';
import type { TrackerRow } from '../../tasks/tribunal';

/** One round of a tribunal. Numbers are seqs; undefined: not there (yet). */
export interface TribunalRound {
  readonly round: number;
  defense?: number;
  critique?: number;
  assessment?: number;
  /** Who failed in it: `advocate`, `critic`, `judge`. */
  readonly failed: string[];
  score?: { advocate: number | undefined; critic: number | undefined };
}

/** What the record of a tribunal says, beyond what every format has. */
export interface TribunalFacts {
  /** The number of rounds, once it is settled. */
  total: number | undefined;
  /** In order of first appearance; each with its history, oldest round first, which is never changed. */
  tracker: TrackerRow[];
  rounds: TribunalRound[];
  /** The Judge asked to end with this assessment. */
  endedBy: number | undefined;
  ruling: { seq: number; verdicts: { issue: string; verdict: string }[]; metrics: QualityMetrics | undefined; early: boolean } | undefined;
}

export const tribunalFacts: FactKind<TribunalFacts> = {
  name: 'tribunal',
  types: ['note', 'announcement', 'defense', 'critique', 'assessment', 'judges_ruling'],
  create: () => ({ total: undefined, tracker: [], rounds: [], endedBy: undefined, ruling: undefined }),
  evolve: () => undefined,
};
