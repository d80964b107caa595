import type { Head, RailItem } from '../../../shared/protocol';

export const folder = 'output/2026-03-09-build-cache';
export const topic = 'Should the build farm replace its shared NFS cache with a content-addressed object store?';

const noMarks = { verified: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };

const steps: readonly [string, string, number?][] = [
  ['openings', 'Openings', 1],
  ['round-1', 'Round 1', 5],
  ['round-2', 'Round 2', 11],
  ['round-3', 'Round 3'],
  ['closings', 'Closings', 14],
  ['conclusion', 'Conclusion', 15],
  ['documents', 'Documents'],
];

/** The rail with one step as the present one; those behind it have not begun. */
function rail(now: string): RailItem[] {
  const here = steps.findIndex(([id]) => id === now);
  return steps.map(([id, label, at], index) => {
    const state = index < here ? 'done' : index === here ? 'now' : 'todo';
    return { id, label, state, ...(state !== 'todo' && at !== undefined ? { at } : {}) };
  });
}

const debater = (name: string, colour: number, entries: number): Head['debaters'][number] => ({
  name,
  persona: `A ${name} of long standing`,
  position: 'A position',
  incentives: 'Some incentives',
  model: 'offline',
  colour,
  entries,
});

export function liveHead(now: number): Head {
  return {
    folder,
    topic,
    format: 'panel',
    state: 'running',
    stateText: '',
    isOurs: true,
    actions: ['pause', 'stop'],
    round: 2,
    minRounds: 3,
    maxRounds: 8,
    activeMs: 9 * 60_000,
    runningSince: now - 162_000,
    timeBudgetMs: 30 * 60_000,
    tokens: 48_120,
    cachedTokens: 41_600,
    usd: 0.21,
    usdExpected: { low: 0.4, high: 0.6 },
    usage: 'exact',
    rail: rail('round-2'),
    debaters: [debater('build-engineer', 0, 3), debater('cost-analyst', 1, 2), debater('night-operator', 2, 2)],
    rulings: 1,
    redactions: 1,
    concessions: 1,
    marks: { ...noMarks, verified: 5, unreliable: 1, fabricated: 1, unverified: 1, pending: 1 },
    procedural: 3,
    documents: [],
    problems: 0,
    isOpen: true,
  };
}

const stopped = (now: number, state: Head['state'], stateText: string, actions: Head['actions']): Head => {
  const head: Head = { ...liveHead(now), activeMs: 702_000, state, stateText, actions };
  delete head.runningSince;
  return head;
};

export const pausedHead = (now: number): Head =>
  stopped(now, 'paused', 'Paused by you after seq 14; the next turn is cost-analyst’s.', ['resume', 'conclude', 'stop']);

export const keylessHead = (now: number): Head =>
  stopped(now, 'paused', 'Anthropic has refused the key for api.anthropic.com (401). Set another one, then resume.', ['setApiKey', 'resume', 'conclude']);

export const askedHead = (now: number, name: string): Head =>
  stopped(now, 'needs-you', `${name === 'chair' ? 'Chair' : name}, it is your turn.`, ['answer', 'stop']);

export const needsYouHead = (now: number): Head => ({
  ...stopped(now, 'needs-you', 'The budget of $0.60 is spent. Raise it, or conclude with what has been said.', ['resume', 'conclude', 'stop']),
  usd: 0.6,
});

export const interruptedHead = (now: number): Head => ({
  ...stopped(now, 'interrupted', 'The window was closed at 10:07:14. Everything up to seq 14 is in the record.', ['resume']),
  isOpen: false,
  closedReason: 'The debate is interrupted. Resume it to send guidance or ask a question.',
});

export const doneHead = (now: number): Head => ({
  ...stopped(now, 'done', 'night-operator wins: the outage report stands uncontested, and both others conceded what follows from it.', ['openSummary']),
  rail: steps.map(([id, label, at]) => ({
    id,
    label,
    state: id === 'round-3' ? 'skipped' : 'done',
    ...(at === undefined ? {} : { at }),
  })),
  documents: [
    { name: 'summary.md', label: 'Summary' },
    { name: 'transcript.md', label: 'Transcript' },
    { name: 'blog-post.md', label: 'Blog Post' },
    { name: 'verifier-report.md', label: 'Verifier Report' },
    { name: 'assessor-report.md', label: 'Assessor Report' },
  ],
  isOpen: false,
  closedReason: 'The debate is over. Its record can be read and searched, not added to.',
});

const without = (head: Head, ...keys: ('usdExpected' | 'timeBudgetMs')[]): Head => {
  const rest = { ...head };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
};

export const foreignHead = (now: number): Head => ({
  ...without(doneHead(now), 'usdExpected', 'timeBudgetMs'),
  state: 'foreign',
  stateText: 'Written by another program. It can be read and verified here, not run.',
  actions: [],
  maxRounds: 0,
  minRounds: 0,
  tokens: 0,
  cachedTokens: 0,
  usd: 0,
  problems: 3,
  closedReason: 'This log belongs to another program.',
});

export const offlineHead = (now: number): Head => ({
  ...without(liveHead(now), 'usdExpected'),
  notice: 'Offline: arguments are quotations selected from the evidence, no language model was used.',
  tokens: 0,
  cachedTokens: 0,
  usd: 0,
});

/** A log without an entry that nobody runs. */
export const nobodyHead = (now: number): Head => {
  const head: Head = { ...emptyHead(now), isOurs: false, actions: [], stateText: 'The log holds no entry yet.' };
  delete head.runningSince;
  return head;
};

/** Begun, and stopped before anybody spoke. */
export const restingHead = (now: number): Head => ({
  ...nobodyHead(now),
  state: 'interrupted',
  actions: ['takeOver'],
  stateText: 'Run by process 4711 on this machine. No sign of life for a while. If you are sure that it is gone, take over; nothing is lost.',
});

export const emptyHead = (now: number): Head => ({
  ...offlineHead(now),
  state: 'empty',
  actions: ['stop'],
  round: 0,
  activeMs: 0,
  runningSince: now - 2_000,
  rail: rail('openings').map(({ id, label, state }) => ({ id, label, state })),
  debaters: offlineHead(now).debaters.map((one) => ({ ...one, entries: 0 })),
  rulings: 0,
  redactions: 0,
  concessions: 0,
  marks: noMarks,
  procedural: 0,
});

/** A topic that was pasted in rather than worded. */
export const wordyHead = (now: number): Head => ({
  ...liveHead(now),
  topic: `${topic} The mount has served 48 builders since 2019; its waits have grown with them. The store would be new to everybody. Consider the cost of a month, the night of an outage, the hour of a release, what a newcomer has to learn, what can be undone, and what the two would be worth in three years if the farm doubled, as it has twice before, and if the contract for the mount’s appliance ended, as it will.`,
});

/** Eight debaters, eight rounds, long names: what is least likely to fit. */
export const crowdedHead = (now: number): Head => ({
  ...liveHead(now),
  topic: `${topic.slice(0, -1)}, and if so, before or after the move of all 48 builders to the new region that is planned for the autumn?`,
  actions: ['pause', 'conclude', 'stop'],
  stateText: 'Run by another window of this editor (process 41,207) since 09:58.',
  activeMs: 2.1 * 3_600_000,
  tokens: 2_348_000,
  rail: [
    ...rail('round-2').slice(0, 3),
    ...[3, 4, 5, 6, 7, 8].map((round) => ({ id: `round-${round}`, label: `Round ${round}`, state: 'todo' as const })),
    ...rail('round-2').slice(4),
  ],
  debaters: [
    ...liveHead(now).debaters,
    debater('security-reviewer', 3, 14),
    debater('release-manager-for-the-mobile-clients-of-the-region', 4, 9),
    debater('toolsmith', 5, 21),
    debater('newcomer', 6, 1),
    debater('skeptic', 7, 17),
  ],
  rulings: 12,
  redactions: 3,
  marks: { verified: 1_204, unreliable: 31, fabricated: 4, unverified: 58, pending: 7 },
  procedural: 1_340,
});
