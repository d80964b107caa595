import { WorkerPool } from '../../async/workerPool';
import { takeJobs, type Report } from '../../async/workerJobs';
import { unlessAborted } from '../../async/deadline';
import { evidenceOnDisk } from './evidenceOnDisk';
import type { EvidenceOnDisk, EvidencePort } from './evidencePaths';

/** What is asked of the evidence; it goes along each time, because a thread that was idle for long is another one. */
interface EvidenceJob<Ask> {
  ask: Ask;
  evidence: EvidenceData | undefined;
}

/** A port without what cannot be sent. */
type EvidenceData = Omit<EvidencePort, 'text' | 'document'> & { disk: EvidenceOnDisk };

function dataOf({ files, disk, changed = [], leftOut = [] }: EvidencePort): EvidenceData | undefined {
  if (disk === undefined) return undefined;
  return {
    files: files.map(({ path }) => ({ path })),
    disk,
    changed,
    leftOut: leftOut.map(({ path, detail }) => ({ path, detail })),
  };
}

/** Answers what is asked, and keeps what it read and indexed for the next time. */
export type Answering<Ask, Answer> = (ask: Ask, report: Report) => Promise<Answer>;

interface AskOptions {
  signal: AbortSignal;
  onProgress?: Report | undefined;
}

/** So long a thread keeps an index that nobody asks. */
const idleMs = 120_000;

/**
 * Evidence in a thread of its own, where it is read, cut, indexed and searched; here where it does not stand on disk. Whoever is cancelled
 * ends the thread: the next who asks begins again.
 */
export class EvidenceThread<Ask, Answer> {
  readonly #threads: WorkerPool<EvidenceJob<Ask>, Answer>;
  readonly #evidence: EvidenceData | undefined;
  #own: Answering<Ask, Answer> | undefined;

  /** `program`: the name of its file; `make`: what that file serves. */
  constructor(
    port: EvidencePort,
    { program, make }: { program: string; make: (port: EvidencePort) => Answering<Ask, Answer> },
  ) {
    this.#evidence = dataOf(port);
    this.#threads = new WorkerPool({
      program: this.#evidence === undefined ? undefined : { folder: import.meta.dirname, name: program },
      here: (job, report) => (this.#own ??= make(port))(job.ask, report),
      // What it does is bounded by how much is indexed at all, and no single source is to blame.
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

/** The other side: what a file of threads runs. */
export function serveEvidence<Ask, Answer>(make: (port: EvidencePort) => Answering<Ask, Answer>): void {
  let answering: Answering<Ask, Answer> | undefined;
  takeJobs(({ ask, evidence }: EvidenceJob<Ask>, report) => {
    if (evidence === undefined) throw new Error('There is no evidence for a thread.');
    answering ??= make({ ...evidence, ...evidenceOnDisk(evidence.disk, evidence.files) });
    return answering(ask, report);
  });
}
