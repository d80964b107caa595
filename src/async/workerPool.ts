import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Deadline, reasonOf } from './deadline';
import { JobProcess } from './jobProcess';
import { WorkerFailure, type JobMessage, type JobReply, type Report } from './workerJobs';

export interface WorkerLimits {
  /** Milliseconds of the thread's own CPU time for a job. */
  cpuMs: number;
  /** Megabytes of memory, besides that of its input. */
  megabytes: number;
  /** Milliseconds after which an idle but unfinished job ends its thread. */
  stuckMs?: number;
}

/** Last resorts: every reader limits its own work, the same on every machine, far below these. */
const defaultStuckMs = 30_000;
const defaultLimits: WorkerLimits = { cpuMs: 30_000, megabytes: 512 };

interface WorkerPoolOptions<Job, Answer> {
  /** Folder and name of the program; if undefined, all jobs run in this thread. */
  program: { folder: string; name: string } | undefined;
  /** Does a job in this thread if the program's file does not exist, as when tests run the sources. */
  here(job: Job, report: Report): Promise<Answer>;
  /**
   * Whether the program is a process instead of a thread: its crash ends nothing else. Its own pool enforces `limits`.
   */
  isProcess?: boolean;
  width?: number;
  limits?: WorkerLimits;
  /** Milliseconds that an unused thread is kept, with all that it holds; default 10 s. */
  idleMs?: number;
}

interface JobOptions {
  signal?: AbortSignal | undefined;
  cpuMs?: number;
  onProgress?: Report | undefined;
}

const lookMs = 250;

/** A thread, or a process with the same events and methods. */
type JobWorker = Worker | JobProcess;

/** Does jobs in threads or processes. Cancelling a job ends its thread, whatever it is doing. */
export class WorkerPool<Job, Answer> {
  readonly #options: Required<WorkerPoolOptions<Job, Answer>>;
  readonly #idle: { worker: JobWorker; end: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: WorkerPoolOptions<Job, Answer>) {
    this.#options = { isProcess: false, width: 2, limits: defaultLimits, idleMs: 10_000, ...options };
  }

  /** Runs a job. @throws WorkerFailure; the signal's reason, at once. */
  async run(job: Job, { signal, cpuMs, onProgress }: JobOptions = {}): Promise<Answer> {
    signal?.throwIfAborted();
    const { program, limits } = this.#options;
    const path = program === undefined ? undefined : programPath(program);
    if (path === undefined || !existsSync(path)) return await this.#here(job, signal, onProgress);
    await this.#turn(signal);
    const worker = this.#taken() ?? this.#started(path);
    let isKept = false;
    try {
      const answer = await this.#answer(worker, job, { signal, onProgress, cpuMs: cpuMs ?? limits.cpuMs });
      isKept = true;
      return answer;
    } finally {
      if (isKept) {
        this.#keep(worker);
        this.#leave();
      } else {
        // Not awaited, so that the cancelled caller learns of it at once.
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
        // The cancelled job already had its turn, so the next one takes it.
        if (at < 0) this.#waiting.shift()?.();
        else this.#waiting.splice(at, 1);
        throw error;
      } finally {
        deadline.dispose();
      }
    }
    this.#running += 1;
  }

  #started(path: string): JobWorker {
    if (this.#options.isProcess) return new JobProcess(path);
    return new Worker(path, {
      workerData: { task: 'rostrum-jobs' },
      // A large nursery would only add memory.
      resourceLimits: { maxOldGenerationSizeMb: this.#options.limits.megabytes, maxYoungGenerationSizeMb: 4 },
      // Output of foreign readers does not belong in the editor's console.
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
    });
  }

  #keep(worker: JobWorker): void {
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.on('error', () => this.#forget(worker));
    worker.unref();
    const end = setTimeout(() => {
      this.#forget(worker);
      void worker.terminate();
    }, this.#options.idleMs).unref();
    this.#idle.push({ worker, end });
  }

  #taken(): JobWorker | undefined {
    const last = this.#idle.pop();
    clearTimeout(last?.end);
    return last?.worker;
  }

  #forget(worker: JobWorker): void {
    const at = this.#idle.findIndex((idle) => idle.worker === worker);
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.end);
  }

  async #answer(
    worker: JobWorker,
    job: Job,
    { signal, onProgress, cpuMs }: JobOptions & { cpuMs: number },
  ): Promise<Answer> {
    const stop = new AbortController();
    const deadline = new Deadline({ signal, ms: Infinity });
    const { stuckMs = defaultStuckMs } = this.#options.limits;
    const looking = worker instanceof Worker ? lookAtClock(new CpuClock(worker), { cpuMs, stuckMs, stop }) : undefined;
    worker.ref();
    try {
      return await deadline.first(this.#reply(worker, job, { stopped: stop.signal, onProgress }));
    } finally {
      clearInterval(looking);
      deadline.dispose();
    }
  }

  #reply(
    worker: JobWorker,
    job: Job,
    { stopped, onProgress }: { stopped: AbortSignal; onProgress: Report | undefined },
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      stopped.addEventListener('abort', () => reject(reasonOf(stopped)), { once: true });
      worker.on('message', (reply: JobReply<Answer>) => {
        if ('progress' in reply) onProgress?.(reply.progress);
        else if (reply.ok) resolve(reply.answer);
        else reject(new WorkerFailure(reply.code ?? 'failed', reply.message));
      });
      worker.on('error', (error: Error) => reject(failure(error)));
      worker.on('exit', () => reject(new WorkerFailure('failed', 'its reader ended without an answer')));
      worker.postMessage({ job } satisfies JobMessage<Job>);
    });
  }
}

interface Watched {
  cpuMs: number;
  stuckMs: number;
  stop: AbortController;
}

/** A thread that is busy for a smaller share of its time counts as waiting. */
const mostBusy = 0.05;

/** Aborts when the thread has used its time, or waits for nothing. */
function lookAtClock(clock: CpuClock, { cpuMs, stuckMs, stop }: Watched): NodeJS.Timeout {
  const everyMs = Math.min(lookMs, cpuMs, stuckMs);
  let idleMs = 0;
  const look = (): void => {
    idleMs = clock.busyMs() < everyMs * mostBusy ? idleMs + everyMs : 0;
    if (idleMs > stuckMs) stop.abort(new WorkerFailure('deadline', 'its reader waits for what never comes'));
    void clock.spentMs().then((spent) => {
      if (spent >= cpuMs) stop.abort(new WorkerFailure('deadline', `it takes longer than ${cpuMs / 1_000} s`));
    });
  };
  return setInterval(look, everyMs);
}

function failure(error: Error): WorkerFailure {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isMemory) return new WorkerFailure('deadline', 'it takes more memory than one source may have', { cause: error });
  return new WorkerFailure('failed', 'its reader failed on it', { cause: error });
}

/** A path, not a URL, so that spaces, `#` and `%` in it are literal. */
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
  #lastActive = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#active = worker.performance.eventLoopUtilization().active;
    this.#before = this.#measured();
  }

  /** Milliseconds since the last call in which the thread was not waiting. The call itself takes a moment, too. */
  busyMs(): number {
    const { active } = this.#worker.performance.eventLoopUtilization();
    const busy = active - this.#lastActive;
    this.#lastActive = active;
    return busy;
  }

  /**
   * Milliseconds of CPU time. If it cannot be measured: at most the thread's active time, and at most what the process
   * spent in all.
   */
  async spentMs(): Promise<number> {
    const active = this.#worker.performance.eventLoopUtilization().active - this.#active;
    const most = Math.min(active, msOf(process.cpuUsage(this.#process)));
    const [before, now] = await Promise.all([this.#before, this.#measured()]);
    return before === undefined || now === undefined ? most : now - before;
  }

  /** Returns undefined if this version of Node.js cannot measure it, or the thread is just starting. */
  async #measured(): Promise<number | undefined> {
    if (!isMeasured(this.#worker)) return undefined;
    return await this.#worker.cpuUsage().then(msOf, () => undefined);
  }
}
