import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../../src/debate/log/codec';
import type { Entry } from '../../../../../src/debate/log/entry';
import type { RunEnd } from '../../../../../src/engine/engine';
import { pathOfLog } from '../../../../../src/record/logPath';
import { concludeNow } from '../../../../../src/session/run/interventions';
import { answerAt } from '../../../../support/conclusions';
import { judgeSeats, verdictOf, verdictScript } from '../../../../support/judges';
import { lintFile } from '../../../../support/lintLog';
import { withLog } from '../../../../support/logs';
import { expectPlayedAgain } from '../../../../support/playedAgain';
import { fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';

/** Panels that blind judges decide, in every branch of the rule. */

const names = ['ada', 'bob'];
const worded = { reason: 'The counts of one depot were checked and stood.', ...answerAt([2, 5]) };
const failing = { error: 'refusal', message: 'The model refused to answer.' };

interface Judged {
  judges: number;
  verdicts: Record<string, unknown>;
  more?: Record<string, unknown>;
}

async function folderOf({ judges, verdicts, more = {} }: Judged): Promise<string> {
  return await scriptedFolder({
    script: { ...fullScript({ names, rounds: 1 }), conclusion: worded, ...verdicts, ...more },
    names,
    rounds: { min: 1, max: 1 },
    options: { judges: judgeSeats(judges) },
  });
}

async function judged(given: Judged): Promise<{ folder: string; end: RunEnd; entries: Entry[]; data: Conclusion }> {
  const folder = await folderOf(given);
  const end = await runFolder(folder);
  const entries = await readEntries(folder);
  return { folder, end, entries, data: conclusionIn(entries) };
}

type Conclusion = ReturnType<typeof conclusionIn>;
const conclusionIn = (entries: readonly Entry[]) =>
  dataOf(
    entries.find(({ type }) => type === 'conclusion'),
    'conclusion',
  );

const problemsIn = async (folder: string) =>
  (
    await lintFile(pathOfLog(folder), new Map([['metadata.json', await readFile(`${folder}/metadata.json`, 'utf8')]]))
  ).map(({ message }) => message);

const ada = verdictOf({ ada: 40, bob: 30 });
const bob = verdictOf({ ada: 30, bob: 40 });
const even = verdictOf({ ada: 31, bob: 30 });

describe('a panel that judges decide', () => {
  it('is won where one judge names the same debater in both orders; the Chair words it', async () => {
    const { folder, end, entries, data } = await judged({ judges: 1, verdicts: verdictScript({ j1: [ada, ada] }) });
    expect(end).toEqual({ status: 'done' });
    expect(data).toMatchObject({
      outcome: 'ada_wins',
      reason: worded.reason,
      answer: { text: worded.answer.text },
      tally: { seated: 1, complete: 1, need: 1, votes: { ada_wins: 1 }, flips: [], failed: [] },
    });
    const verdicts = entries.filter(({ type }) => type === 'verdict').map((entry) => dataOf(entry, 'verdict'));
    expect(verdicts.map((verdict) => [verdict?.order, verdict?.choice, verdict?.margin])).toEqual([
      ['a', 'ada_wins', 10],
      ['b', 'ada_wins', 10],
    ]);
    const [read, again] = verdicts.map((verdict) => Object.values(verdict?.labels ?? {}));
    expect(again).toEqual(read?.toReversed());
    expect(await problemsIn(folder)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it.each([
    ['unanimous', 3, { j1: [ada, ada], j2: [ada, ada], j3: [ada, ada] }, 'ada_wins', undefined, { ada_wins: 3 }],
    [
      'by two of three',
      3,
      { j1: [ada, ada], j2: [bob, bob], j3: [ada, ada] },
      'ada_wins',
      undefined,
      { ada_wins: 2, bob_wins: 1 },
    ],
    [
      'split',
      3,
      { j1: [ada, ada], j2: [bob, bob], j3: [even, even] },
      'undecided',
      'split',
      { ada_wins: 1, bob_wins: 1, draw: 1 },
    ],
    ['a tie of two', 2, { j1: [ada, ada], j2: [bob, bob] }, 'undecided', 'split', { ada_wins: 1, bob_wins: 1 }],
    ['flipping', 1, { j1: [ada, bob] }, 'undecided', 'flips', {}],
    ['a draw', 1, { j1: [even, even] }, 'draw', undefined, { draw: 1 }],
    ['a draw against a debater with a clear lead', 1, { j1: [ada, even] }, 'ada_wins', undefined, { ada_wins: 1 }],
    [
      'a draw against a debater with a small lead',
      1,
      { j1: [verdictOf({ ada: 33, bob: 30 }), even] },
      'draw',
      undefined,
      { draw: 1 },
    ],
  ] as const)('decides %s', async (_, judges, verdicts, outcome, why, votes) => {
    const { folder, end, data, entries } = await judged({ judges, verdicts: verdictScript(verdicts) });
    expect(end).toEqual({ status: 'done' });
    expect([data?.outcome, data?.undecided?.why, data?.tally?.votes]).toEqual([outcome, why, votes]);
    expect(data?.answer?.text).toBe(worded.answer.text);
    expect(entries.some((entry) => dataOf(entry, 'document')?.name === 'blog-post.md')).toBe(true);
    expect(await problemsIn(folder)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('is void where the judge says so in both orders, and answers nothing', async () => {
    const unfair = verdictOf({ ada: 30, bob: 30 }, { void: 'One side was hardly heard.' });
    const { data, entries } = await judged({ judges: 1, verdicts: verdictScript({ j1: [unfair, unfair] }) });
    expect(data).toMatchObject({ outcome: 'void', void: { reason: 'One side was hardly heard.' } });
    expect(data?.answer).toBeUndefined();
    expect(entries.some((entry) => dataOf(entry, 'document')?.name === 'blog-post.md')).toBe(false);
  });

  it('goes on without a judge that fails, and names it', async () => {
    const verdicts = {
      ...verdictScript({ j1: [ada, ada], j3: [ada, ada] }),
      'verdict/j2/a': failing,
      'verdict/j2/b': ada,
    };
    const { folder, data, entries } = await judged({ judges: 3, verdicts });
    expect(data).toMatchObject({ outcome: 'ada_wins', tally: { complete: 2, failed: ['j2'], votes: { ada_wins: 2 } } });
    const note = entries.find((entry) => dataOf(entry, 'note')?.judge === 'j2');
    expect(dataOf(note, 'note')).toMatchObject({ kind: 'failure', reason: failing.message });
    expect(entries.filter(({ type }) => type === 'verdict')).toHaveLength(4);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('is undecided where too many judges fail, and then nothing is answered', async () => {
    const verdicts = {
      ...verdictScript({ j1: [ada, ada] }),
      'verdict/j2/a': failing,
      'verdict/j3/b': failing,
      'verdict/j2/b': ada,
      'verdict/j3/a': ada,
    };
    const { data } = await judged({ judges: 3, verdicts });
    expect(data).toMatchObject({
      outcome: 'undecided',
      undecided: { why: 'judges_failed' },
      tally: { failed: ['j2', 'j3'] },
    });
    expect(data?.answer).toBeUndefined();
  });

  it('pauses where no judge is complete, goes on when one is, and ends undecided when the user concludes', async () => {
    const verdicts = { 'verdict/j1/a': failing, 'verdict/j1/b': ada };
    const folder = await folderOf({ judges: 1, verdicts });
    expect(await runFolder(folder)).toMatchObject({ status: 'paused' });
    expect(await runFolder(folder)).toMatchObject({ status: 'paused' });
    expect((await readEntries(folder)).some(({ type }) => type === 'conclusion')).toBe(false);
    await withLog(folder, (log) => concludeNow(log));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect(conclusionIn(await readEntries(folder))).toMatchObject({
      outcome: 'undecided',
      undecided: { why: 'judges_failed' },
      tally: { seated: 1, complete: 0, failed: ['j1'] },
    });
    expect(await problemsIn(folder)).toEqual([]);
  });

  it('is worded by code where the Chair fails; the outcome stands, the answer is missing', async () => {
    const { folder, end, data } = await judged({
      judges: 1,
      verdicts: verdictScript({ j1: [ada, ada] }),
      more: { conclusion: failing },
    });
    expect(end).toEqual({ status: 'done' });
    expect(data).toMatchObject({ outcome: 'ada_wins', unworded: failing.message });
    expect(data?.answer).toBeUndefined();
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('sends back what names another winner, leaves a label out, or rests on what is not there', async () => {
    const { entries, folder } = await judged({
      judges: 1,
      verdicts: {
        ...verdictScript({ j1: [ada, ada] }),
        'verdict/j1/a#1': verdictOf({ ada: 40 }),
        'verdict/j1/a#2': verdictOf({ ada: 40, bob: 30 }, { seqs: [9999] }),
      },
      more: { 'conclusion#1': { ...worded, reason: 'It should have been bob_wins.' } },
    });
    const log = await readFile(`${folder}/debate.log`, 'utf8');
    expect(log).toContain('RETRY — verdict/j1/a, after attempt 1');
    expect(log).toContain('debater-b has no points');
    expect(log).toContain('seq 9999 does not exist');
    expect(log).toContain('Name no other');
    expect(conclusionIn(entries)?.outcome).toBe('ada_wins');
  });

  it('never names a debater with a fabricated source, and asks no judge where two have one', async () => {
    const claims = {
      ada: 'The vault in the north keeps every parcel that was ever lost between two depots.',
      bob: 'A ledger in the cellar names all vans, and each came home before noon.',
    };
    const lie = (name: 'ada' | 'bob') => ({
      entries: [
        {
          type: 'opening_statement',
          content: claims[name],
          sources: [{ url: `workspace:vault-${name}.md#L1`, title: name, quote: claims[name], claim: claims[name] }],
        },
      ],
    });
    const late = verdictOf({ ada: 40, bob: 30 }, { seqs: ['{@opening/bob}'] });
    const barred = await judged({
      judges: 1,
      verdicts: verdictScript({ j1: [late, late] }),
      more: { 'opening/ada': lie('ada') },
    });
    const chosen = barred.entries
      .filter(({ type }) => type === 'verdict')
      .map((entry) => dataOf(entry, 'verdict')?.choice);
    expect(chosen).toEqual(['bob_wins', 'bob_wins']);
    expect(barred.data?.outcome).toBe('bob_wins');
    expect(await problemsIn(barred.folder)).toEqual([]);
    const both = await judged({
      judges: 1,
      verdicts: {},
      more: { 'opening/ada': lie('ada'), 'opening/bob': lie('bob') },
    });
    expect(both.end).toEqual({ status: 'done' });
    expect([both.data?.outcome, both.entries.some(({ type }) => type === 'verdict')]).toEqual(['void', false]);
  });
});
