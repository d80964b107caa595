import { getPriority } from 'node:os';
import { takeJobs } from '../../src/async/workerJobs';

/** Job of a pool's thread in a test. */
export type Job =
  | { kind: 'echo'; value: unknown }
  | { kind: 'spin' }
  | { kind: 'backtrack' }
  | { kind: 'eat' }
  | { kind: 'wait' }
  | { kind: 'throw' }
  | { kind: 'leave' }
  | { kind: 'priority' };

export async function doJob(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'echo':
      return await Promise.resolve(job.value);
    case 'spin':
      for (;;);
    case 'backtrack':
      return /^(?:a+)+$/.test(`${'a'.repeat(60)}b`);
    case 'eat':
      for (const kept: string[][] = []; ;) kept.push(Array.from({ length: 100_000 }, (_, n) => `${kept.length} ${n}`));
    case 'wait':
      return await new Promise(() => undefined);
    case 'throw':
      throw new Error('no such thing');
    case 'leave':
      process.exit();
    case 'priority':
      return getPriority();
  }
}

takeJobs(doJob, { isBackground: true });
