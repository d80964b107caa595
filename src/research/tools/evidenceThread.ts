import { WorkerPool } from '../../async/workerPool';
import { takeJobs, type Report } from '../../async/workerJobs';
import { unlessAborted } from '../../async/deadline';
import { type EvidenceOnDisk, type EvidencePort, evidenceOnDisk } from './evidencePaths';

/** The evidence to search; sent each time, because an idle thread may have been replaced. */
interface EvidenceJob<Ask> {
  ask: Ask;
  evidence: EvidenceData | undefined;
}

/** The part of a port that can be sent. */
type EvidenceData = Omit<EvidencePort, 'text' | 'document'> & { disk: EvidenceOnDisk };

function dataOf({ files, disk, changed = [], leftOut = [] }: EvidencePort): EvidenceData | undefined {
  if (disk === undefined) return undefined;
  return {
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    disk,
    changed,
    leftOut: leftOut.map(({ path, detail }) => ({ path, detail })),
  };
}

/** Answers requests, and keeps what it read and indexed for the next one. */
export type Answering<Ask, Answer> = (ask: Ask, report: Report) => Promise<Answer>;

interface AskOptions {
  signal: AbortSignal;
  onProgress?: Report | undefined;
}

/** How long a thread keeps an unused index. */
const idleMs = 120_000;

/**
 * Evidence in a thread of its own, which reads, cuts, indexes and searches it; in this thread if it is not on disk.
 * Cancelling ends the thread: the next request starts again.
 */
export class EvidenceThread<Ask, Answer> {
  readonly #threads: WorkerPool<EvidenceJob<Ask>, Answer>;
  readonly #evidence: EvidenceData | undefined;
  #own: Answering<Ask, Answer> | undefined;

  /** `program`: the name of its file; `make`: the server in that file. */
  constructor(
    port: EvidencePort,
    { program, make }: { program: string; make: (port: EvidencePort) => Answering<Ask, Answer> },
  ) {
    this.#evidence = dataOf(port);
    this.#threads = new WorkerPool({
      program: this.#evidence === undefined ? undefined : { folder: import.meta.dirname, name: program },
      here: (job, report) => (this.#own ??= make(port))(job.ask, report),
      // Its work is bounded by the maximum index, and no single source is to blame.
      width: 1,
      idleMs,
      limits: { cpuMs: Infinity, megabytes: 512 },
    });
  }

  /** Rejects with the signal's reason, at once. */
  async ask(ask: Ask, { signal, onProgress }: AskOptions): Promise<Answer> {
    return await unlessAborted(this.#threads.run({ ask, evidence: this.#evidence }, { signal, onProgress }), signal);
  }
}

/** The other side: the code that a thread's file runs. */
export function serveEvidence<Ask, Answer>(make: (port: EvidencePort) => Answering<Ask, Answer>): void {
  let answering: Answering<Ask, Answer> | undefined;
  takeJobs(({ ask, evidence }: EvidenceJob<Ask>, report) => {
    if (evidence === undefined) throw new Error('There is no evidence for a thread.');
    answering ??= make({ ...evidence, ...evidenceOnDisk(evidence.disk, evidence.files) });
    return answering(ask, report);
  });
}
