import type { Body, Head, FeedRow, ToPage } from '../../src/shared/protocol';

/** Rows, bodies and messages as the host sends them, for tests of the page. */
export const rowAt = (at: number, more: Partial<FeedRow> = {}): FeedRow => ({
  at,
  seq: at,
  time: 1_770_000_000_000 + at * 1_000,
  speaker: 'ada',
  type: 'new_point',
  section: 'r1',
  ...more,
});

export const bodyFor = (at: number, more: Partial<Body> = {}): Body => ({
  at,
  seq: at,
  content: `text ${at}`,
  sources: [],
  asides: [],
  words: 2,
  ...more,
});

export const headOf = (more: Partial<Head> = {}): Head => ({
  folder: 'output/x',
  topic: 'Topic',
  hasChair: true,
  state: 'running',
  stateText: '',
  isOurs: true,
  actions: [],
  menu: [],
  round: 1,
  minRounds: 1,
  maxRounds: 3,
  elapsedMs: 0,
  tokens: 0,
  cachedTokens: 0,
  usd: 0,
  usage: 'exact',
  rail: [],
  debaters: [],
  rulings: 0,
  redactions: 0,
  concessions: 0,
  marks: { verified: 0, quoted: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 },
  sourceIssues: 0,
  procedural: 0,
  documents: [],
  problems: 0,
  isOpen: true,
  ...more,
});

type Snapshot = Extract<ToPage, { kind: 'snapshot' }>;
type Changed = Extract<ToPage, { kind: 'changed' }>;

export const snapshotOf = (rows: FeedRow[], more: Partial<Snapshot> = {}): Snapshot => ({
  kind: 'snapshot',
  rev: 1,
  epoch: 1,
  head: headOf(),
  rows,
  rawLines: [],
  bodies: [],
  working: [],
  ...more,
});

export const changedBy = (more: Partial<Changed>): Changed => ({
  kind: 'changed',
  rev: 2,
  epoch: 1,
  head: headOf(),
  rows: [],
  rawLines: [],
  updated: [],
  isAllStale: false,
  bodies: [],
  working: [],
  ...more,
});
