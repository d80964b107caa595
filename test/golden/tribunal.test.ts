import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupDataSchema } from '../../src/debate/log/entryData';
import { changeLimits, concludeNow, sendGuidance } from '../../src/session/run/interventions';
import { expectGolden, stabilised } from '../support/golden';
import { lintFile } from '../support/lintLog';
import { expectPlayedAgain } from '../support/playedAgain';
import { readEntries } from '../support/scriptedDebate';
import { after, runTribunal } from '../support/tribunalRun';
import {
  assessment,
  critique,
  defence,
  rulingAnswer,
  tribunalFolder,
  tribunalScript,
  verdicts,
  type TribunalSetup,
} from '../support/tribunalScript';
import { withLog } from '../support/logs';

/** Whole scripted tribunals against stored logs; each of them comes out of lint without a problem. */

async function expectDone(name: string, folder: string): Promise<string[]> {
  const log = join(folder, 'debate-log.jsonl');
  const entries = await readEntries(folder);
  const evidence = setupDataSchema.parse(entries[0]?.data).evidence.root ?? '';
  await expectGolden(`tribunal-${name}/debate-log.jsonl`, stabilised(await readFile(log, 'utf8'), folder, evidence));
  expect(await lintFile(log)).toEqual([]);
  expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  return entries.map(({ speaker, type }) => `${speaker} ${type}`);
}

async function play(name: string, setup: TribunalSetup): Promise<string[]> {
  const folder = await tribunalFolder(setup);
  expect(await runTribunal(folder)).toEqual({ status: 'done' });
  return await expectDone(name, folder);
}

const fails = { error: 'refusal', message: 'The model refused to answer.' };
const stalls = { error: 'stalled', message: 'The model went silent.' };
const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
const invented = { url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie };

describe('scripted tribunals', () => {
  it('of two rounds, in the order of the ancestor', async () => {
    const course = await play('two-rounds', { script: tribunalScript(2), options: { rounds: 2 } });
    const spoken = course.filter((line) => /^(advocate|critic|judge) /.test(line));
    expect(spoken).toEqual([
      'advocate defense',
      'critic critique',
      'judge assessment',
      'critic critique',
      'advocate defense',
      'judge assessment',
      'judge judges_ruling',
    ]);
  });

  it('whose Judge recommends more rounds than there may be', async () => {
    const script = { ...tribunalScript(3), plan: { rounds: 14, reason: 'There is much to say.' } };
    const folder = await tribunalFolder({ script, options: { rounds: 'auto' } });
    await runTribunal(folder, { pauseAt: after('note') });
    await withLog(folder, (log) => changeLimits(log, { max_rounds: 3 }));
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    await expectDone('auto', folder);
    const plan = (await readEntries(folder)).find(({ data }) => data?.['kind'] === 'rounds_planned');
    expect(plan).toMatchObject({ speaker: 'judge', data: { rounds: 10, reason: 'There is much to say.' } });
  });

  it('whose Judge recommends nothing', async () => {
    const folder = await tribunalFolder({ script: { ...tribunalScript(3), plan: fails }, options: { rounds: 'auto' } });
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    await expectDone('auto-failed', folder);
    const [failure, plan] = (await readEntries(folder)).filter(({ type }) => type === 'note');
    expect(failure?.data).toMatchObject({ kind: 'failure', side: 'judge' });
    expect(plan?.data).toMatchObject({ kind: 'rounds_planned', rounds: 3 });
  });

  it('in which the Advocate opens every round', async () => {
    const course = await play('advocate-first', {
      script: tribunalScript(2),
      options: { rounds: 2, order: 'advocate-first' },
    });
    expect(course.filter((line) => /^(advocate|critic) /.test(line))).toEqual([
      'advocate defense',
      'critic critique',
      'advocate defense',
      'critic critique',
    ]);
  });

  it('that the Judge ends early', async () => {
    const resolved = {
      id: 'I1',
      title: 'The count leaves days out',
      status: 'resolved',
      severity: 'Minor',
      argued: true,
      reason: 'The days were counted.',
    };
    const script = tribunalScript(5, {
      'r2/judge': assessment(2, { issues: [resolved], end: true, end_reason: 'Nothing is open.' }),
      ruling: rulingAnswer({ verdicts: verdicts('ACCEPTED') }),
    });
    const course = await play('early', { script, options: { rounds: 5 } });
    expect(course.filter((line) => line === 'judge assessment')).toHaveLength(2);
    expect(course.at(-1)).toBe('judge judges_ruling');
  });

  it('whose Judge may not end it while issues move, and rules when the planned rounds are held', async () => {
    const script = tribunalScript(2, {
      'r1/judge#1': assessment(1, { end: true, end_reason: 'Enough.' }),
      'r1/judge': assessment(1),
    });
    const folder = await tribunalFolder({ script, options: { rounds: 2 } });
    const retried: string[] = [];
    await runTribunal(folder, {
      onEvent: (event) => (event.kind === 'retry' ? retried.push(event.reasons.join()) : 0),
    });
    expect(retried).toEqual([expect.stringContaining('cannot end while issues move: “The count leaves days out”')]);
    await expectDone('forced', folder);
    expect((await readEntries(folder)).at(-1)).toMatchObject({
      type: 'judges_ruling',
      data: { early: false, outcome: 'revision_required' },
    });
  });

  it.each(['advocate', 'critic'])('in which the %s fails', async (side) => {
    const more =
      side === 'critic'
        ? {
            'r1/judge': assessment(1, { issues: [] }),
            'r2/critic': critique(2, { objections: critique(1).objections }),
            'r2/advocate': defence(2, { assessments: [{ point: 'The count leaves days out', status: 'VULNERABLE' }] }),
            'r2/judge': assessment(1),
          }
        : {};
    const course = await play(`${side}-fails`, {
      script: tribunalScript(2, { ...more, [`r1/${side}`]: fails }),
      options: { rounds: 2 },
    });
    expect(course.filter((line) => line === `${side} ${side === 'critic' ? 'critique' : 'defense'}`)).toHaveLength(1);
    expect(course.at(-1)).toBe('judge judges_ruling');
  });

  it('whose Judge fails in a middle round: the next assessment covers it', async () => {
    const noIssues = {
      'r2/critic': critique(2, { objections: critique(1).objections }),
      'r2/advocate': defence(2, { assessments: [{ point: 'The count leaves days out', status: 'DEFENDED' }] }),
    };
    await play('judge-fails', {
      script: tribunalScript(2, { ...noIssues, 'r1/judge': fails, 'r2/judge': assessment(1) }),
      options: { rounds: 2 },
    });
  });

  it('whose Judge fails on the last round rests until it rules', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(1, { 'r1/judge': fails }), options: { rounds: 1 } });
    expect(await runTribunal(folder)).toMatchObject({ status: 'paused', agent: 'judge' });
    expect(
      (await readEntries(folder)).some(({ type, data }) => type === 'assessment' || data?.['kind'] === 'failure'),
    ).toBe(false);
    await mend(folder, tribunalScript(1, { ruling: fails }));
    expect(await runTribunal(folder)).toMatchObject({ status: 'paused', agent: 'judge' });
    expect((await readEntries(folder)).at(-1)?.type).toBe('assessment');
    await mend(folder, tribunalScript(1));
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    await expectDone('judge-fails-last', folder);
  });

  it('whose Judge fails on the last round, is asked again and rules', async () => {
    const { ruling, 'r1/judge': judged, ...script } = tribunalScript(1);
    const folder = await tribunalFolder({
      script: {
        ...script,
        'r1/judge#1': stalls,
        'r1/judge#2': judged,
        'ruling#1': stalls,
        'ruling#2': stalls,
        'ruling#3': ruling,
      },
      options: { rounds: 1 },
    });
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    const attempts = (await readEntries(folder))
      .filter(({ type }) => type === 'assessment' || type === 'judges_ruling')
      .map(({ data }) => (data?.['step'] as { attempt: number }).attempt);
    expect(attempts).toEqual([2, 3]);
  });

  it('with guidance of the user, mid-round and between rounds', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(3), options: { rounds: 3 } });
    await runTribunal(folder, { pauseAt: after('defense') });
    await withLog(folder, (log) => sendGuidance(log, 'Speak of costs too. This is the first round of three.'));
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    await expectDone('guidance', folder);
  });

  it('in which a contribution is struck in mid-round', async () => {
    const lies = defence(2, { argument: `The proposition stands. ${lie}`, sources: [invented] });
    const script = tribunalScript(3, { 'r2/advocate': lies, 'r3/advocate': defence(3, { acknowledges: [15] }) });
    const course = await play('redaction', { script, options: { rounds: 3 } });
    expect(course.filter((line) => line === 'moderator redaction')).toHaveLength(1);
  });

  it('with a raw handover', async () => {
    await play('raw', { script: tribunalScript(2), options: { rounds: 2, handover: 'raw' } });
  });

  it('that the user concludes in mid-round', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(4), options: { rounds: 4 } });
    await runTribunal(folder, { pauseAt: after('critique', 2) });
    await withLog(folder, concludeNow);
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    const course = await expectDone('concluded', folder);
    expect(course.filter((line) => line === 'judge assessment')).toHaveLength(1);
    expect((await readEntries(folder)).at(-1)?.data).toMatchObject({ early: true });
  });
});

/** The script that the debate was made with, replaced: as if the model had come to its senses. */
async function mend(folder: string, script: Record<string, unknown>): Promise<void> {
  const [setup] = await readEntries(folder);
  await writeFile(String(setup?.data?.['script']), JSON.stringify(script));
}
