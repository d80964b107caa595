import type { Side } from '../debate/log/entryData';
import type { Board } from '../projections/formats/board';
import type { Lead, RuledIssue } from '../projections/formats/formatProjection';
import type { Outcome } from '../projections/outcome';
import type { ArgumentEdge, ArgumentNode } from '../projections/formats/argumentGraph';
import type { FoundSource } from '../projections/sourceWords';

export type { Board, BoardIssue, BoardRound, IssueMark } from '../projections/formats/board';

export interface EntryRange {
  from: number;
  to: number;
}

export const mostSpans = 32;

export type ShownView =
  | { view: 'verdict'; verdict: VerdictCard }
  | { view: 'board'; board: Board }
  | { view: 'scores'; scores: Scores }
  | { view: 'graph'; graph: Graph };

/** Verdict in words, masked, with entries named by their seq. */
export interface VerdictCard {
  question: string;
  /** The answer to it, or one line on why there is none. Empty where the record says neither. */
  answer: string;
  /** The answer says that nobody judged, and nothing else on the card repeats it. */
  isUnjudged: boolean;
  /** Somebody answered the question. */
  isAnswered: boolean;
  agreed: string[];
  open: { text: string; settle: string }[];
  /** Outcome for icon and colour. `none`: the debate came to no conclusion. */
  outcome: Outcome['code'];
  /** Title like `sre wins: move the internal calls`; empty without a conclusion. */
  title: string;
  why: string;
  conclusion?: number | undefined;
  about: string[];
  /** Milliseconds since the epoch. */
  begun?: number | undefined;
  sources: (FoundSource & { count: number })[];
  facts: VerdictFact[];
  decided: DecidingLink[];
  issues: RuledIssue[];
  moreIssues?: number;
  graph?: Graph;
  /** Whether a point is left that another debate could be about. */
  hasOpen: boolean;
}

/** `12 ledger: It costs half.` */
export interface DecidingLink {
  seq: number;
  speaker: string;
  text: string;
  label?: string;
}

export interface VerdictFact {
  label: string;
  text: string;
}

// Points are numbers like 0.35. Scores are cumulative, and those of both sides sum to 0.

type SideTotals = Record<Side, number>;

export interface Scores {
  totals: SideTotals;
  lead?: Lead | undefined;
  /** Totals after each judged exchange. */
  exchanges: (SideTotals & { exchange: number; seq: number })[];
  arguments: ArgumentNode[];
}

// Arguments and their relations, laid out. Lengths are CSS pixels before any zoom.

export interface GraphNode extends ArgumentNode {
  /** Whether it was not requested, but is drawn because requested arguments relate to it. */
  isContext: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export type EdgeType = ArgumentEdge['type'];

export interface GraphEdge extends ArgumentEdge {
  /** The line as `d` of an SVG path. */
  path: string;
}

export interface Graph {
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** One row for each exchange that is drawn. */
  rows: { exchange: number; y: number }[];
  /** All exchanges with arguments, in order. */
  exchanges: number[];
  total: number;
  /** Whether more exchanges were requested than can be drawn at once; the latest are drawn. */
  isCut: boolean;
  most: number;
}
