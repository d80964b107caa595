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

/** Texts are in words, masked, and name entries by their seq. */
export interface VerdictCard {
  /** For icon and colour. `none`: it came to no conclusion. */
  outcome: Outcome['code'];
  /** `sre wins: move the internal calls`; empty where it came to no conclusion. */
  title: string;
  why: string;
  conclusion?: number | undefined;
  about: string[];
  /** Milliseconds since the epoch. */
  begun?: number | undefined;
  sources: (FoundSource & { count: number })[];
  facts: VerdictFact[];
  decided: { seq: number; label?: string }[];
  issues: RuledIssue[];
  moreIssues?: number;
  graph?: Graph;
  /** A point that another debate could be about. */
  hasOpen: boolean;
}

export interface VerdictFact {
  label: string;
  text: string;
}

// In points: 0.35. Scores are cumulative, and those of both sides sum to 0.

type SideTotals = Record<Side, number>;

export interface Scores {
  totals: SideTotals;
  lead?: Lead | undefined;
  /** After each exchange that was judged. */
  exchanges: (SideTotals & { exchange: number; seq: number })[];
  arguments: ArgumentNode[];
}

// Arguments and what they do to each other, laid out. Lengths are CSS pixels before any zoom.

export interface GraphNode extends ArgumentNode {
  /** Not asked for, drawn for what it has to do with those that are. */
  isContext: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

export type EdgeType = ArgumentEdge['type'];

export interface GraphEdge extends ArgumentEdge {
  /** As `d` of an SVG path. */
  path: string;
}

export interface Graph {
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** One for each exchange that is drawn. */
  rows: { exchange: number; y: number }[];
  /** All with arguments, in order. */
  exchanges: number[];
  total: number;
  /** More were asked for than may be drawn at once: these are the latest. */
  isCut: boolean;
  most: number;
}
