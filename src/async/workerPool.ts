import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Deadline, reasonOf } from './deadline';
import type { JobMessage, JobReply, Report } from './workerJobs';

export interface WorkerLimits {
  /** Of the thread's own CPU, in milliseconds, for a job. */
  cpuMs: number;
  /** Of memory, besides that of what it is given. */
  megabytes: number;
}

/** A last resort: what is read is bounded by its own work, the same on every machine, far below these. */
const defaultLimits: WorkerLimits = { cpuMs: 30_000, megabytes: 512 };

interface WorkerPoolOptions<Job, Answer> {
  /** The program's folder and name; undefined: everything is done here. */
  program: { folder: string; name: string } | undefined;
  /** Does a job here, where there is no such file: from the sources, as tests run them. */
  here(job: Job, report: Report): Promise<Answer>;
  width?: number;
  limits?: WorkerLimits;
  /** How long a thread that nobody needs is kept, with all that it holds; default 10 s. */
  idleMs?: number;
}

/** `deadline`: a limit was reached. `failed`: its program broke on it. */
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

interface JobOptions {
  signal?: AbortSignal | undefined;
  isLast?: boolean;
  cpuMs?: number;
  onProgress?: Report | undefined;
}

const lookMs = 250;

/** Does jobs in threads; whoever is cancelled takes its thread down, whatever it is at. */
export class WorkerPool<Job, Answer> {
  readonly #options: Required<WorkerPoolOptions<Job, Answer>>;
  readonly #idle: { worker: Worker; end: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: WorkerPoolOptions<Job, Answer>) {
    this.#options = { width: 2, limits: defaultLimits, idleMs: 10_000, ...options };
  }

  /** @throws WorkerFailure; the signal's reason, at once. */
  async run(job: Job, { signal, isLast = false, cpuMs, onProgress }: JobOptions = {}): Promise<Answer> {
    signal?.throwIfAborted();
    const { program, limits } = this.#options;
    const path = program === undefined ? undefined : programPath(program);
    if (path === undefined || !existsSync(path)) return await this.#here(job, signal, onProgress);
    await this.#turn(signal);
    const worker = this.#taken() ?? this.#started(path);
    let isKept = false;
    try {
      const answer = await this.#answer(worker, job, { signal, onProgress, cpuMs: cpuMs ?? limits.cpuMs });
      isKept = !isLast;
      return answer;
    } finally {
      if (isKept) {
        this.#keep(worker);
        this.#leave();
      } else {
        // Not waited for: whoever is cancelled is told at once.
        worker.removeAllListeners('exit');
        void worker.terminate().finally(() => this.#leave());
      }
    }
  }

  #leave(): void {
    this.#running -= 1;
    this.#waiting.shift()?.();
  }

  async #here(job: Job, signal: AbortSignal | undefined, report: Report = () => undefined): Promise<Answer> {
    const answer = await this.#options.here(job, report);
    signal?.throwIfAborted();
    return answer;
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    while (this.#running >= this.#options.width) {
      let enter: () => void = () => undefined;
      const deadline = new Deadline({ signal, ms: Infinity });
      try {
        await deadline.first(new Promise<void>((resolve) => this.#waiting.push((enter = resolve))));
      } catch (error) {
        const at = this.#waiting.indexOf(enter);
        // It was this one's turn already: the next one takes it.
        if (at < 0) this.#waiting.shift()?.();
        else this.#waiting.splice(at, 1);
        throw error;
      } finally {
        deadline.dispose();
      }
    }
    this.#running += 1;
  }

  #started(path: string): Worker {
    return new Worker(path, {
      workerData: { task: 'rostrum-jobs' },
      // A large nursery would only add to what the process takes.
      resourceLimits: { maxOldGenerationSizeMb: this.#options.limits.megabytes, maxYoungGenerationSizeMb: 4 },
      // Foreign readers have no business in the console of an editor.
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
    });
  }

  #keep(worker: Worker): void {
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.on('error', () => this.#forget(worker));
    worker.unref();
    const end = setTimeout(() => {
      this.#forget(worker);
      void worker.terminate();
    }, this.#options.idleMs).unref();
    this.#idle.push({ worker, end });
  }

  #taken(): Worker | undefined {
    const last = this.#idle.pop();
    clearTimeout(last?.end);
    return last?.worker;
  }

  #forget(worker: Worker): void {
    const at = this.#idle.findIndex((idle) => idle.worker === worker);
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.end);
  }

  async #answer(
    worker: Worker,
    job: Job,
    { signal, onProgress, cpuMs }: JobOptions & { cpuMs: number },
  ): Promise<Answer> {
    const stop = new AbortController();
    const deadline = new Deadline({ signal, ms: Infinity });
    const clock = new CpuClock(worker);
    worker.ref();
    const looking = setInterval(
      () => {
        void clock.spentMs().then((spent) => {
          if (spent >= cpuMs) stop.abort(new WorkerFailure('deadline', `it takes longer than ${cpuMs / 1_000} s`));
        });
      },
      Math.min(lookMs, cpuMs),
    );
    try {
      return await deadline.first(this.#reply(worker, job, { stopped: stop.signal, onProgress }));
    } finally {
      clearInterval(looking);
      deadline.dispose();
    }
  }

  #reply(
    worker: Worker,
    job: Job,
    { stopped, onProgress }: { stopped: AbortSignal; onProgress: Report | undefined },
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      stopped.addEventListener('abort', () => reject(reasonOf(stopped)), { once: true });
      worker.on('message', (reply: JobReply<Answer>) => {
        if ('progress' in reply) onProgress?.(reply.progress);
        else if (reply.ok) resolve(reply.answer);
        else reject(new WorkerFailure('failed', reply.message));
      });
      worker.on('error', (error) => reject(failure(error)));
      worker.on('exit', () => reject(new WorkerFailure('failed', 'its reader ended without an answer')));
      worker.postMessage({ job } satisfies JobMessage<Job>);
    });
  }
}

function failure(error: Error): WorkerFailure {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return new WorkerFailure('deadline', 'it takes more memory than one source may have', { cause: error });
  return new WorkerFailure('failed', 'its reader failed on it', { cause: error });
}

/** A path, not a URL, so that spaces, `#` and `%` in it mean themselves. */
export function programPath(
  { folder, name }: { folder: string; name: string },
  path: typeof posix = process.platform === 'win32' ? win32 : posix,
): string {
  return path.join(folder, name);
}

interface MeasuredWorker {
  cpuUsage(before?: NodeJS.CpuUsage): Promise<NodeJS.CpuUsage>;
}

const isMeasured = (worker: Worker): worker is Worker & MeasuredWorker => 'cpuUsage' in worker;

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

class CpuClock {
  readonly #process = process.cpuUsage();
  readonly #active: number;
  readonly #worker: Worker;
  readonly #before: Promise<number | undefined>;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#active = worker.performance.eventLoopUtilization().active;
    this.#before = this.#measured();
  }

  /** Milliseconds. Where it cannot be measured: no more than it was active, nor than the process spent in all. */
  async spentMs(): Promise<number> {
    const active = this.#worker.performance.eventLoopUtilization().active - this.#active;
    const most = Math.min(active, msOf(process.cpuUsage(this.#process)));
    const [before, now] = await Promise.all([this.#before, this.#measured()]);
    return before === undefined || now === undefined ? most : now - before;
  }

  /** Undefined where this version of Node.js does not tell, and of a thread just starting. */
  async #measured(): Promise<number | undefined> {
    if (!isMeasured(this.#worker)) return undefined;
    return await this.#worker.cpuUsage().then(msOf, () => undefined);
  }
}
