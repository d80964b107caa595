import type { Body, Head, Review, Row, ShownView, ToPage, ViewRequest, Working } from '../../../shared/protocol';
import { endLines, liveLines } from './debate';
import type { Line } from './entries';
import { bodyOf, rowOf } from './entries';
import { formatScene } from './formats';
import * as heads from './heads';
import { review, troubledReview } from './review';
import { chairSeat, debaterSeat, refusedSeat } from './seats';

export interface Scene {
  /** The answer to `ready`; none: the page waits. */
  first?: ToPage;
  bodies: readonly Body[];
  /** What is looked at beside the entries. */
  shown?: (request: ViewRequest) => ShownView | undefined;
}

type Snapshot = Extract<ToPage, { kind: 'snapshot' }>;

const working = (now: number): Working[] => [
  {
    agent: 'cost-analyst',
    step: 'r2/turn/cost-analyst',
    since: now - 21_000,
    words: 'is writing',
    activity: ['read pilot-report.md', 'searched “request price batch”'],
    draft: 'SOURCE CORRECTION for seq 6: the waits fell by 41 %, as the pilot report says. The point stands: 41 % of 5.7 hours, for an afternoon’s work, is more than',
    refused: { attempt: 1, reasons: ['Rule 3: the turn names no entry that it answers.'] },
  },
];

const streaming = (now: number): Working[] => [
  {
    agent: 'cost-analyst',
    step: 'r2/turn/cost-analyst',
    since: now - 21_000,
    words: 'is writing',
    activity: ['searching “request price batch”', 'reading docs.example.org', 'reading pilot-report.md', 'searching “nocto lock waits”', 'reading manuals.example.com'],
    draft: 'The price per request is **not** the price of the store. Three things are left out of seq 3:\n\n- writes, of which there are 0.9 million a day\n- the lists that the cleaner makes every night\n- the day of a release, when all of it is',
  },
  { agent: 'verifier', step: 'verify/13/0', since: now - 4_000, words: 'is checking the sources of seq 13', activity: ['reading example.org'] },
];

const waiting = (now: number): Working[] => [
  {
    agent: 'cost-analyst',
    step: 'r2/turn/cost-analyst',
    since: now - 21_000,
    words: 'is writing',
    activity: ['searching “request price batch”', 'reading docs.example.org'],
    waiting: { reason: 'Anthropic is overloaded (529).', until: now + 12_400 },
  },
];

function log(head: Head, lines: readonly Line[], more: Partial<Snapshot> = {}): Scene {
  const bodies = lines.map(bodyOf);
  const rows: Row[] = lines.map(rowOf);
  const first: ToPage = { kind: 'snapshot', rev: 1, epoch: 1, head, rows, rawLines: [], bodies, working: [], ...more };
  return { first, bodies };
}

const editing = (value: Review): Scene => ({ first: { kind: 'review', rev: 1, review: value }, bodies: [] });

export function sceneOf(name: string, now: number): Scene {
  const make = scenes[name] ?? ((time: number) => formatScene(name, time));
  return make(now) ?? scenes['live']?.(now) ?? { bodies: [] };
}

function manyLines(): Line[] {
  return Array.from({ length: 10_000 }, (_, at) => liveLines[at % liveLines.length]).filter((line) => line !== undefined);
}

const scenes: Readonly<Record<string, (now: number) => Scene>> = {
  live: (now) => log(heads.liveHead(now), liveLines, { working: working(now) }),
  streaming: (now) => log({ ...heads.liveHead(now), usage: 'estimated' }, liveLines, { working: streaming(now) }),
  waiting: (now) => log({ ...heads.liveHead(now), usdBudget: 2 }, liveLines, { working: waiting(now) }),
  keyless: (now) => log(heads.keylessHead(now), liveLines),
  seat: (now) => log(heads.askedHead(now, 'cost-analyst'), liveLines, { seat: debaterSeat }),
  'seat-refused': (now) => log(heads.askedHead(now, 'cost-analyst'), liveLines, { seat: refusedSeat }),
  'seat-checking': (now) => log(heads.liveHead(now), liveLines, { seat: { ...refusedSeat, problems: [], isChecking: true } }),
  'seat-chair': (now) => log(heads.askedHead(now, 'chair'), liveLines, { seat: chairSeat }),
  paused: (now) => log(heads.pausedHead(now), liveLines),
  'needs-you': (now) => log(heads.needsYouHead(now), liveLines),
  interrupted: (now) => log(heads.interruptedHead(now), liveLines),
  done: (now) => log(heads.doneHead(now), endLines),
  foreign: (now) =>
    log(heads.foreignHead(now), endLines, {
      rawLines: [{ line: 8, after: 7, text: '{"seq": 8, "speaker": "chai', message: 'The line is cut off.' }],
    }),
  offline: (now) => log(heads.offlineHead(now), liveLines),
  crowded: (now) => log(heads.crowdedHead(now), liveLines, { working: working(now) }),
  wordy: (now) => log(heads.wordyHead(now), liveLines),
  empty: (now) => log(heads.emptyHead(now), []),
  nobody: (now) => log(heads.nobodyHead(now), []),
  resting: (now) => log(heads.restingHead(now), []),
  // What another version of the extension might send.
  unfit: () => ({ first: { kind: 'snapshot', rev: 1 } as unknown as ToPage, bodies: [] }),
  loading: () => ({ bodies: [] }),
  /** 10,000 entries, for what is measured: see measure.mjs. */
  long: (now) => log({ ...heads.liveHead(now), activeMs: 0 }, manyLines()),
  failed: () => ({
    first: {
      kind: 'failed',
      rev: 1,
      title: 'The log cannot be opened',
      message: 'output/2026-03-09-build-cache/debate-log.jsonl was deleted or moved. If it was moved, open it from where it is now.',
      button: { label: 'Choose a Folder…', command: 'rostrum.openDebate' },
    },
    bodies: [],
  }),
  review: () => editing(review),
  'review-trouble': () => editing(troubledReview),
  'review-revising': () => editing({ ...review, busy: 'revising' }),
  proposing: () => editing({ ...review, debaters: [], busy: 'proposing' }),
};
