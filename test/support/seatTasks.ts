import type { QualityMetrics } from '../../src/debate/log/entryData';
import type { Brief, TaskInputs, TaskKind, VisibleEntry } from '../../src/debate/flow/tasks';
import type { PanelBrief, SpeakerInput } from '../../src/debate/flow/tasks/debater';
import type { DebaterLedger } from '../../src/debate/flow/tasks/panel';
import { criteria } from '../../src/debate/formats/panel/points';
import { taskOutputs } from '../../src/debate/flow/tasks';
import type { BlindArgument, KnownArgument } from '../../src/debate/flow/tasks/dialectic';
import type { TrackerRow } from '../../src/debate/flow/tasks/tribunal';
import type { SeatValues } from '../../src/shared/protocol';

/** Form of the concluding role, filled in, and its result. */
const filledAnswer = {
  'answer.text': 'It holds by day.',
  'answer.seqs': '2, seq 3',
  agreed: [{ text: 'Parcels were counted.', seqs: '2 3' }],
  open: [{ text: 'Weekends.', seqs: '6', settle: 'A count.' }],
};
const answered = {
  answer: { text: 'It holds by day.', seqs: [2, 3] },
  agreed: [{ text: 'Parcels were counted.', seqs: [2, 3] }],
  open: [{ text: 'Weekends.', seqs: [6], settle: 'A count.' }],
};
const filledPoints = (debater: number, points: number) =>
  Object.fromEntries(criteria.map((_, at) => [`points${debater}.${at}`, String(points)]));
const pointsOf = (points: number) => Object.fromEntries(criteria.map((name) => [name, { points, text: '' }]));

const debater = (name: string) => ({
  name,
  persona: `keeper of ${name}`,
  starting_position: 'For it.',
  incentives: 'Throughput.',
  model: 'human',
});

const ada = debater('ada');

const brief: PanelBrief = {
  topic: 'Depots?',
  debaters: [ada, debater('bob')],
  minRounds: 1,
  maxRounds: 2,
  subject: [],
  guidance: [],
  evidence: { root: '/e', files: ['a file.md'] },
};

const entry = (seq: number, speaker: string, more: Partial<VisibleEntry> = {}): VisibleEntry => ({
  seq,
  timestamp: '2026-11-20T12:00:00Z',
  phase: 'rebuttal',
  speaker,
  type: 'new_point',
  content: `Words of seq ${seq}.`,
  sources: null,
  rebuttal_to_seq: null,
  target_seq: null,
  ...more,
});

const cited = { url: 'https://example.org/a', title: 'A', accessed: '2026-11-20' };

const record = [
  ...[entry(1, 'chair', { type: 'announcement' }), entry(2, 'ada'), entry(3, 'bob', { sources: [cited] })],
  ...[entry(4, 'bob', { redacted: { by: 5, reason: 'invented' } }), entry(6, 'bob', { type: 'rebuttal' })],
];

export const speaker: SpeakerInput = {
  brief,
  record,
  you: ada,
  guidance: [{ seq: 7, text: 'Say what it costs.' }],
  questions: [{ seq: 8, text: 'And at\nweekends?' }],
  mustAcknowledge: [{ seq: 5, redacted: 2, reason: 'invented' }],
  frameworks: [{ seq: 6, by: 'bob', name: 'cost first', description: 'weighs cost' }],
  standingIssues: [{ seq: 2, url: 'https://example.org/b', status: 'unreliable', reason: 'says less', ruling: 9 }],
  memos: [{ seq: 4, text: 'The tariff of 2024 is in costs.md.' }],
};

export const issue: TrackerRow = {
  id: 'I1',
  title: 'What the roof costs',
  status: 'open',
  severity: 'Major',
  history: [{ round: 1, status: 'open', severity: 'Major', reason: 'No figure was given.', argued: true }],
};

export const critique = entry(6, 'critic', {
  type: 'critique',
  data: {
    round: 1,
    objections: [
      { area: 'assumptions', title: 'Costs are guessed', text: 'No offer was read.', severity: 'Major', issue: 'I1' },
    ],
  },
});

const tribunalBrief: Brief = {
  topic: 'The depot gets a green roof.',
  debaters: [debater('advocate'), debater('critic')],
  evidence: { root: '/e', files: ['a file.md'] },
  subject: [],
  guidance: [],
};

const duties = {
  guidance: speaker.guidance,
  questions: [],
  mustAcknowledge: speaker.mustAcknowledge,
  standingIssues: [],
  memos: speaker.memos,
};

export const side = {
  ...duties,
  brief: tribunalBrief,
  record,
  you: debater('advocate'),
  round: 2,
  tracker: [issue],
  answerTo: critique,
  isOtherMissing: false,
};

const judged = {
  brief: tribunalBrief,
  record,
  round: 2,
  tracker: [issue],
  guidance: [],
  checked: [
    {
      seq: 3,
      speaker: 'advocate',
      url: cited.url,
      title: 'A',
      claim: 'It is cheap.',
      status: 'unreliable' as const,
      readAs: 'unreliable' as const,
      explanation: 'says less',
    },
  ],
};

const metrics: QualityMetrics = {
  citations: { confirmed: 1, disputed: 1, unverifiable: 0, fabricated: 0 },
  issues: { total: 1, resolved: 0, open: 1, stalled: 0 },
  research: {},
  evolution: [],
};

const motion = {
  text: 'This house would roof depots green.',
  definitions: [{ term: 'depot', meaning: 'a yard for trams' }],
  scope: undefined,
};

export const dialecticSide = {
  ...duties,
  brief: tribunalBrief,
  record,
  you: debater('proposition'),
  side: 'proposition' as const,
  motion,
  exchange: 1,
};

const toulmin = {
  title: 'Green roofs hold rain back',
  claim: 'A green roof keeps half of a year’s rain.',
  warrant: 'What stays on the roof needs no sewer.',
  grounds: [
    {
      source: 'Survey of 2020',
      content: 'Half of the rain stayed.',
      relevance: 'It is the same city.',
      url: 'workspace:a%20file.md#L1',
      quote: 'half of the rain',
    },
  ],
};

export const known = (
  id: string,
  of: 'proposition' | 'opposition',
  more: Partial<KnownArgument> = {},
): KnownArgument => ({
  seq: 4,
  argument: { ...toulmin, id, side: of, exchange: 0, title: `Title of ${id}` },
  score: 0.35,
  checks: [],
  redacted: undefined,
  ...more,
});

const blind = (label: string, more: Partial<BlindArgument> = {}): BlindArgument => ({
  label,
  title: `Title under ${label}`,
  claim: toulmin.claim,
  warrant: toulmin.warrant,
  backing: undefined,
  qualifier: undefined,
  attacks: [],
  defends: [],
  score: undefined,
  redacted: undefined,
  grounds: [
    { source: 'Survey of 2020', content: 'Half of the rain stayed.', relevance: undefined, status: 'verified' },
  ],
  ...more,
});

const filledArgument = (at: string): SeatValues => ({
  [`${at}title`]: toulmin.title,
  [`${at}claim`]: toulmin.claim,
  [`${at}grounds`]: toulmin.grounds,
  [`${at}warrant`]: toulmin.warrant,
});

const noCounts = { verified: 1, unreliable: 0, fabricated: 0, unverified: 0 };

const ledger: DebaterLedger = {
  name: 'ada',
  turns: 2,
  skipped: 0,
  conjectures: 0,
  cited: 1,
  unchecked: 0,
  setRight: 0,
  redactedSources: 0,
  verification: noCounts,
  quoted: 0,
  verifiedFiles: 1,
  rebuttals: [],
  rebutted: [],
  unanswered: [2],
  infractions: [],
  redacted: [],
  fabricated: 0,
  concessions: 1,
};

const decisionBrief = {
  cruxes: [{ text: 'Whether it was counted.', seqs: [2, 3], for: [2], against: [3] }],
  options: [],
  assumptions: [],
  would_change: [],
  minority: [],
  next: [{ text: 'Count the weekends.', seqs: [2] }],
};
const judgedIssue = { issue: 'I1', reasons: [{ text: 'It was counted.', seqs: [2] }], verdict: 'ACCEPTED' };
const blindVerdict = {
  reasons: [
    { text: 'It was counted.', seqs: [2] },
    { text: 'Nobody answered it.', seqs: [3] },
  ],
  evaluations: [
    {
      debater: 'debater-a',
      criteria: Object.fromEntries(criteria.map((name) => [name, { text: 'As it was.', seqs: [2], points: 7 }])),
    },
  ],
  void: null,
};

/** A task of every kind, a person's values for its form, and the result. */
export const tasks: { [K in TaskKind]: { input: TaskInputs[K]; values: SeatValues; output: unknown } } = {
  'debater/opening': {
    input: { ...speaker, priorOpeners: [] },
    values: {
      content: ' First of all. ',
      sources: [{ url: 'workspace:a%20file.md#L1', quote: 'so it is' }, { url: ' ' }],
    },
    output: {
      entries: [
        {
          type: 'opening_statement',
          content: 'First of all.',
          sources: [{ url: 'workspace:a%20file.md#L1', title: 'workspace:a%20file.md#L1', quote: 'so it is' }],
        },
      ],
    },
  },
  'debater/turn': {
    input: {
      ...speaker,
      round: 1,
      spokenThisRound: [{ name: 'bob', seqs: [6], summary: 'Says no.' }],
      unanswered: [{ seq: 6, by: 'bob' }],
      granted: [{ seq: 6, claim: 'It rains.' }],
    },
    values: {
      type: 'rebuttal',
      rebuts: '6',
      content: 'No.',
      acknowledges: ['5', '6'],
      rider: 'source_challenge',
      question: 'Left from before.',
      concedes: [{ seq: '3', claim: 'It is cheap.' }],
      introduces: [{ name: 'speed', description: 'weighs speed' }],
      challenged: '3 https://example.org/a',
      challengedClaim: 'Words of seq 3.',
      challenge: 'It says nothing of it.',
    },
    output: {
      entries: [
        {
          type: 'rebuttal',
          content: 'No.',
          rebuttal_to_seq: 6,
          acknowledges: [5, 6],
          concedes: [{ seq: 3, claim: 'It is cheap.' }],
          introduces: [{ name: 'speed', description: 'weighs speed' }],
        },
        {
          type: 'source_challenge',
          content: 'It says nothing of it.',
          target_seq: 3,
          url: 'https://example.org/a',
          claim: 'Words of seq 3.',
        },
      ],
    },
  },
  'debater/closing': {
    input: {
      ...speaker,
      unanswered: [],
      granted: [],
      unresolved: [{ text: 'Weekends', seqs: [8] }],
      agreed: [],
      priorClosers: [],
    },
    values: { content: 'At last.', rider: 'clarification_request', question: 'Who counts?' },
    output: {
      entries: [
        { type: 'closing_statement', content: 'At last.' },
        { type: 'clarification_request', content: 'Who counts?' },
      ],
    },
  },
  'audience/questions': {
    input: { brief, record, round: 1, turns: [] },
    values: {
      questions: [
        { to: 'bob', question: 'Why?' },
        { to: '', question: '' },
      ],
    },
    output: { questions: [{ to: 'bob', question: 'Why?' }] },
  },
  'audience/conclusion': {
    input: { brief, record, outcome: 'draw' },
    values: { content: 'seq 2 and seq 3.', seqs: [{ seq: '2' }, { seq: '3' }] },
    output: { content: 'seq 2 and seq 3.', seqs: [2, 3] },
  },
  'chair/conclude': {
    input: { brief, record, ledgers: [ledger], barred: ['bob'] },
    values: {
      ...filledPoints(0, 8),
      ...filledPoints(1, 5),
      reason: 'Checked.',
      evaluation0: 'Well.',
      evaluation1: 'Badly.',
      ...filledAnswer,
    },
    output: {
      reason: 'Checked.',
      evaluations: [
        { debater: 'ada', text: 'Well.', criteria: pointsOf(8) },
        { debater: 'bob', text: 'Badly.', criteria: pointsOf(5) },
      ],
      ...answered,
    },
  },
  'chair/go_on': {
    input: { brief, record, round: 1 },
    values: { go_on: 'no', reason: 'Enough.' },
    output: { go_on: false, reason: 'Enough.' },
  },
  'chair/choose_questions': {
    input: {
      brief,
      round: 1,
      questions: [
        { to: 'ada', question: 'Why?' },
        { to: 'bob', question: 'How?' },
      ],
    },
    values: { chosen: ['1'] },
    output: { chosen: [1] },
  },
  'chair/rule_on_challenge': {
    input: {
      brief,
      challenge: entry(9, 'ada'),
      target: entry(3, 'bob'),
      url: cited.url,
      claim: 'x',
      finding: { status: 'unreliable', explanation: 'says less' },
    },
    values: { reason: 'Upheld.' },
    output: { reason: 'Upheld.' },
  },
  'chair/answer_clarification': {
    input: { brief, record, request: entry(9, 'ada') },
    values: { answer: 'Yes.' },
    output: { answer: 'Yes.' },
  },
  'chair/review_turn': {
    input: { brief, speaker: ada, entries: [entry(2, 'ada')] },
    values: { summary: 'Says yes.', infractions: [{ rule: '6', reason: 'Rude.' }] },
    output: { summary: 'Says yes.', infractions: [{ rule: '6', reason: 'Rude.' }], frameworks: [] },
  },
  'chair/name_unresolved': {
    input: { brief, record },
    values: { points: [{ text: 'Weekends', seqs: 'seq 2, 3' }] },
    output: { points: [{ text: 'Weekends', seqs: [2, 3] }] },
  },
  'chair/name_crux': {
    input: { brief, record, round: 2 },
    values: {
      points: [
        { text: 'Weekends', seqs: '2, 3' },
        { text: 'Rain', seqs: '3 and 6' },
      ],
    },
    output: {
      points: [
        { text: 'Weekends', seqs: [2, 3] },
        { text: 'Rain', seqs: [3, 6] },
      ],
    },
  },
  'reporter/brief': {
    input: { brief, record, outcome: 'draw', mostWords: 350 },
    values: { json: JSON.stringify(decisionBrief) },
    output: decisionBrief,
  },
  'chair/word_conclusion': {
    input: {
      brief,
      record,
      ledgers: [],
      outcome: 'draw',
      why: undefined,
      tally: 'One judge read the record in both orders.',
    },
    values: { json: JSON.stringify({ reason: 'Both stood.', ...answered }) },
    output: { reason: 'Both stood.', ...answered },
  },
  'juror/verdict': {
    input: {
      brief,
      record,
      debaters: [{ label: 'debater-a', position: 'It holds.', incentives: 'none', words: 12, seqs: [2] }],
    },
    values: { json: JSON.stringify(blindVerdict) },
    output: blindVerdict,
  },
  'voter/choose': {
    input: {
      brief,
      positions: [
        { label: 'debater-a', text: 'It holds.' },
        { label: 'debater-b', text: 'It falls.' },
      ],
      passages: [],
    },
    values: { choice: 'debater-a', reason: 'It was counted.' },
    output: { choice: 'debater-a', reason: 'It was counted.' },
  },
  'chair/review_documents': {
    input: { brief, documents: [{ name: 'summary.md', content: 'x' }] },
    values: { problems: [{ document: 'summary.md', problem: 'Takes a side.' }] },
    output: { problems: [{ document: 'summary.md', problem: 'Takes a side.' }] },
  },
  'chair/propose_lineup': {
    input: { topic: 'Depots?', hints: '', evidence: [] },
    values: { json: JSON.stringify({ debaters: [ada, debater('bob')] }) },
    output: { debaters: [ada, debater('bob')] },
  },
  'chair/revise_lineup': {
    input: { topic: 'Depots?', hints: '', evidence: [], proposed: [ada], request: 'One more.' },
    values: { json: JSON.stringify({ debaters: [ada, debater('bob')] }) },
    output: { debaters: [ada, debater('bob')] },
  },
  'verifier/support': {
    input: { claim: 'x', passage: 'y', surroundings: 'y', title: 'A', url: cited.url },
    values: { answer: 'does_not_say', explanation: 'Nothing of it.' },
    output: { answer: 'does_not_say', explanation: 'Nothing of it.' },
  },
  'reporter/blog_post': {
    input: { brief, record, outcome: 'draw', verified: [], wordLimits: { min: 800, max: 1450 } },
    values: { title: 'Depots', body: 'Text.' },
    output: { title: 'Depots', body: 'Text.' },
  },
  'reporter/summary': {
    input: { brief, record, outcome: 'draw', ledgers: [ledger] },
    values: { json: '{"key_arguments": [], "exchanges": [], "flow": "Calm."}' },
    output: { key_arguments: [], exchanges: [], flow: 'Calm.' },
  },
  'advocate/defend': {
    input: side,
    values: {
      argument: 'It pays.',
      sources: [{ url: 'workspace:a%20file.md#L1', claim: 'It pays.' }],
      acknowledges: ['5'],
      assessments: [{ point: 'Costs are guessed', issue: 'I1', status: 'DEFENDED', answer: 'They are offers.' }],
      preemptive_rebuttals: '- Snow is light.\n\n* Rain runs off.',
      scope_and_framing: 'One depot.',
      'research_log.queries': 'green roof cost',
      'research_log.files_read': 'a file.md',
    },
    output: {
      argument: 'It pays.',
      sources: [{ url: 'workspace:a%20file.md#L1', title: 'workspace:a%20file.md#L1', claim: 'It pays.' }],
      acknowledges: [5],
      research_log: { queries: ['green roof cost'], files_read: ['a file.md'], key_findings: [] },
      preemptive_rebuttals: ['Snow is light.', 'Rain runs off.'],
      evidence_strengthening: [],
      assumption_defence: [],
      assessments: [{ point: 'Costs are guessed', status: 'DEFENDED', issue: 'I1', answer: 'They are offers.' }],
      scope_and_framing: 'One depot.',
    },
  },
  'critic/critique': {
    input: { ...side, you: debater('critic'), answerTo: undefined },
    values: {
      argument: 'It does not.',
      objections: [{ area: 'assumptions', title: '', text: 'No offer was read.', severity: 'Minor', issue: '' }],
      'research_log.key_findings': 'Nothing on snow.',
    },
    output: {
      argument: 'It does not.',
      sources: [],
      research_log: { queries: [], files_read: [], key_findings: ['Nothing on snow.'] },
      objections: [{ area: 'assumptions', text: 'No offer was read.', severity: 'Minor' }],
    },
  },
  'judge/recommend_rounds': {
    input: { brief: tribunalBrief, min: 1, max: 10 },
    values: { rounds: '2', reason: 'One question.' },
    output: { rounds: 2, reason: 'One question.' },
  },
  'judge/assess': {
    input: { ...judged, defense: undefined, critique, missing: ['advocate'], uncovered: [1], final: undefined },
    values: {
      facts: [
        { claim: 'It is cheap.', source: `3 ${cited.url}`, verdict: 'DISPUTED', explanation: '' },
        { claim: 'Snow is light.', source: '', verdict: 'UNVERIFIABLE', explanation: 'No source.' },
      ],
      'argument_evaluation.advocate': 'a',
      'argument_evaluation.critic': 'b',
      'evidence_quality.advocate': 'c',
      'evidence_quality.critic': 'd',
      issues: [
        { id: 'I1', title: issue.title, status: 'open', severity: '', argued: 'no', reason: 'Nobody came back to it.' },
        { id: '', title: 'Snow', status: 'open', severity: 'Minor', argued: 'yes', reason: 'New.' },
      ],
      'round_score.advocate': '6,5',
      'round_score.critic': '7',
      'round_score.reason': 'Closer.',
      end: 'yes',
      end_reason: 'They repeat themselves.',
    },
    output: {
      fact_check: [
        { claim: 'It is cheap.', verdict: 'DISPUTED', seq: 3, url: cited.url },
        { claim: 'Snow is light.', verdict: 'UNVERIFIABLE', explanation: 'No source.' },
      ],
      argument_evaluation: { advocate: 'a', critic: 'b' },
      evidence_quality: { advocate: 'c', critic: 'd' },
      issues: [
        { id: 'I1', title: issue.title, status: 'open', argued: false, reason: 'Nobody came back to it.' },
        { title: 'Snow', status: 'open', argued: true, reason: 'New.', severity: 'Minor' },
      ],
      round_score: { advocate: 6.5, critic: 7, reason: 'Closer.' },
      end: true,
      end_reason: 'They repeat themselves.',
    },
  },
  'juror/issues': {
    input: { brief, record, tracker: judged.tracker, sides: [] },
    values: { json: JSON.stringify({ issues: [judgedIssue] }) },
    output: { issues: [judgedIssue] },
  },
  'judge/rule': {
    input: { ...judged, occasion: 'early', metrics },
    values: {
      'verdicts.0.verdict': 'REVISION REQUIRED',
      'verdicts.0.reason': 'seq 6 stands.',
      'verdicts.0.evidence_quality': 'One source.',
      concessions: 'The Advocate: snow.',
      overall: 'Half of it holds.',
      ...filledAnswer,
    },
    output: {
      verdicts: [
        { issue: 'I1', verdict: 'REVISION REQUIRED', reason: 'seq 6 stands.', evidence_quality: 'One source.' },
      ],
      concessions: ['The Advocate: snow.'],
      dismissed: [],
      overall: 'Half of it holds.',
      ...answered,
    },
  },
  'side/open': {
    input: { ...dialecticSide, exchange: 0 },
    values: {
      ...filledArgument('arguments.0.'),
      ...filledArgument('arguments.1.'),
      ...filledArgument('arguments.2.'),
      'arguments.1.backing': 'Sewers are sized by it.',
      'arguments.2.qualifier': 'mostly',
      acknowledges: ['5'],
    },
    output: {
      arguments: [toulmin, { ...toulmin, backing: 'Sewers are sized by it.' }, { ...toulmin, qualifier: 'mostly' }],
      acknowledges: [5],
    },
  },
  'side/rebut': {
    input: { ...dialecticSide, own: [known('prop_000a', 'proposition')], opponent: [known('opp_000a', 'opposition')] },
    values: {
      ...filledArgument('argument.'),
      'argument.attacks': [{ target_id: 'opp_000a', type: 'warrant_attack', content: 'It assumes snow.' }],
      'argument.defends': [{ target_id: 'prop_000a', type: 'clarify', content: 'A year’s rain is meant.' }],
    },
    output: {
      argument: {
        ...toulmin,
        attacks: [{ target_id: 'opp_000a', type: 'warrant_attack', content: 'It assumes snow.' }],
        defends: [{ target_id: 'prop_000a', type: 'clarify', content: 'A year’s rain is meant.' }],
      },
    },
  },
  'moderator/propose_motions': {
    input: { topic: 'Depots?', evidence: [] },
    values: { json: JSON.stringify({ motions: ['The depots should stay open.'] }) },
    output: { motions: ['The depots should stay open.'] },
  },
  'scorer/score': {
    input: {
      brief: { ...tribunalBrief, debaters: [] },
      motion,
      arguments: [blind('A'), blind('B')],
      earlier: [blind('C', { score: 0.2 }), blind('D', { score: -0.2 })],
      guidance: [],
    },
    values: {
      'scores.0.score': '+0,35',
      'scores.0.reasoning': 'Better grounds.',
      'scores.1.score': '−.35',
      'scores.1.reasoning': 'No warrant.',
      rescores: [
        { argument_id: 'C', new_score: '0.1', reasoning: 'Hit by B.' },
        { argument_id: 'D', new_score: '-0.1', reasoning: 'Saved by A.' },
      ],
    },
    output: {
      scores: [
        { argument_id: 'A', score: 0.35, reasoning: 'Better grounds.' },
        { argument_id: 'B', score: -0.35, reasoning: 'No warrant.' },
      ],
      rescores: [
        { argument_id: 'C', new_score: 0.1, reasoning: 'Hit by B.' },
        { argument_id: 'D', new_score: -0.1, reasoning: 'Saved by A.' },
      ],
    },
  },
  'reporter/clash': {
    input: {
      brief: tribunalBrief,
      record,
      motion,
      arguments: [known('prop_000a', 'proposition')],
      wordLimits: { min: 500, max: 600 },
      totals: { proposition: { total: 0.35, count: 1 }, opposition: { total: -0.35, count: 1 } },
    },
    values: { question: 'Q', clash: 'C', turning_points: [{ title: 'T', text: 'U' }], verdict: 'V', ...filledAnswer },
    output: { question: 'Q', clash: 'C', turning_points: [{ title: 'T', text: 'U' }], verdict: 'V', ...answered },
  },
  'assessor/report': {
    input: { brief, record, outcome: 'draw', documents: [], ledgers: [ledger] },
    values: {
      json: JSON.stringify({
        overall: { rating: 'Good', reasons: 'x' },
        roles: [],
        execution: ['a', 'b', 'c'],
        output: ['a', 'b', 'c'],
      }),
    },
    output: {
      overall: { rating: 'Good', reasons: 'x' },
      roles: [],
      execution: ['a', 'b', 'c'],
      output: ['a', 'b', 'c'],
    },
  },
};

export const kinds = Object.keys(taskOutputs) as TaskKind[];

export const request = (kind: TaskKind) => ({ kind, input: tasks[kind].input });
