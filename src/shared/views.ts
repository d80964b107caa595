import type { Board } from '../projections/formats/board';
import type { Lead, RuledIssue } from '../projections/formats/formatProjection';
import type { Outcome } from '../projections/outcome';
import type { ArgumentEdge, ArgumentNode } from '../projections/formats/argumentGraph';
import type { ViewName } from '../projections/vocabulary';
import type { FoundSource } from '../projections/sourceWords';

export type { Board, BoardIssue, BoardRound, IssueMark } from '../projections/formats/board';

/** Exchanges from one to another, both included. */
export interface EntryRange {
  from: number;
  to: number;
}

/** Of one request. */
export const mostSpans = 32;

/** What the page looks at; `spans`: the exchanges that the graph is of, all that are drawable where there is none. */
export interface ViewRequest {
  view: ViewName;
  spans?: EntryRange[] | undefined;
}

export type ShownView =
  | { view: 'verdict'; verdict: VerdictCard }
  | { view: 'board'; board: Board }
  | { view: 'scores'; scores: Scores }
  | { view: 'graph'; graph: Graph };

/** How a debate ended, at a glance. Texts are in words, masked, and name entries by their seq. */
export interface VerdictCard {
  /** What it is called; for icon and colour. `none`: it came to no conclusion. */
  outcome: Outcome['code'];
  /** `sre wins: move the internal calls`; empty where it came to no conclusion: then the header's state says how it stands. */
  title: string;
  /** In two sentences. */
  why: string;
  conclusion?: number | undefined;
  /** What kind of debate, how many debaters. */
  about: string[];
  /** Milliseconds since the epoch; undefined where the record does not say. */
  begun?: number | undefined;
  sources: (FoundSource & { count: number })[];
  facts: VerdictFact[];
  decided: { seq: number; label?: string }[];
  issues: RuledIssue[];
  /** So many more have a verdict; all stand on the board. */
  moreIssues?: number;
  /** Of a debate with arguments. */
  graph?: Graph;
  /** There is a point that another debate could be about. */
  hasOpen: boolean;
}

export interface VerdictFact {
  label: string;
  text: string;
}

// The scores of a dialectic, in points: 0.35. They are cumulative, and those of both sides sum to 0.

interface SideTotals {
  proposition: number;
  opposition: number;
}

export interface Scores {
  totals: SideTotals;
  /** Where it is known. */
  lead?: Lead | undefined;
  /** The totals after each exchange that was judged. */
  exchanges: (SideTotals & { exchange: number; seq: number })[];
  arguments: ArgumentNode[];
}

// The arguments of a dialectic and what they do to each other, laid out. Lengths are CSS pixels before any zoom.

export interface GraphNode extends ArgumentNode {
  /** Of another exchange than those asked for, drawn for what they have to do with it. */
  isContext: boolean;
  /** Its middle. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export type EdgeType = ArgumentEdge['type'];

export interface GraphEdge extends ArgumentEdge {
  /** The `d` of an SVG path, from the one box to the other. */
  path: string;
}

export interface Graph {
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** A row for each exchange that is drawn. */
  rows: { exchange: number; y: number }[];
  /** All exchanges with arguments, in order. */
  exchanges: number[];
  /** Arguments of the whole debate. */
  total: number;
  /** Of the exchanges asked for there are more than may be drawn at once: these are the latest. */
  isCut: boolean;
  /** So many at once. */
  most: number;
}
