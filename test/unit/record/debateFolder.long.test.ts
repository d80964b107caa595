import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../src/debate/log/entry';
import { createDebateFolder } from '../../../src/record/debateFolder';
import { pathOfLog } from '../../../src/record/logPath';
import { bundle } from '../../support/bundle';
import { sampled, upTo } from '../../support/depth';
import { setupData } from '../../support/entries';
import { entriesIn, setupDraft } from '../../support/logs';
import { smallDisk } from '../../support/smallDisk';
import { tempFolder } from '../../support/tempFolder';
import { withoutPrivilege } from '../../support/withoutPrivilege';

const now = () => new Date('2026-07-21T12:34:56.789Z');
const make = (parent: string, topic = 'Tabs or spaces?', setup: Draft = setupDraft) =>
  createDebateFolder({ parent, topic, setup, now });

describe('the folder of a new debate', () => {
  it('is named by time and topic, and holds the setup entry and a copy of it for people', async () => {
    const parent = join(tempFolder(), 'output', 'deep');
    const folder = await createDebateFolder({
      parent,
      topic: 'Tabs or spaces?',
      setup: setupDraft,
      extra: { 'script.json': '{}' },
      now,
    });
    expect(folder).toBe(join(parent, '20260721T123456Z-tabs-or-spaces'));
    expect(readdirSync(parent)).toEqual([basename(folder)]);
    expect(readdirSync(folder).sort()).toEqual(['debate-log.jsonl', 'debate.json', 'script.json']);
    expect(JSON.parse(readFileSync(join(folder, 'debate.json'), 'utf8'))).toEqual(setupDraft.data);
    expect(entriesIn(pathOfLog(folder))).toMatchObject([
      { seq: 0, timestamp: '2026-07-21T12:34:56.789Z', type: 'setup' },
    ]);
    // Others may read it as they may read any folder made here.
    expect(statSync(folder).mode).toBe(statSync(parent).mode);
  });

  it.each([
    ['???', 'debate'],
    ['Ä'.repeat(10_000), 'debate'],
    ['../../x', 'x'],
    ['a b '.repeat(100), `${'a-b-'.repeat(12)}a`],
  ])('takes no topic for a path: %j', async (topic, slug) => {
    const parent = tempFolder();
    expect(await make(parent, topic)).toBe(join(parent, `20260721T123456Z-${slug}`));
  });

  it('says of a file system that is read-only what it is, however deep the folder would be', async (context) => {
    const disk = smallDisk();
    if ('reason' in disk) return context.skip(disk.reason);
    disk.remount('ro');
    for (const parent of [disk.folder, join(disk.folder, 'one'), join(disk.folder, 'one', 'two')])
      await expect(make(parent)).rejects.toMatchObject({ code: 'read_only' });
  });

  it('is never one that exists, not even an empty one: a number is added', async () => {
    const parent = tempFolder();
    const wanted = join(parent, '20260721T123456Z-tabs-or-spaces');
    mkdirSync(wanted);
    writeFileSync(`${wanted}-2`, 'a file');
    expect(await make(parent)).toBe(`${wanted}-3`);
    expect(readdirSync(wanted)).toEqual([]);
    const more = await Promise.all(Array.from({ length: 8 }, () => make(parent)));
    expect(more.sort()).toEqual([4, 5, 6, 7, 8, 9, 10, 11].map((number) => `${wanted}-${number}`).sort());
    for (const folder of more) expect(entriesIn(pathOfLog(folder))).toHaveLength(1);
  });

  it('is not made when the setup is refused', async () => {
    const parent = tempFolder();
    const setup: Draft = { ...setupDraft, data: { ...setupData, format: '' } };
    await expect(make(parent, 'x', setup)).rejects.toMatchObject({ code: 'invalid_entry', isRetryable: false });
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is not made where it may not be: the parent is a file, or closed', async () => {
    const parent = tempFolder({ file: 'x', 'closed/x': '' });
    await expect(make(join(parent, 'file'))).rejects.toMatchObject({
      code: 'io',
      message: expect.stringContaining('Could not make a debate in') as string,
    });
    const closed = join(parent, 'closed');
    chmodSync(closed, 0o555);
    await withoutPrivilege(parent, () => expect(make(closed)).rejects.toMatchObject({ code: 'not_permitted' }));
    chmodSync(closed, 0o755);
    expect(readdirSync(closed)).toEqual(['x']);
  });

  it('is whole or not there when its maker is killed at any instant', async () => {
    const program = await bundle('test/support/folderMaker.ts');
    const parent = tempFolder();
    const delays = sampled('makers killed after so many ms', upTo(12), 4);
    for (const delay of delays) {
      const child = spawn(process.execPath, [program, parent], { stdio: ['ignore', 'pipe', 'inherit'] });
      const gone = new Promise((resolve) => child.on('exit', resolve));
      // The first one is made: some milliseconds later it is in the midst of another one.
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill('SIGKILL');
      await gone;
    }
    const made = readdirSync(parent).filter((name) => !name.startsWith('.'));
    expect(made.length).toBeGreaterThanOrEqual(delays.length);
    for (const name of made) {
      expect(entriesIn(pathOfLog(join(parent, name)))).toHaveLength(1);
      expect(existsSync(join(parent, name, 'debate.json'))).toBe(true);
    }
  });

  it('what a crash left half-made is removed an hour later, and not before', async () => {
    const parent = tempFolder({
      '.new-debate-old/debate.json': '{}',
      '.new-debate-young/debate.json': '{}',
      '.other/x': '',
    });
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
    utimesSync(join(parent, '.new-debate-old'), longAgo, longAgo);
    utimesSync(join(parent, '.other'), longAgo, longAgo);
    const folder = await make(parent);
    expect(dirname(folder)).toBe(parent);
    expect(readdirSync(parent).sort()).toEqual(['.new-debate-young', '.other', basename(folder)].sort());
  });
});
