import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../src/debate/log/codec';
import { stepOf } from '../../../src/debate/log/entry';
import { pathOfLog } from '../../../src/record/logPath';
import { exportDebate } from '../../../src/reports/export/exportDebate';
import { wordCount } from '../../../src/matching/text/text';
import { answerAt } from '../../support/conclusions';
import { moreExchanges } from '../../../src/session/run/interventions';
import { judgeSeats, verdictOf, verdictScript } from '../../support/judges';
import { dialecticFolder, dialecticScript } from '../../support/dialecticScript';
import { lintFile, lintFolder } from '../../support/lintLog';
import { withLog } from '../../support/logs';
import { expectPlayedAgain } from '../../support/playedAgain';
import { fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';
import { tribunalFolder, tribunalScript } from '../../support/tribunalScript';

/** One page for whoever decides: code's part from the record, the Reporter's through its gate. */

const ada = verdictOf({ ada: 40, bob: 30 });
const bob = verdictOf({ ada: 30, bob: 40 });
const part = {
  cruxes: [{ text: 'Whether a count by hand lasts.', seqs: [2, 5], for: [2], against: [5] }],
  options: [{ name: 'Send all parcels to ada', for: [2], against: [5] }],
  assumptions: [{ text: 'The trial is like any other month.', seqs: [2] }],
  would_change: [{ text: 'A count of the weekends.', seqs: [] }],
  minority: [{ text: 'Depot bob counted as well.', seqs: [5] }],
  next: [{ text: 'Count the weekends.', seqs: [2] }],
};

async function briefed(more: Record<string, unknown>, verdicts: [object, object] = [ada, ada]) {
  const folder = await scriptedFolder({
    script: {
      ...fullScript({ names: ['ada', 'bob'], rounds: 1 }),
      ...verdictScript({ j1: verdicts }),
      conclusion: { reason: 'The counts stood.', ...answerAt([2, 5]) },
      brief: part,
      ...more,
    },
    names: ['ada', 'bob'],
    rounds: { min: 1, max: 1 },
    options: { judges: judgeSeats(1), brief: true },
  });
  expect(await runFolder(folder)).toEqual({ status: 'done' });
  const text = await readFile(join(folder, 'brief.md'), 'utf8');
  const madr = await withLog(folder, (log) => exportDebate(log, 'madr'));
  return { folder, text, madr, entries: await readEntries(folder) };
}

describe('the decision brief', () => {
  it('is one page, written before the other documents, and played again', async () => {
    const { folder, text, entries, madr } = await briefed({});
    for (const words of [
      '# Decision Brief: Where should the parcels go?',
      'The question can be answered as far as the sources go.',
      'ada wins, judged by one judge in both orders',
      '## What It Hangs On',
      'Whether a count by hand lasts.',
      '## Options',
      '## Next (the Reporter’s judgement)',
      'Count the weekends.',
    ])
      expect(text).toContain(words);
    expect(wordCount(text)).toBeLessThan(600);
    const documents = entries.flatMap((entry) => dataOf(entry, 'document')?.name ?? []);
    expect(documents.slice(0, 2)).toEqual(['brief.md', 'summary.md']);
    expect(madr).toMatch(/^---\nstatus: proposed\ndate: \d{4}-\d\d-\d\d\n---\n\n# Where should the parcels go\?/);
    expect(madr).toContain('## Decision Outcome');
    expect(madr).toContain('* Send all parcels to ada');
    const problems = await lintFile(
      pathOfLog(folder),
      new Map([['metadata.json', await readFile(join(folder, 'metadata.json'), 'utf8')]]),
    );
    expect(problems.map(({ message }) => message)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('sends back what one debater alone contests, and what is not there', async () => {
    const alone = { ...part, cruxes: [{ text: 'Whether it lasts.', seqs: [2], for: [2], against: [] }] };
    const { folder, text } = await briefed({
      'brief#1': alone,
      'brief#2': { ...part, next: [{ text: 'Ask.', seqs: [999] }] },
    });
    const log = await readFile(join(folder, 'debate.log'), 'utf8');
    expect(log).toContain('what one alone says is not contested');
    expect(log).toContain('seq 999 does not exist');
    expect(text).toContain('Whether a count by hand lasts.');
  });

  it('is code’s part alone where the Reporter fails, and where nothing was decided', async () => {
    const failed = await briefed({ brief: { error: 'refusal', message: 'The model refused to answer.' } });
    expect(failed.text).toContain('## Decided');
    expect(failed.text).not.toContain('## Options');
    const open = await briefed({}, [ada, bob]);
    expect(open.text).toContain('Undecided (the verdicts changed with the order of reading)');
    expect(open.text).not.toContain('## Options');
    expect(open.madr).toContain('status: draft');
    expect(open.entries.some((entry) => dataOf(entry, 'document')?.name === 'brief.md')).toBe(false);
  });
});

describe('the decision brief of other formats', () => {
  const small = { ...part, cruxes: [], options: [], minority: [] };

  it('is the Reporter’s behind the ruling of a tribunal, which its setup seats', async () => {
    const crux = { text: 'Whether days are left out.', seqs: ['{@r1/advocate}', '{@r1/critic}'], for: [], against: [] };
    const folder = await tribunalFolder({
      script: tribunalScript(1, {
        plan: { rounds: 1, reason: 'One point.' },
        brief: { ...small, cruxes: [crux] },
      }),
      options: { brief: true },
    });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const text = await readFile(join(folder, 'brief.md'), 'utf8');
    expect(text).toContain('Whether days are left out.');
    expect(text).toContain('## Next (the Reporter’s judgement)');
    expect((await readEntries(folder)).at(-1)).toMatchObject({ type: 'document', data: { name: 'brief.md' } });
    expect(await lintFolder(folder)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('goes back in a tribunal as in a panel, and a failed one leaves code’s part', async () => {
    const alone = { text: 'Whether it lasts.', seqs: ['{@r1/advocate}'], for: [], against: [] };
    const folder = await tribunalFolder({
      script: tribunalScript(1, {
        plan: { rounds: 1, reason: 'One point.' },
        brief: { ...small, cruxes: [alone] },
      }),
      options: { brief: true },
    });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const last = (await readEntries(folder)).at(-1);
    expect(last).toMatchObject({ type: 'note', speaker: 'moderator', data: { kind: 'failure' } });
    expect(last?.content).toContain('what one alone says is not contested');
    const text = await readFile(join(folder, 'brief.md'), 'utf8');
    expect(text).toContain('## Decided');
    expect(text).not.toContain('What It Hangs On');
  });

  it('is written behind each report of a dialectic', async () => {
    const crux = {
      text: 'Whether one day says much.',
      seqs: ['{@e0/arguments}', '{@e0/arguments:3}'],
      for: [],
      against: [],
    };
    const script = { ...dialecticScript(2), 'report/e0/brief': { ...small, cruxes: [crux] }, 'report/e1/brief': small };
    const folder = await dialecticFolder({ script, options: { exchanges: 1, brief: true } });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect(await readFile(join(folder, 'brief.md'), 'utf8')).toContain('Whether one day says much.');
    await withLog(folder, (log) => moreExchanges(log, 1));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const briefs = (await readEntries(folder)).filter((entry) => dataOf(entry, 'document')?.name === 'brief.md');
    expect(briefs.map((entry) => stepOf(entry)?.id)).toEqual(['report/e0/brief', 'report/e1/brief']);
    expect(await readFile(join(folder, 'brief.md'), 'utf8')).toContain('Nothing was contested by two.');
    expect(await lintFolder(folder)).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });
});
