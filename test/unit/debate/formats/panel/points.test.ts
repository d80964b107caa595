import { describe, expect, it } from 'vitest';
import { serialiseEntry } from '../../../../../src/debate/log/codec';
import type { Entry } from '../../../../../src/debate/log/entry';
import { decisionBy, totalOf } from '../../../../../src/debate/formats/panel/points';
import { conclusionOf, evaluationOf } from '../../../../support/conclusions';
import { lintText } from '../../../../support/lintLog';
import { fact, factSource, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';

/** Points are the Chair's, totals and outcome are code's. */

const names = ['ada', 'bob'];

async function concluded(changes: Record<string, unknown>) {
  const script = { ...fullScript({ names, rounds: 1 }), ...changes };
  const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 1 } });
  const end = await runFolder(folder);
  const entries = await readEntries(folder);
  return { end, entries, conclusion: entries.find(({ type }) => type === 'conclusion') };
}

const lint = async (entries: readonly Entry[]) =>
  (await lintText(entries.map(serialiseEntry).join(''))).map(({ message }) => message);

const withPoints = (debater: string, points: readonly number[]) => {
  const evaluation = evaluationOf(debater, 0);
  const criteria = Object.entries(evaluation.criteria).map(([name, criterion], index) => [
    name,
    { ...criterion, points: points[index] ?? 0 },
  ]);
  return { debater, criteria: Object.fromEntries(criteria) as Record<string, unknown> };
};

describe('a decision by points', () => {
  it.each([
    [36, 34, 'draw', 2],
    [37, 34, 'ada_wins', 3],
    [34, 37, 'bob_wins', 3],
    [30, 30, 'draw', 0],
  ])('of %d and %d is %s', (ada, bob, outcome, margin) => {
    const spread = (total: number): number[] => [0, 1, 2, 3, 4].map((at) => Math.floor((total + at) / 5));
    const given = [withPoints('ada', spread(ada)), withPoints('bob', spread(bob))];
    expect(given.map(totalOf)).toEqual([ada, bob]);
    expect(decisionBy(given, names)).toEqual({ outcome, margin });
    expect(decisionBy(given.toReversed(), names.toReversed())).toEqual({ outcome, margin });
  });

  it('names only who may win, and nobody where nobody may', () => {
    const given = [withPoints('ada', [9, 9, 9, 9, 9]), withPoints('bob', [1, 1, 1, 1, 1])];
    expect(decisionBy(given, ['bob']).outcome).toBe('bob_wins');
    expect(decisionBy(given, []).outcome).toBe('void');
  });

  it('has no total where a criterion is in words', () => {
    expect(
      totalOf({ criteria: { ...withPoints('ada', [5, 5, 5, 5, 5]).criteria, rules: '6/10. Good.' } }),
    ).toBeUndefined();
  });
});

describe('a conclusion', () => {
  it('adds up what the Chair gave, whatever winner its words name', async () => {
    const { end, conclusion, entries } = await concluded({
      conclusion: {
        ...conclusionOf(names, 'draw', [2, 5]),
        evaluations: [withPoints('ada', [6, 7, 4, 9, 8]), withPoints('bob', [8, 7, 7, 6, 8])],
        outcome: 'bob_wins',
        reason: 'Totals 33, 36; the lead of 3 meets the margin.',
      },
    });
    expect(end).toEqual({ status: 'done' });
    expect(conclusion?.data).toMatchObject({ outcome: 'draw', margin: 2, evaluations: [{ total: 34 }, { total: 36 }] });
    expect(conclusion?.content).toContain('Points: ada 34, bob 36 of 50. The lead of 2 is less than 3: a draw.');
    expect(await lint(entries)).toEqual([]);
    const forged = entries.map((entry) =>
      entry === conclusion
        ? {
            ...entry,
            content: entry.content.replace('Outcome: draw', 'Outcome: bob_wins'),
            data: { ...entry.data, outcome: 'bob_wins' },
          }
        : entry,
    );
    expect(await lint(forged)).toContain('The outcome is bob wins; by the points it is draw.');
  });

  it.each([
    ['in words', '7/10. Well argued.'],
    ['beyond ten', { points: 11, text: 'x' }],
    ['that is no whole number', { points: 7.5, text: 'x' }],
  ])('with points %s goes back', async (_, rules) => {
    const given = conclusionOf(names, 'ada_wins', [2]);
    const evaluations = given.evaluations.map((one) => ({ ...one, criteria: { ...one.criteria, rules } }));
    const { end } = await concluded({ conclusion: { ...given, evaluations } });
    expect('reason' in end && end.reason).toContain('ada: rules has no points; give a whole number from 0 to 10');
  });

  it('is void, and nobody is asked, where every turn was skipped', async () => {
    const silent = { error: 'refusal', message: 'Silence.' };
    const turns = names.flatMap((name) => [`opening/${name}`, `r1/turn/${name}`, `closing/${name}`]);
    const { end, conclusion, entries } = await concluded({
      ...Object.fromEntries(turns.map((turn) => [turn, silent])),
      unresolved: { error: 'refusal', message: 'Nothing was said.' },
      conclusion: { error: 'refusal', message: 'Nobody asks.' },
      'audience-conclusion': { error: 'refusal', message: 'Nothing was heard.' },
      'documents/summary': { key_arguments: [], exchanges: [], flow: 'Nobody spoke.' },
    });
    expect(end).toEqual({ status: 'done' });
    expect(conclusion?.data).toMatchObject({ outcome: 'void' });
    expect(conclusion?.data).not.toHaveProperty('answer');
    expect(entries.some(({ data }) => data?.['name'] === 'blog-post.md')).toBe(false);
  });

  it('leaves out of the decision who has only conjecture', async () => {
    const guess = { entries: [{ type: 'conjecture', content: '[CONJECTURE] It may be so.' }] };
    const { conclusion } = await concluded({
      'opening/bob': { error: 'refusal', message: 'Silence.' },
      'r1/turn/bob': guess,
      unresolved: { points: [{ text: 'Which?', seqs: [2] }] },
      conclusion: conclusionOf(names, 'bob_wins', [2]),
      'audience-conclusion': { error: 'refusal', message: 'Nothing was heard.' },
      'documents/summary': { key_arguments: [], exchanges: [], flow: 'One spoke.' },
    });
    expect(conclusion?.data).toMatchObject({ outcome: 'ada_wins' });
  });

  it.each([
    ['is missing', { answer: null }, 'answer is missing'],
    ['names a debater', { answer: { text: 'ada has the better case.', seqs: [2] } }, 'leave out ada'],
    [
      'rests on an entry that is not there',
      { answer: { text: 'It holds.', seqs: [999] } },
      'answer: seq 999 does not exist',
    ],
  ])('whose answer %s goes back', async (_, more, message) => {
    const { end } = await concluded({ conclusion: { ...conclusionOf(names, 'ada_wins', [2]), ...more } });
    expect('reason' in end && end.reason).toContain(message);
  });

  it('is told once what is agreed by one side alone; what still does not show it is left out', async () => {
    const agreed = [
      { text: 'One side says it.', seqs: [2] },
      { text: 'Nobody said it.', seqs: [2, 999] },
      { text: 'Both say it.', seqs: [2, 5] },
    ];
    const { end, conclusion } = await concluded({ conclusion: { ...conclusionOf(names, 'ada_wins', [2]), agreed } });
    expect(end).toEqual({ status: 'done' });
    expect(conclusion?.data).toMatchObject({ agreed: [{ text: 'Both say it.', seqs: [2, 5] }] });
    expect(conclusion?.data?.['step']).toMatchObject({ attempt: 2 });
    expect(conclusion?.content).not.toContain('One side says it.');
  });
});

describe('texts of another length', () => {
  const sentence = 'What was said of seq 2 and seq 5 could be checked by anybody who opens the file. ';

  it.each([0.25, 0.5, 1, 1.5, 2])('as long as %d times what is asked for stand', async (times) => {
    const words = Math.round((300 * times) / 17);
    const content = sentence.repeat(words).trim();
    const { end, entries } = await concluded({ 'audience-conclusion': { content, seqs: [2, 5] } });
    expect(end).toEqual({ status: 'done' });
    const said = entries.find(({ type }) => type === 'audience_conclusion');
    expect(said?.content).toBe(content);
    // One request back where it misses by more than a quarter.
    expect(said?.data?.['step']).toMatchObject({ attempt: times === 0.25 || times === 2 ? 2 : 1 });
  });

  it('a summary of a turn that is too long is told once and stands', async () => {
    const summary = 'word '.repeat(45).trim();
    const { entries } = await concluded({ 'opening/ada/review': { summary } });
    expect(entries.find(({ data }) => data?.['kind'] === 'review')?.data?.['summary']).toBe(summary);
  });
});

describe('what a turn grants in words', () => {
  it('is named by the Chair’s review, found by code, and counts', async () => {
    const words = 'I grant that the count of bob is right.';
    const { entries } = await concluded({
      'r1/turn/ada': {
        entries: [{ type: 'new_point', content: `${words} ${fact('ada', 2)}`, sources: [factSource('ada', 2)] }],
      },
      'r1/turn/ada/review': {
        summary: 'Grants one thing.',
        granted: [
          { seq: 3, words },
          { seq: 10, words: 'Words that nobody said.' },
        ],
      },
    });
    const turn = entries.find(({ data }) => (data?.['step'] as { id?: string } | undefined)?.id === 'r1/turn/ada');
    const review = entries.find(({ data, target_seq: target }) => data?.['kind'] === 'review' && target === turn?.seq);
    expect(review?.data?.['granted']).toEqual([{ seq: turn?.seq, words }]);
    expect(review?.content).toContain(`It grants: “${words}”`);
  });
});
