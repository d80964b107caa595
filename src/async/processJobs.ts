import { readFrames, writeFrame } from './frames';
import { WorkerFailure, type JobMessage, type JobReply } from './workerJobs';
import type { WorkerPool } from './workerPool';

/** Megabytes that the whole process may hold. A last resort, like the limits of a thread. */
const mostMegabytes = 1_536;
const lookMs = 250;

/** Does the jobs that this process receives, each in a thread of the pool, until its input closes. */
export function serveJobs<Job>(pool: WorkerPool<Job, unknown>): void {
  const end = (): never => process.exit(0);
  const reply = (answer: JobReply<unknown>): void => writeFrame(process.stdout, answer);
  // Ctrl-C on a terminal reaches all of its processes; the one that started this process decides.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
  process.stdout.on('error', end);
  readFrames(process.stdin, (message) => {
    void pool.run((message as JobMessage<Job>).job).then(
      (answer) => reply({ ok: true, answer }),
      (error: unknown) => reply({ ok: false, ...failureOf(error) }),
    );
  });
  setInterval(() => {
    if (process.memoryUsage.rss() < mostMegabytes * 1024 * 1024) return;
    reply({ ok: false, code: 'deadline', message: 'it takes more memory than one source may have' });
    process.exit(1);
  }, lookMs);
}

// Spreading an error does not copy its message.
const failureOf = (error: unknown): Pick<WorkerFailure, 'code' | 'message'> =>
  error instanceof WorkerFailure
    ? { code: error.code, message: error.message }
    : { code: 'failed', message: 'its reader failed on it' };
