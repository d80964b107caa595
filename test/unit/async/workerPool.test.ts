import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { basename, dirname, join, posix, win32 } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { programPath, WorkerPool, type WorkerLimits } from '../../../src/async/workerPool';
import { bundle } from '../../support/bundle';
import { doJob, type Job } from '../../support/jobs';

let program: { folder: string; name: string };

beforeAll(async () => {
  const path = await bundle('test/support/jobs.ts');
  program = { folder: dirname(path), name: basename(path) };
});

const pool = (limits?: WorkerLimits, width = 2): WorkerPool<Job, unknown> =>
  new WorkerPool({
    program,
    width,
    here: () => Promise.reject(new Error('not in a thread')),
    ...(limits === undefined ? {} : { limits }),
  });

const echo = (value: unknown): Job => ({ kind: 'echo', value });

describe('A pool of threads', () => {
  it('gives each job its own answer, in the order of the jobs', async () => {
    const threads = pool();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => threads.run(echo(n))));
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it.each<Job>([{ kind: 'spin' }, { kind: 'backtrack' }])(
    'leaves this thread free while it is at $kind, and obeys a cancellation',
    async (job) => {
      const threads = pool();
      const stop = new AbortController();
      const busy = threads.run(job, { signal: stop.signal });
      // Ticks of this thread, while the other one never rests.
      for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      stop.abort(new Error('enough'));
      await expect(busy).rejects.toThrow('enough');
      expect(await threads.run(echo('next'))).toBe('next');
    },
  );

  it.runIf(process.platform === 'linux')('lets other threads go first that are not in the background', async () => {
    const before = getPriority();
    expect(await pool().run({ kind: 'priority' })).toBe(Math.min(before + 10, 19));
    expect(getPriority()).toBe(before);
  });

  it('ends what uses up its CPU time, and goes on with the next', async () => {
    const threads = pool({ cpuMs: 50, megabytes: 512 }, 1);
    // The next one has more: to start its thread takes CPU time too.
    const [slow, next] = await Promise.allSettled([
      threads.run({ kind: 'spin' }),
      threads.run(echo(1), { cpuMs: 600_000 }),
    ]);
    expect(slow).toMatchObject({
      status: 'rejected',
      reason: { code: 'deadline', message: 'it takes longer than 0.05 s' },
    });
    expect(next).toEqual({ status: 'fulfilled', value: 1 });
  });

  it('may give one job more or less of it', async () => {
    const threads = pool({ cpuMs: 600_000, megabytes: 512 }, 1);
    await expect(threads.run({ kind: 'spin' }, { cpuMs: 50 })).rejects.toThrow('it takes longer than 0.05 s');
  });

  it('ends what uses up its memory', async () => {
    const threads = pool({ cpuMs: 600_000, megabytes: 32 }, 1);
    await expect(threads.run({ kind: 'eat' })).rejects.toMatchObject({
      code: 'deadline',
      message: 'it takes more memory than one source may have',
    });
    expect(await threads.run(echo(2))).toBe(2);
  });

  it('ends what waits for what never comes, and goes on with the next', async () => {
    const threads = pool({ cpuMs: 600_000, megabytes: 512, stuckMs: 100 }, 1);
    await expect(threads.run({ kind: 'wait' })).rejects.toMatchObject({
      code: 'deadline',
      message: 'its reader waits for what never comes',
    });
    expect(await threads.run(echo(4))).toBe(4);
  });

  it('tells a failure, and a thread that left, from a limit', async () => {
    const threads = pool();
    await expect(threads.run({ kind: 'throw' })).rejects.toMatchObject({ code: 'failed', message: 'no such thing' });
    await expect(threads.run({ kind: 'leave' })).rejects.toMatchObject({ code: 'failed' });
    expect(await threads.run(echo(3))).toBe(3);
  });

  it('lets go of whoever is cancelled in the queue, and keeps the others', async () => {
    const threads = pool(undefined, 1);
    const [first, second] = [new AbortController(), new AbortController()];
    const busy = threads.run({ kind: 'spin' }, { signal: first.signal });
    const waiting = threads.run(echo('second'), { signal: second.signal });
    const last = threads.run(echo('last'));
    second.abort(new Error('not wanted'));
    await expect(waiting).rejects.toThrow('not wanted');
    first.abort(new Error('enough'));
    await expect(busy).rejects.toThrow('enough');
    expect(await last).toBe('last');
    await expect(threads.run(echo(0), { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  it('does its jobs here where there is no program to start', async () => {
    const threads = new WorkerPool<Job, unknown>({ program: { folder: program.folder, name: 'none.js' }, here: doJob });
    expect(await threads.run(echo(4))).toBe(4);
  });
});

describe('The program of a pool', () => {
  it('is found in a folder whose name holds what URLs escape', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'rostrum-')), 'a b#c%20d ü?');
    await mkdir(folder);
    await cp(join(program.folder, program.name), join(folder, 'jobs.js'));
    const threads = new WorkerPool<Job, unknown>({
      program: { folder, name: 'jobs.js' },
      here: () => Promise.reject(new Error('not in a thread')),
    });
    expect(await threads.run(echo(5))).toBe(5);
  });

  it.each([
    [
      'C:\\Users\\Ada Byron\\.vscode\\extensions\\rostrum#1',
      'C:\\Users\\Ada Byron\\.vscode\\extensions\\rostrum#1\\reader.js',
    ],
    [
      'c:/Program Files/node/node_modules/rostrum/dist',
      'c:\\Program Files\\node\\node_modules\\rostrum\\dist\\reader.js',
    ],
    ['\\\\server\\share\\rostrum', '\\\\server\\share\\rostrum\\reader.js'],
  ])('is an absolute path on Windows, and no URL: %s', (folder, expected) => {
    const path = programPath({ folder, name: 'reader.js' }, win32);
    expect([path, win32.isAbsolute(path)]).toEqual([expected, true]);
  });

  it('is an absolute path elsewhere', () => {
    expect(programPath({ folder: '/opt/a b', name: 'reader.js' }, posix)).toBe('/opt/a b/reader.js');
  });
});
