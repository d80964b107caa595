import { describe, expect, it } from 'vitest';
import type { SpeakerInput } from '../../../../../src/debate/flow/tasks/debater';
import { seatAnswer, seatBriefing, seatForm } from '../../../../../src/shared/seat/seatForm';
import {
  critique,
  dialecticSide,
  issue,
  kinds,
  known,
  request,
  side,
  speaker,
  tasks,
} from '../../../../support/seatTasks';

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
    expect(rebuts).toMatchObject({
      options: [{ value: '6' }, { value: '3' }],
      when: { field: 'type', is: ['rebuttal'] },
    });
    expect(fields.find(({ id }) => id === 'sources')).toMatchObject({
      most: 5,
      fields: [{ suggestions: ['workspace:a%20file.md'] }, {}, {}, {}],
    });
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

  it('asks the Chair for points and an answer, and for no winner', () => {
    const ids = seatForm(request('chair/conclude')).fields.map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('points'))).toHaveLength(10);
    expect(ids).not.toContain('outcome');
    expect(ids).toEqual(expect.arrayContaining(['isVoid', 'reason', 'answer.text', 'answer.seqs', 'agreed', 'open']));
  });

  it('has a row for each objection that waits for an answer, and none for what was struck', () => {
    const pointsOf = (answerTo: typeof side.answerTo | undefined) =>
      seatForm({ kind: 'advocate/defend', input: { ...side, answerTo } }).values?.['assessments'];
    expect(pointsOf(critique)).toEqual([{ point: 'Costs are guessed', issue: 'I1', status: '', answer: '' }]);
    expect(pointsOf({ ...critique, redacted: { by: 9, reason: 'invented' } })).toBeUndefined();
    expect(pointsOf(undefined)).toBeUndefined();
  });

  it('begins an assessment with the tracker, and asks nothing of the end in the last round', () => {
    const ids = (final: { total: number } | undefined): string[] =>
      seatForm({ kind: 'judge/assess', input: { ...tasks['judge/assess'].input, final } }).fields.map(({ id }) => id);
    expect(ids(undefined)).toContain('end');
    expect(ids({ total: 2 })).not.toContain('end');
    expect(seatForm(request('judge/assess')).values?.['issues']).toMatchObject([
      { id: 'I1', title: issue.title, status: 'open' },
    ]);
  });

  it('says the limits of an argument, and offers as targets what stands, by id and title, the newest first', () => {
    const opponent = [
      known('opp_000a', 'opposition'),
      known('opp_001', 'opposition', { score: undefined }),
      known('opp_002', 'opposition', { redacted: { by: 9, reason: 'invented' } }),
    ];
    const { fields } = seatForm({ kind: 'side/rebut', input: { ...dialecticSide, own: [], opponent } });
    expect(fields.find(({ id }) => id === 'argument.attacks')).toMatchObject({
      most: 3,
      fields: [
        {
          options: [
            { value: 'opp_001', label: 'opp_001 Title of opp_001' },
            { value: 'opp_000a', label: 'opp_000a Title of opp_000a (+0.35)' },
          ],
        },
        {
          options: [
            { value: 'claim_attack' },
            { value: 'grounds_attack' },
            { value: 'warrant_attack' },
            { value: 'backing_attack' },
          ],
        },
        { hint: 'At most 75 words.' },
      ],
    });
    expect(fields.some(({ id }) => id === 'argument.defends')).toBe(false);
    expect(fields.find(({ id }) => id === 'argument.claim')).toMatchObject({
      hint: 'One sentence of at most 25 words.',
    });
    expect(fields.find(({ id }) => id === 'argument.title')).toMatchObject({ hint: '5 to 7 words.' });
  });

  it('asks for scores by label, and for other scores only where two could balance', () => {
    const { input } = tasks['scorer/score'];
    const ids = seatForm({ kind: 'scorer/score', input: { ...input, earlier: input.earlier.slice(1) } }).fields.map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['scores.0.reasoning', 'scores.0.score', 'scores.1.reasoning', 'scores.1.score']);
    expect(JSON.stringify(seatForm(request('scorer/score')))).not.toMatch(/prop_|opp_|proposition|opposition/i);
    expect(
      seatAnswer(request('scorer/score'), {
        'scores.0.score': 'better',
        'scores.0.reasoning': 'x',
        'scores.1.score': '0',
        'scores.1.reasoning': 'y',
      }),
    ).toHaveProperty('problems');
  });

  it('says which score is no number', () => {
    const { values } = tasks['scorer/score'];
    const row = { argument_id: 'C', new_score: '1.2.3', reasoning: 'Hit by B.' };
    expect(seatAnswer(request('scorer/score'), { ...values, 'scores.1.score': 'half', rescores: [row] })).toEqual({
      problems: [
        '“B: score” is no number; write it as 0.35 or -0.35.',
        '“Earlier arguments that are worth another score now, 1: New score” is no number; write it as 0.35 or -0.35.',
      ],
    });
  });

  it('says what JSON is none', () => {
    expect(seatAnswer(request('reporter/summary'), { json: '{' })).toEqual({ problems: ['This is no valid JSON.'] });
  });
});

describe('what a person is told', () => {
  it('of the own seat says a hint that is all that is known of it once', () => {
    const { input } = tasks['debater/turn'];
    const seat = { ...input.you, persona: 'an auditor', starting_position: 'an auditor', incentives: '' };
    const told = seatBriefing({ kind: 'debater/turn', input: { ...input, you: seat } }).prompt;
    expect(told.at(-1)).toMatchObject({ label: 'Your seat', lines: ['an auditor'] });
  });

  it('is what a model is told: duties first, then what was said', () => {
    const prompt = seatBriefing(request('debater/turn')).prompt;
    expect(prompt.map(({ label, lines }) => [label, ...lines])).toEqual([
      ['To acknowledge', 'seq 5 struck your seq 2: invented'],
      ['Frameworks to take up or defer', '“cost first” of bob (seq 6): weighs cost'],
      ['Questions to you', 'seq 8: And at weekends?'],
      ['Guidance of the user', 'seq 7: Say what it costs.'],
      ['Your sources found unreliable', 'https://example.org/b in seq 2: says less'],
      ['Memos of this seat', 'seq 4: The tariff of 2024 is in costs.md.'],
      ['Said in this round', 'bob (seq 6): Says no.'],
      ['Answered by no rebuttal yet', 'bob (seq 6)'],
      ['What you have granted', 'seq 6: It rains.'],
      ['Your seat', 'keeper of ada', 'For it.', 'Throughput.'],
    ]);
  });

  it('tells a side of a tribunal what to answer, and never how many rounds there are', () => {
    for (const kind of ['advocate/defend', 'critic/critique'] as const) {
      const told = JSON.stringify([seatBriefing(request(kind)), seatForm(request(kind))]);
      expect(told).not.toMatch(/round \d+ of|last round|final round|rounds? (?:left|remain)|of \d+ rounds/i);
    }
    expect(seatBriefing(request('advocate/defend')).prompt.map(({ label, lines }) => [label, ...lines])).toEqual([
      ['To acknowledge', 'seq 5 struck your seq 2: invented'],
      ['Guidance of the user', 'seq 7: Say what it costs.'],
      ['Memos of this seat', 'seq 4: The tariff of 2024 is in costs.md.'],
      ['To answer', 'critic, seq 6', 'Major: Costs are guessed'],
      ['Issues', 'I1 What the roof costs · open, Major · No figure was given.'],
      ['Your seat', 'keeper of advocate', 'For it.', 'Throughput.'],
    ]);
  });

  it('tells the Judge the total in the last round alone', () => {
    const told = (final: { total: number } | undefined) =>
      JSON.stringify(seatBriefing({ kind: 'judge/assess', input: { ...tasks['judge/assess'].input, final } }).prompt);
    expect(told({ total: 2 })).toContain('Round 2 of 2');
    expect(told(undefined)).not.toContain('of 2');
  });

  it('tells the Judge of a dialectic labels alone: no id and no side', () => {
    const told = JSON.stringify(seatBriefing(request('scorer/score')));
    expect(told).toContain('Title under A');
    expect(told).not.toMatch(/prop_\d|opp_\d|proposition|opposition/i);
    expect(JSON.stringify(seatBriefing(request('side/rebut')).prompt)).toContain('opp_000a (seq 4): Title of opp_000a');
  });

  it('names the way of a correction only where there is something to correct', () => {
    const holds = (issues: SpeakerInput['standingIssues']): boolean =>
      seatBriefing({
        kind: 'debater/opening',
        input: { ...speaker, priorOpeners: [], standingIssues: issues },
      }).rules.some((rule) => rule.includes('SOURCE CORRECTION'));
    expect(holds(speaker.standingIssues)).toBe(true);
    expect(holds([])).toBe(false);
  });
});
