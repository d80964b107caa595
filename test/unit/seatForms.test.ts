import { describe, expect, it } from 'vitest';
import type { PanelBrief, DebaterLedger, SpeakerInput, TaskInputs, TaskKind, VisibleEntry } from '../../src/debate/tasks';
import { taskOutputs } from '../../src/debate/tasks';
import type { SeatValues } from '../../src/shared/protocol';
import { seatAnswer } from '../../src/ui/panel/seat/seatAnswer';
import { seatCue } from '../../src/ui/panel/seat/cue';
import { seatForm } from '../../src/ui/panel/seat/seatForm';
import { seatRules } from '../../src/ui/panel/seat/rules';

const debater = (name: string) => ({ name, persona: `keeper of ${name}`, starting_position: 'For it.', incentives: 'Throughput.', model: 'human' });
const ada = debater('ada');
const brief: PanelBrief = {
  ...{ topic: 'Depots?', debaters: [ada, debater('bob')], minRounds: 1, maxRounds: 2, subject: [], guidance: [] },
  evidence: { root: '/e', files: ['a file.md'] },
};
const entry = (seq: number, speaker: string, more: Partial<VisibleEntry> = {}): VisibleEntry => ({
  ...{ seq, timestamp: '2026-11-20T12:00:00Z', phase: 'rebuttal', speaker, type: 'new_point', content: `Words of seq ${seq}.` },
  ...{ sources: null, rebuttal_to_seq: null, target_seq: null },
  ...more,
});
const cited = { url: 'https://example.org/a', title: 'A', accessed: '2026-11-20' };
const record = [
  ...[entry(1, 'chair', { type: 'announcement' }), entry(2, 'ada'), entry(3, 'bob', { sources: [cited] })],
  ...[entry(4, 'bob', { struck: { by: 5, reason: 'invented' } }), entry(6, 'bob', { type: 'rebuttal' })],
];
const speaker: SpeakerInput = {
  ...{ brief, record, you: ada },
  guidance: [{ seq: 7, text: 'Say what it costs.' }],
  questions: [{ seq: 8, text: 'And at\nweekends?' }],
  mustAcknowledge: [{ seq: 5, struck: 2, reason: 'invented' }],
  frameworks: [{ seq: 6, by: 'bob', name: 'cost first', description: 'weighs cost' }],
  standingIssues: [{ seq: 2, url: 'https://example.org/b', status: 'unreliable', reason: 'says less', ruling: 9 }],
};
const noCounts = { verified: 1, unreliable: 0, fabricated: 0, unverified: 0 };
const ledger: DebaterLedger = {
  ...{ name: 'ada', turns: 2, skipped: 0, conjectures: 0, cited: 1, verification: noCounts, verifiedFiles: 1, rebuttals: [], rebutted: [], unanswered: [2] },
  ...{ infractions: [], struck: [], fabricated: 0, concessions: 1 },
};

/** A task of every kind, what a person puts into its form, and what becomes of it. */
const tasks: { [K in TaskKind]: { input: TaskInputs[K]; values: SeatValues; output: unknown } } = {
  'debater/opening': {
    input: { ...speaker, priorOpeners: [] },
    values: { content: ' First of all. ', sources: [{ url: 'workspace:a%20file.md#L1', quote: 'so it is' }, { url: ' ' }] },
    output: { entries: [{ type: 'opening_statement', content: 'First of all.', sources: [{ url: 'workspace:a%20file.md#L1', title: 'workspace:a%20file.md#L1', quote: 'so it is' }] }] },
  },
  'debater/turn': {
    input: { ...speaker, round: 1, spokenThisRound: [{ name: 'bob', seqs: [6], summary: 'Says no.' }] },
    values: {
      ...{ type: 'rebuttal', rebuts: '6', content: 'No.', acknowledges: ['5', '6'], rider: 'source_challenge', question: 'Left from before.' },
      concedes: [{ seq: '3', claim: 'It is cheap.' }],
      introduces: [{ name: 'speed', description: 'weighs speed' }],
      ...{ challenged: '3 https://example.org/a', challengedClaim: 'Words of seq 3.', challenge: 'It says nothing of it.' },
    },
    output: {
      entries: [
        {
          ...{ type: 'rebuttal', content: 'No.', rebuttal_to_seq: 6, acknowledges: [5, 6], concedes: [{ seq: 3, claim: 'It is cheap.' }] },
          introduces: [{ name: 'speed', description: 'weighs speed' }],
        },
        { type: 'source_challenge', content: 'It says nothing of it.', target_seq: 3, url: 'https://example.org/a', claim: 'Words of seq 3.' },
      ],
    },
  },
  'debater/closing': {
    input: { ...speaker, unresolved: [{ text: 'Weekends', seqs: [8] }], priorClosers: [] },
    values: { content: 'At last.', rider: 'clarification_request', question: 'Who counts?' },
    output: { entries: [{ type: 'closing_statement', content: 'At last.' }, { type: 'clarification_request', content: 'Who counts?' }] },
  },
  'audience/questions': {
    input: { brief, record, round: 1, turns: [] },
    values: { questions: [{ to: 'bob', question: 'Why?' }, { to: '', question: '' }] },
    output: { questions: [{ to: 'bob', question: 'Why?' }] },
  },
  'audience/conclusion': {
    input: { brief, record, outcome: 'draw' },
    values: { content: 'seq 2 and seq 3.', seqs: [{ seq: '2' }, { seq: '3' }] },
    output: { content: 'seq 2 and seq 3.', seqs: [2, 3] },
  },
  'chair/conclude': {
    input: { brief, record, ledgers: [ledger], barred: ['bob'] },
    values: { outcome: 'ada_wins', reason: 'Checked.', evaluation0: 'Well.', evaluation1: 'Badly.' },
    output: {
      ...{ outcome: 'ada_wins', reason: 'Checked.' },
      evaluations: [{ debater: 'ada', criteria: { evaluation: 'Well.' } }, { debater: 'bob', criteria: { evaluation: 'Badly.' } }],
    },
  },
  'chair/go_on': { input: { brief, record, round: 1 }, values: { goOn: 'no', reason: 'Enough.' }, output: { go_on: false, reason: 'Enough.' } },
  'chair/choose_questions': {
    input: { brief, round: 1, questions: [{ to: 'ada', question: 'Why?' }, { to: 'bob', question: 'How?' }] },
    values: { chosen: ['1'] },
    output: { chosen: [1] },
  },
  'chair/rule_on_challenge': {
    input: { brief, challenge: entry(9, 'ada'), target: entry(3, 'bob'), url: cited.url, claim: 'x', finding: { status: 'unreliable', explanation: 'says less' } },
    ...{ values: { reason: 'Upheld.' }, output: { reason: 'Upheld.' } },
  },
  'chair/answer_clarification': { input: { brief, record, request: entry(9, 'ada') }, values: { answer: 'Yes.' }, output: { answer: 'Yes.' } },
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
    ...{ values: { title: 'Depots', body: 'Text.' }, output: { title: 'Depots', body: 'Text.' } },
  },
  'reporter/summary': {
    input: { brief, record, outcome: 'draw', ledgers: [ledger] },
    values: { json: '{"key_arguments": [], "exchanges": [], "flow": "Calm."}' },
    output: { key_arguments: [], exchanges: [], flow: 'Calm.' },
  },
  'assessor/report': {
    input: { brief, record, outcome: 'draw', documents: [], ledgers: [ledger] },
    values: { json: JSON.stringify({ overall: { rating: 'Good', reasons: 'x' }, roles: [], execution: ['a', 'b', 'c'], output: ['a', 'b', 'c'] }) },
    output: { overall: { rating: 'Good', reasons: 'x' }, roles: [], execution: ['a', 'b', 'c'], output: ['a', 'b', 'c'] },
  },
};

const kinds = Object.keys(taskOutputs) as TaskKind[];
const request = (kind: TaskKind) => ({ kind, input: tasks[kind].input });

describe('the form of a seat', () => {
  it.each(kinds)('%s: what a person gives becomes the output of the task', (kind) => {
    expect(seatAnswer(request(kind), tasks[kind].values)).toEqual({ output: tasks[kind].output });
  });

  it.each(kinds)('%s: an empty form is no answer, unless nothing is one', (kind) => {
    const form = seatForm(request(kind));
    const answer = seatAnswer(request(kind), form.values ?? {});
    const mayBeEmpty = ['audience/questions', 'chair/choose_questions', 'chair/review_documents'].includes(kind);
    expect('output' in answer).toBe(mayBeEmpty);
    expect(new Set(form.fields.map(({ id }) => id)).size).toBe(form.fields.length);
    expect(form.title).not.toBe('');
  });

  it('offers what may be answered: others’ arguments that stand, the newest first', () => {
    const { fields } = seatForm(request('debater/turn'));
    const rebuts = fields.find(({ id }) => id === 'rebuts');
    expect(rebuts).toMatchObject({ options: [{ value: '6' }, { value: '3' }], when: { field: 'type', is: ['rebuttal'] } });
    expect(fields.find(({ id }) => id === 'sources')).toMatchObject({ most: 5, fields: [{ suggestions: ['workspace:a%20file.md'] }, {}, {}, {}] });
  });

  it('asks for the rebutted entry of a rebuttal alone, and says which row lacks what', () => {
    const values = { content: 'x', sources: [{ quote: 'y' }] };
    expect(seatAnswer(request('debater/turn'), { ...values, type: 'rebuttal' })).toEqual({
      problems: ['“Rebuts” is still to be chosen.', 'Sources, 1: “Address” is still empty.'],
    });
    expect(seatAnswer(request('debater/turn'), { content: 'x', type: 'conjecture', rebuts: '6' })).toEqual({
      output: { entries: [{ type: 'conjecture', content: 'x' }] },
    });
  });

  it('bars whom the code bars from winning', () => {
    const [outcome] = seatForm(request('chair/conclude')).fields;
    expect(outcome).toMatchObject({ options: [{ value: 'ada_wins' }, { value: 'draw' }, { value: 'void' }] });
  });

  it('says what JSON is none', () => {
    expect(seatAnswer(request('reporter/summary'), { json: '{' })).toEqual({ problems: ['This is no valid JSON.'] });
  });
});

describe('what a person is told', () => {
  it('is what a model is told: duties first, then what was said', () => {
    const cue = seatCue(request('debater/turn'));
    expect(cue.map(({ label, lines }) => [label, ...lines])).toEqual([
      ['To acknowledge', 'seq 5 struck your seq 2: invented'],
      ['Frameworks to take up or defer', '“cost first” of bob (seq 6): weighs cost'],
      ['Questions to you', 'seq 8: And at weekends?'],
      ['Guidance of the user', 'seq 7: Say what it costs.'],
      ['Your sources found unreliable', 'https://example.org/b in seq 2: says less'],
      ['Said in this round', 'bob (seq 6): Says no.'],
      ['Your seat', 'keeper of ada', 'For it.', 'Throughput.'],
    ]);
  });

  it('names the way of a correction only where there is something to correct', () => {
    const holds = (issues: SpeakerInput['standingIssues']): boolean =>
      seatRules({ kind: 'debater/opening', input: { ...speaker, priorOpeners: [], standingIssues: issues } }).some((rule) => rule.includes('SOURCE CORRECTION'));
    expect(holds(speaker.standingIssues)).toBe(true);
    expect(holds([])).toBe(false);
  });
});
