import type { AttackType, DefenceType, IssueStatus, Severity, Side } from '../debate/entryData';
import type { Outcome } from '../projections/outcome';
import type { ViewName } from '../projections/vocabulary';
import type { SourceStatus } from './entries';

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
  conclusion?: number;
  /** What kind of debate, how many debaters, on which day. */
  about: string[];
  sources: { status: SourceStatus; isQuoted?: boolean | undefined; count: number }[];
  facts: VerdictFact[];
  decided: { seq: number; label?: string }[];
  issues: { id: string; title: string; verdict: string; reason: string }[];
  /** Of a debate with arguments. */
  graph?: Graph;
  /** There is a point that another debate could be about. */
  hasOpen: boolean;
}

export interface VerdictFact {
  label: string;
  text: string;
}

// The issues of a tribunal, as a board that fills round by round.

/** How an issue stood after a round. */
export interface IssueMark {
  round: number;
  status: IssueStatus;
  severity?: Severity;
  reason?: string;
  /** Raised in this round. */
  isNew: boolean;
}

export interface BoardIssue {
  id: string;
  title: string;
  status: IssueStatus;
  severity?: Severity;
  /** One for each round that was assessed since it was raised, oldest first. */
  marks: IssueMark[];
  /** `ACCEPTED` …, once it is ruled. */
  verdict?: string;
}

export interface BoardRound {
  round: number;
  /** The Judge's assessment. */
  assessment?: number;
  /** 0 to 10. */
  advocate?: number;
  critic?: number;
  /** Who was to speak in it and failed. */
  failed: string[];
}

export interface Board {
  rounds: BoardRound[];
  issues: BoardIssue[];
  ruling?: { seq: number };
}

// The scores of a dialectic, in points: 0.35. They are cumulative, and those of both sides sum to 0.

export interface PanelScoreStep {
  exchange: number;
  score: number;
  reasoning: string;
  /** The judgment. */
  seq: number;
  /** The highest less the lowest of several passes. */
  spread?: number;
}

export interface PanelArgument {
  id: string;
  side: Side;
  exchange: number;
  seq: number;
  /** Of a struck one, title and claim are gone. */
  title: string;
  claim: string;
  /** Null before it is judged. */
  score: number | null;
  /** Oldest first; the last one is its score now. */
  history: PanelScoreStep[];
  struck: boolean;
}

interface SideTotals {
  proposition: number;
  opposition: number;
}

export interface Scores {
  totals: SideTotals;
  /** The totals after each exchange that was judged. */
  exchanges: (SideTotals & { exchange: number; seq: number })[];
  arguments: PanelArgument[];
}

// The arguments of a dialectic and what they do to each other, laid out. Lengths are CSS pixels before any zoom.

export interface GraphNode extends PanelArgument {
  /** Of another exchange than those asked for, drawn for what they have to do with it. */
  isContext: boolean;
  /** Its middle. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export type EdgeType = AttackType | DefenceType;

export interface GraphEdge {
  id: string;
  from: string;
  to: string;
  kind: 'attack' | 'defence';
  type: EdgeType;
  /** The `d` of an SVG path, from the one box to the other. */
  path: string;
}

export interface Graph {
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** A row for each exchange that is drawn. */
  rows: { exchange: number; y: number; height: number }[];
  /** All exchanges with arguments, in order. */
  exchanges: number[];
  /** Arguments of the whole debate. */
  total: number;
  /** Of the exchanges asked for there are more than may be drawn at once: these are the latest. */
  isCut: boolean;
  /** So many at once. */
  most: number;
}
