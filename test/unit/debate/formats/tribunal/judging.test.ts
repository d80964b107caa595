import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../../src/debate/log/codec';
import { pathOfLog } from '../../../../../src/record/logPath';
import { judgeSeats, verdictScript } from '../../../../support/judges';
import { lintFile } from '../../../../support/lintLog';
import { expectPlayedAgain } from '../../../../support/playedAgain';
import { readEntries } from '../../../../support/scriptedDebate';
import { rulingAnswer, tribunalFolder, tribunalScript, verdicts } from '../../../../support/tribunalScript';
import { tasksGiven } from '../../../../support/tribunalRun';
import { runFolder } from '../../../../support/testSession';

/** Tribunals whose issues blind judges decide. */

const failing = { error: 'refusal', message: 'The model refused to answer.' };
const say = (verdict: string) => ({
  issues: [{ issue: 'I1', reasons: [{ text: 'The count was shown.', seqs: ['{@r1/advocate}'] }], verdict }],
});
const both = (one: string, other = one): [object, object] => [say(one), say(other)];

async function ruled(judges: number, given: Record<string, unknown>, words = 'REVISION REQUIRED') {
  const ruling = rulingAnswer({ verdicts: verdicts(words) });
  const folder = await tribunalFolder({
    script: tribunalScript(1, { plan: { rounds: 1, reason: 'One point.' }, ruling, ...given }),
    options: { judges: judgeSeats(judges) },
  });
  const end = await runFolder(folder);
  const entries = await readEntries(folder);
  const entry = entries.find(({ type }) => type === 'judges_ruling');
  return { folder, end, entries, ruling: dataOf(entry, 'judges_ruling'), words: entry?.content ?? '' };
}

describe('a tribunal that judges decide', () => {
  it.each([
    ['the Judge, twice alike', 1, { j1: both('ACCEPTED') }, 'ACCEPTED', true],
    ['the Judge, twice otherwise', 1, { j1: both('ACCEPTED', 'REVISION REQUIRED') }, 'REVISION REQUIRED', false],
    ['the stricter of two neighbours', 1, { j1: both('REJECTED', 'REVISION REQUIRED') }, 'REJECTED', false],
    ['revision between the extremes', 1, { j1: both('REJECTED', 'ACCEPTED') }, 'REVISION REQUIRED', false],
    ['two of three', 3, { j1: both('ACCEPTED'), j2: both('REJECTED'), j3: both('ACCEPTED') }, 'ACCEPTED', true],
    [
      'nobody alike',
      3,
      { j1: both('ACCEPTED'), j2: both('REJECTED'), j3: both('REVISION REQUIRED') },
      'REVISION REQUIRED',
      false,
    ],
  ] as const)('rules as the text says: %s', async (_, judges, given, verdict, firm) => {
    const { folder, end, ruling, words } = await ruled(judges, verdictScript(given), verdict);
    expect(end).toEqual({ status: 'done' });
    expect(ruling?.verdicts).toMatchObject([{ issue: 'I1', verdict, firm }]);
    expect(ruling?.tally).toMatchObject({ seated: judges, complete: judges });
    expect(words).toContain(firm ? 'Firm (' : 'Not firm (');
    expect(words.includes('the Judge, twice')).toBe(judges === 1);
    if (judges === 1) expect(words).not.toMatch(/\d judges/);
    const problems = await lintFile(
      pathOfLog(folder),
      new Map([['metadata.json', await readFile(`${folder}/metadata.json`, 'utf8')]]),
    );
    expect(problems.map(({ message }) => message)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('goes on without a judge that fails, and is paused while none is complete', async () => {
    const given = { ...verdictScript({ j1: both('ACCEPTED'), j3: both('ACCEPTED') }), 'verdict/j2/a': failing };
    const { ruling } = await ruled(3, { ...given, 'verdict/j2/b': say('REJECTED') }, 'ACCEPTED');
    expect(ruling).toMatchObject({ outcome: 'accepted', tally: { complete: 2, failed: ['j2'] } });
    const none = await ruled(1, { 'verdict/j1/a': failing, 'verdict/j1/b': say('ACCEPTED') });
    expect(none.end).toMatchObject({ status: 'paused' });
    expect(none.ruling).toBeUndefined();
  });

  it('sends back a ruling that words another verdict, and a reading that leaves an issue out', async () => {
    const { folder, ruling } = await ruled(
      1,
      {
        ...verdictScript({ j1: both('ACCEPTED') }),
        'verdict/j1/a#1': { issues: [] },
        'ruling#1': rulingAnswer({ verdicts: verdicts('REJECTED') }),
      },
      'ACCEPTED',
    );
    const log = await readFile(`${folder}/debate.log`, 'utf8');
    expect(log).toContain('has no verdict; judge every issue');
    expect(log).toContain('The verdict on I1 is ACCEPTED, as the judges decided');
    expect(ruling?.outcome).toBe('accepted');
  });

  it('shows no judge what another one decided, and only the Judge its own assessments', async () => {
    const marked = (mark: string): [object, object] => [
      { issues: [{ ...say('ACCEPTED').issues[0], reasons: [{ text: mark, seqs: ['{@r1/advocate}'] }] }] },
      say('ACCEPTED'),
    ];
    const { entries } = await ruled(
      3,
      verdictScript({ j1: marked('quetzal'), j2: marked('ocelot'), j3: both('ACCEPTED') }),
      'ACCEPTED',
    );
    const given = tasksGiven(entries);
    for (const { id, input } of given) {
      const text = JSON.stringify(input);
      expect(text.includes('quetzal') || text.includes('ocelot'), id).toBe(false);
      if (id.startsWith('verdict/')) expect(text.includes('Both sides count their own depot'), id).toBe(true);
      if (id.startsWith('verdict/'))
        expect(text.includes('"type":"assessment"'), id).toBe(id.startsWith('verdict/j1/'));
    }
    expect(given.filter(({ id }) => id.startsWith('verdict/')).length).toBeGreaterThanOrEqual(6);
  });
});
