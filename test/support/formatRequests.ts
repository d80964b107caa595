import type { Entry } from '../../src/debate/log/entry';
import type { Argument, Debater } from '../../src/debate/log/entryData';
import type { Brief, TaskKind, TaskRequest } from '../../src/debate/flow/tasks';
import type { BlindArgument, DialecticInputs, KnownArgument, Motion } from '../../src/debate/flow/tasks/dialectic';
import type { TrackerRow, TribunalInputs } from '../../src/debate/flow/tasks/tribunal';
import type { FixedSeat } from '../../src/debate/flow/step';
import { dialectic } from '../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import { entry } from './entries';
import { fact, factSource, factUrl } from './scriptedDebate';

/** One request of each kind of task of a tribunal and a dialectic, with something in every field. */

const topic = 'Where should the parcels go?';

const seated = (seats: readonly FixedSeat[]): Debater[] => seats.map((seat) => ({ ...seat, model: 'scripted' }));
const briefOf = (debaters: Debater[]): Brief => ({
  topic,
  debaters,
  evidence: { root: '/evidence', files: ['ada.md', 'bob.md'] },
  subject: ['plan.md'],
  guidance: ['Speak of weekends.'],
});

const request = <K extends TaskKind>(kind: K, agent: string, input: TaskRequest<K>['input']): TaskRequest => ({
  id: kind,
  kind,
  agent,
  attempt: 1,
  feedback: [],
  input,
});

const cited = (name: string, line: number): Entry['sources'] => [{ ...factSource(name, line), accessed: '2026-01-02' }];
const guidance = [{ seq: 9, text: 'Speak of the parcels on weekends.' }];
const duties = {
  guidance,
  questions: [{ seq: 8, text: 'What of the parcels at night?' }],
  mustAcknowledge: [{ seq: 7, redacted: 3, reason: 'Fabricated source of parcels.' }],
  standingIssues: [
    { seq: 4, url: factUrl('ada', 2), status: 'unreliable' as const, reason: 'No parcels are in it.', ruling: 6 },
  ],
  memos: [{ seq: 5, text: 'Parcels of the south gate are in ada.md.' }],
};

const rounds: Entry[] = [
  entry({
    seq: 1,
    type: 'announcement',
    speaker: 'moderator',
    content: 'Round 1 beginning.',
    data: { kind: 'round_start', round: 1 },
  }),
  entry({
    seq: 2,
    type: 'defense',
    speaker: 'advocate',
    phase: 'rebuttal',
    content: `The parcels go to ada. ${fact('ada', 1)}`,
    sources: cited('ada', 1),
  }),
  entry({
    seq: 3,
    type: 'critique',
    speaker: 'critic',
    phase: 'rebuttal',
    content: `Bob has room for parcels. ${fact('bob', 1)}`,
    sources: cited('bob', 1),
  }),
  entry({
    seq: 5,
    type: 'assessment',
    speaker: 'judge',
    content: 'The parcels are counted on both sides.',
    data: { round: 1 },
  }),
];

export const tracker: TrackerRow[] = [
  {
    id: 'I1',
    title: 'Whether parcels were counted',
    status: 'open',
    severity: 'Major',
    history: [
      { round: 1, status: 'open', severity: 'Major', reason: 'Both sides count parcels their own way.', argued: true },
    ],
  },
];

const checked = [
  {
    seq: 2,
    speaker: 'advocate',
    url: factUrl('ada', 1),
    title: 'ada.md',
    claim: fact('ada', 1),
    status: 'verified' as const,
    readAs: 'verified' as const,
    explanation: 'The parcels are there.',
  },
  {
    seq: 3,
    speaker: 'critic',
    url: factUrl('bob', 1),
    title: 'bob.md',
    claim: undefined,
    status: 'unverified' as const,
    readAs: 'unverified' as const,
    explanation: '',
  },
];

function tribunalRequests(): TaskRequest[] {
  const debaters = seated(tribunal.seats ?? []);
  const brief = briefOf(debaters);
  const side = (name: string, answerTo: number): TribunalInputs['advocate/defend'] => {
    const you = debaters.find((debater) => debater.name === name);
    if (you === undefined) throw new Error(`There is no ${name}.`);
    return {
      brief,
      record: rounds,
      you,
      ...duties,
      round: 2,
      tracker,
      answerTo: rounds.find(({ seq }) => seq === answerTo),
      isOtherMissing: true,
    };
  };
  const judged = { brief, record: rounds, round: 2, tracker, checked, guidance };
  return [
    request('advocate/defend', 'advocate', side('advocate', 3)),
    request('critic/critique', 'critic', side('critic', 2)),
    request('judge/recommend_rounds', 'judge', { brief, min: 1, max: 10 }),
    request('judge/assess', 'judge', {
      ...judged,
      defense: rounds[1],
      critique: { ...rounds[2], content: 'As the Judge alone has it: parcels.' } as Entry,
      missing: ['advocate'],
      uncovered: [1],
      final: { total: 2 },
    }),
    request('juror/issues', 'judge', {
      brief: { ...brief, debaters: [], guidance: [] },
      record: rounds,
      tracker,
      sides: [
        { side: 'critic', words: 12, seqs: [3] },
        { side: 'advocate', words: 14, seqs: [2] },
      ],
    }),
    request('judge/rule', 'judge', {
      ...judged,
      decided: { verdicts: [{ issue: 'I1', verdict: 'REJECTED' }], tally: 'One judge read the record in both orders.' },
      occasion: 'final',
      metrics: {
        citations: { confirmed: 1, disputed: 0, unverifiable: 1, fabricated: 0 },
        issues: { total: 1, resolved: 0, open: 1, stalled: 0 },
        research: {
          advocate: { queries: 1, files_read: 2, sources: 1, closed_book_rounds: 0 },
          critic: { queries: 0, files_read: 1, sources: 1, closed_book_rounds: 0 },
        },
        evolution: [{ round: 1, open: 1, resolved: 0, stalled: 0, score: { advocate: 6, critic: 5 } }],
      },
    }),
  ];
}

const motion: Motion = {
  text: 'This house would send all parcels to ada.',
  definitions: [{ term: 'parcel', meaning: 'A box of parcels.' }],
  scope: 'Parcels of one year.',
};

const toulmin = (name: string, line: number) => ({
  title: 'Depot counts speak for the parcels',
  claim: `Depot ${name} handles its parcels well.`,
  grounds: [
    {
      source: `${name}.md`,
      content: fact(name, line),
      relevance: 'Parcels are counted there.',
      url: factUrl(name, line),
      quote: fact(name, line),
    },
  ],
  warrant: 'Who counts parcels handles them.',
  backing: 'Counting parcels needs order.',
  qualifier: 'as far as parcels go',
});

const argumentOf = (id: string, side: Argument['side'], target: string | undefined): Argument => ({
  id,
  side,
  exchange: target === undefined ? 0 : 1,
  ...toulmin(side === 'proposition' ? 'ada' : 'bob', target === undefined ? 1 : 2),
  ...(target === undefined
    ? {}
    : {
        attacks: [
          { target_id: target, type: 'warrant_attack' as const, content: 'Counting parcels is not handling them.' },
        ],
      }),
});

const known = (seq: number, argument: Argument, score?: number): KnownArgument => ({
  seq,
  argument,
  score,
  redacted: undefined,
  checks: [{ url: argument.grounds[0]?.url ?? '', status: 'verified', explanation: 'The parcels are there.' }],
});

const blind = (label: string, { grounds, ...argument }: Argument, score?: number): BlindArgument => ({
  label,
  title: argument.title,
  claim: argument.claim,
  warrant: argument.warrant,
  backing: argument.backing,
  qualifier: argument.qualifier,
  score,
  redacted: undefined,
  grounds: grounds.map(({ source, content, relevance }) => ({ source, content, relevance, status: 'verified' })),
  attacks: (argument.attacks ?? []).map(({ type, content = '' }) => ({ target: 'B', type, content })),
  defends: [],
});

function dialecticRequests(): TaskRequest[] {
  const debaters = seated(dialectic.seats ?? []);
  const brief = briefOf(debaters);
  const [first, second, third] = [
    argumentOf('prop_000a', 'proposition', undefined),
    argumentOf('opp_000a', 'opposition', undefined),
    argumentOf('prop_001', 'proposition', 'opp_000a'),
  ];
  const said = (seq: number, argument: Argument): Entry =>
    entry({
      seq,
      type: 'argument',
      speaker: argument.side,
      phase: argument.exchange === 0 ? 'opening' : 'rebuttal',
      content: argument.claim,
      sources: cited('ada', 1),
      data: { argument },
    });
  const record: Entry[] = [
    entry({
      seq: 1,
      type: 'announcement',
      speaker: 'moderator',
      content: 'Exchange 0 beginning.',
      data: { kind: 'exchange_start', round: 0 },
    }),
    said(2, first),
    said(3, second),
    entry({
      seq: 4,
      type: 'judgment',
      speaker: 'judge',
      content: 'Both count parcels.',
      data: { exchange: 0, scores: [] },
    }),
    entry({
      seq: 5,
      type: 'announcement',
      speaker: 'moderator',
      content: 'Exchange 1 beginning.',
      data: { kind: 'exchange_start', round: 1 },
    }),
    said(6, third),
  ];
  const [you] = debaters;
  if (you === undefined) throw new Error('A dialectic seats nobody.');
  const side = { brief, record, you, ...duties, side: 'proposition' as const, motion, exchange: 2 };
  const arguments_ = [known(2, first, 0.2), known(3, second, -0.2), known(6, third)];
  const totals: DialecticInputs['reporter/clash']['totals'] = {
    proposition: { total: 0.2, count: 1 },
    opposition: { total: -0.2, count: 1 },
  };
  return [
    request('side/open', 'proposition', { ...side, record: [], exchange: 0 }),
    request('side/rebut', 'proposition', {
      ...side,
      own: [known(2, first, 0.2), known(6, third)],
      opponent: [known(3, second, -0.2)],
    }),
    request('moderator/propose_motions', 'moderator', {
      topic,
      evidence: ['ada.md', 'bob.md'],
    }),
    request('scorer/score', 'judge', {
      brief,
      motion,
      arguments: [blind('A', third)],
      earlier: [blind('B', second, -0.2)],
      guidance,
    }),
    request('reporter/clash', 'reporter', {
      brief,
      record,
      motion,
      arguments: arguments_,
      totals,
      wordLimits: { min: 500, max: 600 },
    }),
  ];
}

export const requestsOfFormats = (): TaskRequest[] => [...tribunalRequests(), ...dialecticRequests()];
