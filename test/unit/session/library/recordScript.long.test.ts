import { cp, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../src/agents/scripted';
import { setupDataSchema, sides } from '../../../../src/debate/log/entryData';
import { pathOfLog } from '../../../../src/record/logPath';
import {
  askAsAudience,
  changeLimits,
  concludeNow,
  moreExchanges,
  sendGuidance,
  supply,
} from '../../../../src/session/run/interventions';
import { gatherEvidence } from '../../../../src/session/plan/evidenceSet';
import { scriptOf, writeScript } from '../../../../src/session/library/recordScript';
import { createReplay } from '../../../../src/session/run/replay';
import { Session } from '../../../../src/session/run/session';

import { dialecticFiles, ferryDebate } from '../../../support/dialecticFolder';
import { documentsFolder } from '../../../support/documentsDebate';
import { runFolder } from '../../../support/testSession';
import { importFrom, importFiles } from '../../../support/imported';
import { expectPlayedAgain, played, replayOfFolder } from '../../../support/playedAgain';
import {
  fact,
  factSource,
  fullScript,
  readEntries,
  scriptedFolder,
  writeEvidence,
} from '../../../support/scriptedDebate';
import { dialecticFolder, dialecticScript } from '../../../support/dialecticScript';
import { withLog } from '../../../support/logs';
import { runTribunal } from '../../../support/tribunalRun';
import { tribunalFolder, tribunalScript } from '../../../support/tribunalScript';

/** Records as scripts. Debates by models, and whole ones of all formats, are played again where their logs are held (test/golden). */

const names = ['ada', 'bob'];

async function run(folder: string, onEntry: (seq: number, session: Session) => void = () => undefined) {
  const session = await Session.open({
    folder,
    program: 'test',
    onEvent: (event) => event.kind === 'written' && onEntry(event.seq, session),
  });
  return await session.run();
}

const pausedAfter = (folder: string, seq: number) =>
  run(folder, (at, session) => {
    if (at === seq) session.pause('Enough for today.');
  });

const scripted = (changes: Script = {}, rounds = 2) =>
  scriptedFolder({ script: { ...fullScript({ names, rounds }), ...changes }, names, rounds: { min: 1, max: rounds } });

describe('a record played again', () => {
  it('has guidance, questions and limits where they came in, over pauses', async () => {
    const folder = await scripted({}, 3);
    expect(await pausedAfter(folder, 4)).toMatchObject({ status: 'paused' });
    await withLog(folder, (log) => sendGuidance(log, 'Mind the weekends.'));
    expect(await pausedAfter(folder, 16)).toMatchObject({ status: 'paused' });
    await withLog(folder, (log) => askAsAudience(log, { to: 'bob', question: 'And {@r1/turn/ada}?' }));
    await withLog(folder, (log) => changeLimits(log, { max_rounds: 2 }));
    await pausedAfter(folder, 26);
    await withLog(folder, (log) => concludeNow(log));
    expect(await run(folder)).toEqual({ status: 'done' });
    const before = await readEntries(folder);
    expect(before.filter(({ speaker }) => speaker === 'user')).toHaveLength(4);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('ends where the record does that never ended, and cannot be led astray', async () => {
    const folder = await scripted();
    await pausedAfter(folder, 9);
    const last = (await readEntries(folder)).at(-1)?.seq ?? 0;
    expect(await expectPlayedAgain(folder)).toMatchObject({
      status: 'paused',
      code: 'script_over',
      reason: expect.stringContaining(`seq ${last}`) as string,
    });
    const parent = await mkdtemp(join(tmpdir(), 'rostrum-astray-'));
    const again = await createReplay(await replayOfFolder(folder), { parent, now: () => new Date() });
    await pausedAfter(again, 3);
    await withLog(again, (log) => sendGuidance(log, 'Something else.'));
    expect(await run(again)).toMatchObject({ status: 'paused', code: 'other_record' });
  });

  it('has what failed: a lie insisted on, a turn that is skipped, a review that is none', async () => {
    const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
    const folder = await scripted({
      'r1/turn/ada': {
        entries: [
          {
            type: 'new_point',
            content: lie,
            sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }],
          },
        ],
      },
      'r1/turn/bob': { entries: [{ type: 'closing_statement', content: 'Too early.' }] },
      'r1/audience': { error: 'refusal', message: 'No (really) no.' },
      'r2/turn/ada': { error: 'refusal', message: 'The model refused.' },
      'opening/bob/review': { error: 'refusal', message: 'Not now.' },
      'documents/summary': { error: 'refusal', message: 'No words.' },
      'assessor-report': { error: 'refusal', message: 'None.' },
      unresolved: { error: 'refusal', message: 'Nothing (at all).' },
      'audience-conclusion': { error: 'refusal', message: 'I was asleep.' },
    });
    expect(await run(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    expect(entries.filter(({ data }) => data?.['kind'] === 'skipped').map(({ data }) => data?.['attempts'])).toEqual([
      3, 1,
    ]);
    expect(entries.some(({ type }) => type === 'redaction')).toBe(true);
    // The closing insists on saying nothing of the redaction.
    expect(entries.filter(({ data }) => data?.['kind'] === 'infraction').map(({ data }) => data?.['rule'])).toEqual([
      '23',
    ]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('has rounds that ended by the clock', async () => {
    const slow = { wait_ms: 800, output: { summary: 'ada speaks for its own depot.' } };
    const folder = await scripted({ 'r1/turn/ada/review': slow }, 3);
    await pausedAfter(folder, 2);
    await withLog(folder, (log) => changeLimits(log, { time_budget_minutes: 0.01 }));
    expect(await run(folder)).toEqual({ status: 'done' });
    expect(
      (await readEntries(folder)).some(({ content }) => content.startsWith('The time budget of 0.01 minutes is spent')),
    ).toBe(true);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('has an end by the clock that an earlier version did not say', async () => {
    const tribunal = await tribunalFolder({
      script: tribunalScript(4),
      options: { rounds: 4 },
      limits: { time_budget_minutes: 0.000_001 },
    });
    expect(await runTribunal(tribunal)).toEqual({ status: 'done' });
    const slow = { wait_ms: 700, output: dialecticScript(1)['e0/proposition'] };
    const exchanges = await dialecticFolder({ script: { ...dialecticScript(3), 'e0/proposition': slow } });
    await withLog(exchanges, (log) => changeLimits(log, { time_budget_minutes: 0.01 }));
    expect(await runFolder(exchanges)).toEqual({ status: 'done' });
    for (const [folder, last] of [
      [tribunal, 'ruling'],
      [exchanges, 'report/e0'],
    ] as const) {
      const entries = await readEntries(folder);
      const told = entries.findIndex(({ content }) => content.startsWith('The time budget of '));
      expect(told).toBeGreaterThan(0);
      const without = entries.toSpliced(told, 1).map((entry, seq) => JSON.stringify({ ...entry, seq }));
      await writeFile(pathOfLog(folder), without.map((line) => `${line}\n`).join(''));
      expect((await replayOfFolder(folder)).script.$course.at(-1)).toMatchObject({ step: last });
      expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
    }
  });

  it('needs neither the evidence nor the day of then', async () => {
    const folder = await scripted();
    expect(await run(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const { root } = setupDataSchema.parse(entries[0]?.data).evidence;
    await rename(root ?? '', `${root ?? ''}-gone`);
    const text = await readFile(pathOfLog(folder), 'utf8');
    const earlier = text
      .replace(/"timestamp":"20\d\d-/g, '"timestamp":"2019-')
      .replace(/"accessed":"20\d\d-/g, '"accessed":"2019-');
    await writeFile(pathOfLog(folder), earlier);
    expect(
      (await readEntries(folder)).flatMap(({ sources }) => (sources ?? []).map(({ accessed }) => accessed.slice(0, 4))),
    ).toContain('2019');
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('is itself a record that can be written out', async () => {
    const folder = await documentsFolder();
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const again = await played(await replayOfFolder(folder));
    expect(await expectPlayedAgain(again.folder)).toEqual({ status: 'done' });
  });

  it('is judged by its gate like any script: an answer that was changed goes back', async () => {
    const folder = await scripted();
    await run(folder);
    const replay = await replayOfFolder(folder);
    const sources = [1, 2, 3, 4, 5, 6].map((line) => factSource('ada', line));
    const turn = { entries: [{ type: 'opening_statement', content: fact('ada', 1), sources }] };
    await writeFile(replay.path, JSON.stringify({ ...replay.script, 'opening/ada': turn }));
    const { entries, end } = await played(replay);
    expect(entries.find(({ data }) => data?.['kind'] === 'skipped')?.data).toMatchObject({ rule: '16', attempts: 3 });
    expect(end).toMatchObject({ status: 'paused', reason: expect.stringContaining('does not ask for now') as string });
  });
});

describe('an imported debate that went on', () => {
  const files = dialecticFiles(ferryDebate());

  it('is played on a fresh import of the same folder, by whom it was given to', async () => {
    const { folder, source, parent } = await importFiles(files);
    await cp(source, join(parent, '..', 'copy'), { recursive: true });
    const evidence = await gatherEvidence({ evidence: await writeEvidence([...sides]), subject: [], output: parent });
    const script = join(parent, 'script.json');
    const { 'e2/proposition': pro, 'e2/opposition': contra, ...scripted } = dialecticScript(6);
    const bare = (answer: unknown): object => ({
      argument: { ...(answer as { argument: object }).argument, attacks: [], defends: [] },
    });
    await writeFile(
      script,
      JSON.stringify({ ...scripted, 'e2/proposition': bare(pro), 'e2/opposition': bare(contra) }),
    );
    await withLog(folder, (log) => moreExchanges(log, 1));
    await withLog(folder, (log) => supply(log, { evidence, provider: 'scripted', script }));
    expect(await run(folder)).toEqual({ status: 'done' });
    const fresh = (await importFrom(source, join(parent, 'again'))).folder;
    expect(await expectPlayedAgain(folder, fresh)).toEqual({ status: 'done' });
    const replay = await replayOfFolder(folder);
    await expect(createReplay(replay, { parent, now: () => new Date() })).rejects.toMatchObject({ code: 'imported' });
    const other = await importFiles(dialecticFiles({ ...ferryDebate(), motion: 'This house would sell the ferry' }));
    await expect(played(replay, other.folder)).rejects.toMatchObject({ code: 'other_record' });
  });

  it('is nothing to script before', async () => {
    const { folder } = await importFiles(files);
    await expect(withLog(folder, scriptOf)).rejects.toMatchObject({ code: 'nothing_to_script' });
  });
});

describe('the script of a record', () => {
  it('says first that it is no export, holds redacted text, and overwrites nothing', async () => {
    const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
    const folder = await scripted({
      'r1/turn/ada': {
        entries: [
          {
            type: 'new_point',
            content: lie,
            sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }],
          },
        ],
      },
    });
    await run(folder);
    const file = join(await mkdtemp(join(tmpdir(), 'rostrum-script-')), 'deep', 'down.json');
    const { snapshots } = await withLog(folder, (log) => writeScript(log, file));
    const text = await readFile(file, 'utf8');
    expect(Object.entries(JSON.parse(text) as object)[0]).toEqual([
      '$about',
      expect.stringMatching(/redacted text too; it is no export/),
    ]);
    expect(text).toContain(lie);
    expect(snapshots).toBe(file.replace('.json', '.sources'));
    await expect(withLog(folder, (log) => writeScript(log, file))).rejects.toMatchObject({ code: 'exists' });
  });

  it.each([
    ['begun, and no more', async () => await scripted(), 'nothing_to_script'],
    [
      'of another program',
      async () =>
        await logOf(
          '{"seq":0,"timestamp":"2026-01-01T00:00:00Z","phase":"system","speaker":"chair","type":"note","content":"Hello.","sources":null}',
        ),
      'not_scriptable',
    ],
    ['of a later version', async () => await changedSetup({ record_version: 99 }), 'version'],
    ['of an unknown format', async () => await changedSetup({ format: 'duel' }), 'format'],
  ])('is refused for a record %s', async (_what, make, code) => {
    await expect(withLog(await make(), scriptOf)).rejects.toMatchObject({ code });
  });
});

async function logOf(line: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-foreign-'));
  await writeFile(pathOfLog(folder), `${line}\n`);
  return folder;
}

async function changedSetup(change: object): Promise<string> {
  const [setup] = await readEntries(await scripted());
  return await logOf(JSON.stringify({ ...setup, data: { ...setup?.data, ...change } }));
}
