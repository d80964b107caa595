import type { AttackType, DefenceType, Side } from '../../entryData';
import type { FactKind } from '../../facts';

/** What the state keeps of an argument: the rest is read from its entry. */
export interface ArgumentFact {
  readonly id: string;
  readonly side: Side;
  readonly exchange: number;
  readonly seq: number;
  readonly title: string;
  readonly claim: string;
  readonly attacks: readonly { target: string; type: AttackType }[];
  readonly defends: readonly { target: string; type: DefenceType }[];
}

/** One step of an argument's score. Scores are whole hundredths here, so that sums are exact. */
export interface ScoreStep {
  readonly hundredths: number;
  readonly reasoning: string;
  /** The judgment's entry, and its time in milliseconds since the epoch. */
  readonly seq: number;
  readonly time: number;
  readonly exchange: number;
  /** The highest less the lowest of several passes. */
  readonly spread?: number;
}

/** What the record of a dialectic says, beyond what every format has. */
export interface DialecticFacts {
  /** By id, in the order of the record. */
  arguments: Map<string, ArgumentFact>;
  /** By the argument's id, oldest first. The last one is its score now. */
  scores: Map<string, ScoreStep[]>;
  /** Cumulative, in hundredths, and how many arguments have a score. */
  totals: Record<Side, { hundredths: number; count: number }>;
  /** The exchange that is under way or comes next; 0 is the opening one. */
  exchange: number;
  awaiting: 'arguments' | 'judgment';
  /** How many exchanges were asked for so far, the opening one included. */
  requested: number;
  /** Exchanges that ended without arguments or without a judgment, by choice of the user. */
  skipped: number[];
  /** Seq of the judgment of each exchange. */
  judgments: Map<number, number>;
  /** Steps that the user chose to go on without. */
  skips: Set<string>;
}

const noTotal = () => ({ hundredths: 0, count: 0 });

export const dialecticFacts: FactKind<DialecticFacts> = {
  name: 'dialectic',
  types: ['setup', 'argument', 'judgment', 'intervention', 'note'],
  create: () => ({
    ...{ arguments: new Map(), scores: new Map(), totals: { proposition: noTotal(), opposition: noTotal() } },
    ...{ exchange: 0, awaiting: 'arguments', requested: 0, skipped: [], judgments: new Map(), skips: new Set() },
  }),
  evolve: () => undefined,
};
