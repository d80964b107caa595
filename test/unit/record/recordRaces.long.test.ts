import { spawn } from 'node:child_process';
import {
  appendFileSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DebateLog } from '../../../src/record/debateLog';
import { logFileName } from '../../../src/record/logPath';
import { readChain } from '../../../src/record/chain';
import { takeAppendLock } from '../../../src/record/appendLock';
import { acquireLease, leaseStatus, ownMachine } from '../../../src/record/lease';
import { bundle } from '../../support/bundle';
import { repeats } from '../../support/depth';
import { smallDisk } from '../../support/smallDisk';
import { contents, entriesIn, newLog, opened, plain, until } from '../../support/logs';
import { Racer } from '../../support/race';
import { tempFolder } from '../../support/tempFolder';

const racerCount = 12;
let racers: Racer[];
beforeAll(async () => {
  racers = await Racer.start(racerCount);
});
afterAll(async () => {
  await Promise.all(racers.map((racer) => racer.kill()));
});

/** All racers at once, at an instant that has not come yet. */
const soon = (): number => Date.now() + 10;
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

describe('processes that append at once', () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle('test/support/appender.ts');
  });

  /** One that appends so many entries when it is told to, and what it said that it wrote. */
  function writer(path: string, name: string, count: number) {
    const child = spawn(process.execPath, [program, path, name, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const written = (): number => said.split('\n').length - 1;
    return { name, child, ended, written };
  }

  it('eight with hundreds of entries each lose none, tear none, double none, and keep the order of each', async () => {
    const { path } = await newLog({}, { record_version: 3 });
    const count = repeats(500, 40);
    const names = Array.from({ length: 8 }, (_, index) => `writer-${index}`);
    const writers = names.map((name) => writer(path, name, count));
    for (const { child } of writers) child.stdin.write('go');
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(names.map(() => 0));

    const entries = entriesIn(path).slice(1);
    expect(entries.map((entry) => entry.seq)).toEqual(Array.from({ length: 8 * count }, (_, index) => index + 1));
    for (const name of names) {
      const own = entries.filter((entry) => entry.data?.['kind'] === name).map((entry) => entry.content);
      expect(own).toEqual(Array.from({ length: count }, (_, number) => `${name} ${number}`));
    }
    const times = entries.map((entry) => entry.timestamp);
    expect(times).toEqual([...times].sort());
    const log = await opened(path);
    expect(log.problems).toEqual([]);
    expect(await readChain(path)).toMatchObject({ chainedFrom: 1, links: 8 * count, problems: [] });
    expect(readdirSync(log.folder)).toEqual([logFileName]);
  });

  it('and are killed at any instant lose nothing that they were told was written', async () => {
    const { path, log } = await newLog();
    const writers = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      writer(path, name, name < 'd' ? 100_000 : repeats(200, 60)),
    );
    for (const { child } of writers) child.stdin.write('go');
    for (const [index, { child, written }] of writers.slice(0, 3).entries()) {
      await until(() => written() > 20 * (index + 1), `the entries of writer ${index}`);
      child.kill('SIGKILL');
    }
    await Promise.all(writers.map(({ ended }) => ended));
    await log.append([plain('after')]);
    expect(log.problems).toEqual([]);
    const entries = entriesIn(path);
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, seq) => seq));
    for (const { name, written } of writers) {
      const own = entries.filter((entry) => entry.data?.['kind'] === name).map((entry) => entry.content);
      expect(own).toEqual(own.map((_, number) => `${name} ${number}`));
      // One more may stand than its writer lived to say.
      expect([written(), written() + 1]).toContain(own.length);
    }
    expect(readdirSync(log.folder).filter((name) => !name.includes('.torn-'))).toEqual([logFileName]);
  });
});

describe('the append lock', () => {
  it('of a process that was killed while holding it is taken over at once', async () => {
    const { path, log } = await newLog();
    const [victim] = await Racer.start(1);
    expect(await victim?.call({ kind: 'keep', file: path })).toEqual({ won: true });
    expect(readdirSync(log.folder)).toContain(`${logFileName}.lock`);
    let isWritten = false;
    const writing = log.append([plain('after')]).then(() => (isWritten = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isWritten).toBe(false);
    // Not by its age: no clock goes on.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await victim?.kill();
    await writing;
    expect(contents(path).slice(1)).toEqual(['after']);
    expect(readdirSync(log.folder)).toEqual([logFileName]);
  });

  it.each([
    ['a link that names a process of another machine', (lock: string) => symlinkSync('17 1 elsewhere 0-1', lock)],
    [
      'a link that names a process that is no more',
      (lock: string) => symlinkSync(`4194300 1 ${ownMachine()} 0-1`, lock),
    ],
    ['a file, as where there are no links', (lock: string) => writeFileSync(lock, '')],
    ['a folder, as other programs make it', (lock: string) => mkdirSync(lock)],
  ])('left behind as %s has one holder at a time when all take it over at once', async (_, plant) => {
    const file = join(tempFolder(), logFileName);
    const some = racers.slice(0, 6);
    for (let round = 0; round < repeats(25, 4); round += 1) {
      plant(`${file}.lock`);
      lutimesSync(`${file}.lock`, ago(20), ago(20));
      const answers = await Promise.all(some.map((racer) => racer.call({ kind: 'lock', file, holdMs: 1, at: soon() })));
      expect(answers).toEqual(some.map(() => ({ won: true })));
      expect(readdirSync(join(file, '..'))).toEqual([]);
    }
  });

  it('is held by one of those who die with it, one after the other', async () => {
    const { path, log } = await newLog();
    const victims = await Racer.start(4);
    const holders: Racer[] = [];
    for (const victim of victims)
      void victim.call({ kind: 'keep', file: path }).then(
        () => holders.push(victim),
        () => undefined,
      );
    for (let count = 1; count <= victims.length; count += 1) {
      await until(() => holders.length >= count, `holder ${count}`);
      expect(holders).toHaveLength(count);
      await holders[count - 1]?.kill();
    }
    await log.append([plain('after')]);
    expect(contents(path).slice(1)).toEqual(['after']);
  });

  it('that is young and of another machine is respected', async () => {
    const { path, folder } = await newLog();
    symlinkSync('17 1 elsewhere 0-1', `${path}.lock`);
    await expect(takeAppendLock(path, 300)).rejects.toMatchObject({ code: 'lock_timeout', isRetryable: true });
    expect(readdirSync(folder)).toContain(`${logFileName}.lock`);
  });

  it('keeps out another log of the same process, whatever the spelling of its path', async () => {
    const { path, log } = await newLog();
    const other = await opened(relative('.', path));
    let inside = 0;
    const guard = async (): Promise<void> => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? log : other).append([plain(String(index))], { guard }),
      ),
    );
    expect(entriesIn(path)).toHaveLength(21);
  });

  it('is given up by a holder that slept too long: nothing is written, the lock of the next one stays', async () => {
    const { path, folder, log } = await newLog();
    const sleep = (): void => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 9_000);
    const guard = (): Promise<void> => {
      sleep();
      return Promise.resolve();
    };
    await expect(log.append([plain('late')], { guard })).rejects.toMatchObject({
      code: 'lock_compromised',
      isRetryable: true,
    });
    vi.restoreAllMocks();
    expect(contents(path)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([logFileName]);

    const lock = await takeAppendLock(path);
    expect(lock.isCompromised).toBe(false);
    sleep();
    expect(lock.isCompromised).toBe(true);
    unlinkSync(`${path}.lock`);
    symlinkSync('17 1 elsewhere 0-1', `${path}.lock`);
    lock.release();
    vi.restoreAllMocks();
    expect(readdirSync(folder)).toEqual([logFileName, `${logFileName}.lock`]);
  });
});

/** A lease as another engine would have left it. */
function plantLease(folder: string, holder: { pid: number; host: string }, seconds: number): void {
  const path = join(folder, 'lock.1');
  writeFileSync(
    path,
    JSON.stringify({ ...holder, since: '2026-07-21T12:00:00.000Z', program: 'rostrum 0.1.0 (window)' }),
  );
  utimesSync(path, ago(seconds), ago(seconds));
}

const elsewhere = { pid: 17, host: 'another-host' };
const dead = { pid: 4_194_300, host: hostname() };

describe('the run lease', () => {
  it.each([
    ['silent, taken over on demand', elsewhere, true],
    ['of a dead process', dead, false],
  ])('%s: twelve racers, in each round one holder', async (_, holder, takeOver) => {
    const parent = tempFolder();
    const winners: number[] = [];
    for (let round = 0; round < repeats(200, 12); round += 1) {
      const folder = join(parent, String(round));
      mkdirSync(folder);
      plantLease(folder, holder, 60);
      const at = soon();
      const answers = await Promise.all(racers.map((racer) => racer.call({ kind: 'lease', folder, takeOver, at })));
      winners.push(answers.filter((answer) => answer.won).length);
      for (const { won, code } of answers) if (!won) expect(code).toBe('lease_held');
      expect((await leaseStatus(folder)).state).toBe('held');
      await Promise.all(racers.map((racer) => racer.call({ kind: 'release' })));
      expect(await leaseStatus(folder)).toMatchObject({ state: 'released', holder: { released: 'done' } });
    }
    expect(winners).toEqual(winners.map(() => 1));
  });

  it('that is alive is refused, with who holds it since when', async () => {
    const folder = tempFolder();
    const [racer] = racers;
    await racer?.call({ kind: 'lease', folder, takeOver: false, at: 0 });
    for (const takeOver of [false, true]) {
      await expect(acquireLease(folder, { program: 'test', takeOver })).rejects.toMatchObject({
        code: 'lease_held',
        message: expect.stringMatching(
          new RegExp(`racer \\(process ${racer?.process.pid ?? 0} on .*\\) since \\d`),
        ) as string,
      });
    }
    expect(await leaseStatus(folder)).toMatchObject({ state: 'held', epoch: 1, holder: { program: 'racer' } });
    await racer?.call({ kind: 'release' });
    const lease = await acquireLease(folder, { program: 'test' });
    expect(lease.epoch).toBe(2);
    await lease.release('paused', 'the disk is full');
    expect(await leaseStatus(folder)).toMatchObject({
      state: 'released',
      holder: { released: 'paused', reason: 'the disk is full' },
    });
    expect(readdirSync(folder)).toEqual(['lock.2']);
  });

  it('of this very process is refused too', async () => {
    const folder = tempFolder();
    const lease = await acquireLease(folder, { program: 'first' });
    await expect(acquireLease(folder, { program: 'second', takeOver: true })).rejects.toMatchObject({
      code: 'lease_held',
    });
    await lease.verify();
    await lease.release('done');
  });

  it('of a process killed a moment ago is taken over without being asked', async () => {
    const folder = tempFolder();
    const [victim] = await Racer.start(1);
    await victim?.call({ kind: 'lease', folder, takeOver: false, at: 0 });
    await victim?.kill();
    expect((await leaseStatus(folder)).state).toBe('dead');
    const lease = await acquireLease(folder, { program: 'test' });
    expect(lease.epoch).toBe(2);
    await lease.release('done');
  });

  it('that is silent is taken over only on demand; its holder then cannot write', async () => {
    const { folder, log } = await newLog();
    const sleeping = await acquireLease(folder, { program: 'sleeping' });
    // Another machine, as seen from here: whether its process lives cannot be told.
    const holder = { ...elsewhere, since: '2026-07-21T12:00:00.000Z', program: 'sleeping' };
    writeFileSync(join(folder, 'lock.1'), JSON.stringify(holder));
    utimesSync(join(folder, 'lock.1'), ago(60), ago(60));
    expect((await leaseStatus(folder)).state).toBe('silent');
    await expect(acquireLease(folder, { program: 'test' })).rejects.toMatchObject({
      code: 'lease_held',
      message: expect.stringContaining('no sign of life') as string,
    });
    await sleeping.verify();
    const lease = await acquireLease(folder, { program: 'test', takeOver: true });
    await expect(sleeping.verify()).rejects.toMatchObject({ code: 'lease_lost' });
    await expect(log.append([plain('zombie')], { guard: () => sleeping.verify() })).rejects.toMatchObject({
      code: 'lease_lost',
    });
    await log.append([plain('mine')], { guard: () => lease.verify() });
    expect(contents(log.path).slice(1)).toEqual(['mine']);
    await sleeping.release('done');
    expect((await leaseStatus(folder)).state).toBe('held');
    await lease.release('done');
  });

  it('whose file is empty or broken is held while it is young, and free afterwards', async () => {
    for (const text of ['', '{"pid":', 'null']) {
      const folder = tempFolder({ 'lock.3': text });
      expect(await leaseStatus(folder)).toMatchObject({ state: 'held', epoch: 3 });
      utimesSync(join(folder, 'lock.3'), ago(60), ago(60));
      expect(await leaseStatus(folder)).toMatchObject({ state: 'dead', epoch: 3 });
      const lease = await acquireLease(folder, { program: 'test' });
      expect(lease.epoch).toBe(4);
      await lease.release('done');
    }
  });

  it('whose file is empty is waited for a moment, and then ignored', async () => {
    const folder = tempFolder({ 'lock.3': '' });
    const since = performance.now();
    const lease = await acquireLease(folder, { program: 'test' });
    expect(performance.now() - since).toBeLessThan(3_000);
    expect([lease.epoch, readdirSync(folder)]).toEqual([4, ['lock.4']]);
    await lease.release('done');
    // An engine that fills its lease in this moment holds it.
    const other = tempFolder({ 'lock.1': '' });
    setTimeout(() => plantLease(other, elsewhere, 0), 200);
    await expect(acquireLease(other, { program: 'test' })).rejects.toMatchObject({
      message: expect.stringContaining('process 17 on another-host') as string,
    });
  });

  it('on a full disk: nothing is left, and one that is let go there is free', async (context) => {
    const disk = smallDisk();
    if ('reason' in disk) return context.skip(disk.reason);
    const held = await acquireLease(disk.folder, { program: 'test' });
    const stuff = (): void => {
      for (let size = 4_096; size > 0; size = Math.floor(size / 2)) {
        try {
          for (;;) appendFileSync(join(disk.folder, 'stuffing'), 'x'.repeat(size));
        } catch {
          continue;
        }
      }
    };
    stuff();
    await held.release('paused', 'a reason that needs more room than there is. '.repeat(200));
    const status = await leaseStatus(disk.folder);
    expect(['released', 'dead', 'held']).toContain(status.state);
    rmSync(join(disk.folder, 'lock.1'), { force: true });
    stuff();
    await expect(acquireLease(disk.folder, { program: 'test' })).rejects.toMatchObject({
      code: 'no_space',
      message: expect.stringContaining('the disk is full') as string,
    });
    expect(readdirSync(disk.folder)).toEqual(['stuffing']);
    rmSync(join(disk.folder, 'stuffing'));
    await (await acquireLease(disk.folder, { program: 'test' })).release('done');
  });

  it('in a folder that is gone says so; one lost with its folder is let go', async () => {
    const folder = join(tempFolder(), 'none');
    await expect(acquireLease(folder, { program: 'test' })).rejects.toMatchObject({ code: 'folder_missing' });
    await expect(leaseStatus(folder)).rejects.toMatchObject({ code: 'folder_missing' });
    mkdirSync(folder);
    const lease = await acquireLease(folder, { program: 'test' });
    renameSync(folder, `${folder}-moved`);
    await expect(lease.verify()).rejects.toThrow();
    await lease.release('failed');
    renameSync(`${folder}-moved`, folder);
    expect((await leaseStatus(folder)).state).toBe('dead');
  });

  it('is not confused by other files', async () => {
    const folder = tempFolder({ 'lock.x': '', 'lock.1.tmp': '', 'xlock.7': '', lock: '' });
    expect(await leaseStatus(folder)).toEqual({ state: 'free' });
  });

  it('keeps its heartbeat: it is held for longer than a lease goes stale', async () => {
    const folder = tempFolder();
    const lease = await acquireLease(folder, { program: 'test' });
    utimesSync(join(folder, 'lock.1'), ago(60), ago(60));
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    const later = () => new Date(Date.now() + 12_000);
    expect((await leaseStatus(folder, later)).state).toBe('held');
    await lease.release('done');
  });
});

it('a log of the same folder is opened by several without a trace', async () => {
  const { path, folder } = await newLog();
  await Promise.all([DebateLog.open(path), DebateLog.open(path)].map(async (log) => (await log).close()));
  expect(readdirSync(folder)).toEqual([logFileName]);
});
