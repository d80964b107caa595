import { getPriority, setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

export interface JobMessage<Job> {
  job: Job;
}

export type JobReply<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; message: string; code?: WorkerFailure['code'] }
  | { progress: JobProgress };

interface JobProgress {
  done: number;
  total: number;
}

export type Report = (progress: JobProgress) => void;

/** `deadline`: a limit was reached. `failed`: the job's program threw. */
export class WorkerFailure extends Error {
  override readonly name = 'WorkerFailure';

  constructor(
    readonly code: 'deadline' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Does the jobs that this thread receives; does nothing in a program that was not started for it. `isBackground`: other
 * threads have priority.
 */
export function takeJobs(work: (job: never, report: Report) => Promise<unknown>, { isBackground = false } = {}): void {
  const data: unknown = workerData;
  const port = parentPort;
  if (isMainThread || typeof data !== 'object' || data === null || !('task' in data) || data.task !== 'rostrum-jobs')
    return;
  if (isBackground) giveWay();
  port?.on('message', ({ job }: JobMessage<never>) => {
    void work(job, (progress) => port.postMessage({ progress })).then(
      (answer) => port.postMessage({ ok: true, answer }),
      (error: unknown) =>
        port.postMessage({ ok: false, message: error instanceof Error ? error.message : String(error) }),
    );
  });
}

/** Lowers the priority; only Linux has one per thread, other systems one per process. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + 10, 19));
  } catch {
    // A sandbox may forbid it.
  }
}
