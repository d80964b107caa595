import * as z from 'zod';
import { WorkerPool } from '../../async/workerPool';
import { takeJobs, type Report } from '../../async/workerJobs';
import { unlessAborted } from '../../async/deadline';
import { counted } from '../../matching/text/shortText';
import { formatWorkspaceUrl } from '../../matching/text/sourceUrl';
import { type ResearchTool, defineTool } from '../tool';
import { EvidenceIndex, linePassages, type FoundPassage } from './evidenceIndex';
import { evidenceParts, numbered, numberedParts } from './evidenceParts';
import { type EvidenceOnDisk, type EvidencePort, evidenceOnDisk } from './evidencePaths';

/** A question with its evidence, which is sent each time because an idle thread may have been replaced. */
interface EvidenceJob<Ask> {
  ask: Ask;
  evidence: EvidenceData | undefined;
}

/** The part of a port that can be sent. */
type EvidenceData = Omit<EvidencePort, 'text' | 'document'> & { disk: EvidenceOnDisk };

function dataOf({ files, disk, changed = [], gone = [], leftOut = [] }: EvidencePort): EvidenceData | undefined {
  if (disk === undefined) return undefined;
  return {
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    disk,
    changed,
    gone,
    leftOut: leftOut.map(({ path, detail }) => ({ path, detail })),
  };
}

/** Answers questions, and keeps what it read and indexed for the next one. */
export type Answering<Ask, Answer> = (ask: Ask, report: Report) => Promise<Answer>;

interface AskOptions {
  signal: AbortSignal;
  onProgress?: Report | undefined;
}

/** Milliseconds that a thread keeps an unused index. */
const idleMs = 120_000;

/**
 * Reads, cuts, indexes and searches the evidence in a thread of its own, or here if it is not on disk. Cancelling ends
 * the thread; the next request starts another.
 */
export class EvidenceThread<Ask, Answer> {
  readonly #threads: WorkerPool<EvidenceJob<Ask>, Answer>;
  readonly #evidence: EvidenceData | undefined;
  #own: Answering<Ask, Answer> | undefined;

  /** `program`: name of its file; `make`: the server in that file. */
  constructor(
    port: EvidencePort,
    { program, make }: { program: string; make: (port: EvidencePort) => Answering<Ask, Answer> },
  ) {
    this.#evidence = dataOf(port);
    this.#threads = new WorkerPool({
      program: this.#evidence === undefined ? undefined : { folder: import.meta.dirname, name: program },
      here: (job, report) => (this.#own ??= make(port))(job.ask, report),
      // Limited by the largest index; no single source can be blamed for it.
      width: 1,
      idleMs,
      limits: { cpuMs: Infinity, megabytes: 512 },
    });
  }

  /** Asks the thread. Rejects with the signal's reason, at once. */
  async ask(ask: Ask, { signal, onProgress }: AskOptions): Promise<Answer> {
    return await unlessAborted(this.#threads.run({ ask, evidence: this.#evidence }, { signal, onProgress }), signal);
  }
}

/** Serves questions in the thread's file. */
export function serveEvidence<Ask, Answer>(make: (port: EvidencePort) => Answering<Ask, Answer>): void {
  let answering: Answering<Ask, Answer> | undefined;
  takeJobs(({ ask, evidence }: EvidenceJob<Ask>, report) => {
    if (evidence === undefined) throw new Error('There is no evidence for a thread.');
    answering ??= make({ ...evidence, ...evidenceOnDisk(evidence.disk, evidence.files) });
    return answering(ask, report);
  });
}

const input = z.object({
  query: z.string().trim().min(1).max(400).describe('Words to look for; passages with the rarest of them come first.'),
  count: z.int().min(1).max(20).optional().describe('How many passages; 8 unless you say otherwise.'),
});

interface EvidenceSearch {
  query: string;
  count: number;
}

interface EvidenceHits {
  /** Passages, best first. */
  found: FoundPassage[];
  /** Number of files that are not searched. */
  leftOut: number;
}

export function searchEvidenceTool(evidence: EvidencePort): ResearchTool {
  const search = new EvidenceThread<EvidenceSearch, EvidenceHits>(evidence, {
    program: 'searchThread.js',
    make: evidenceSearch,
  });
  return defineTool({
    name: 'search_evidence',
    isOfEvidence: true,
    description:
      'Finds passages of the evidence by their words. Gives each with its lines, numbered, or the words of its page, and the address to cite them with.',
    input,
    async run({ query, count = 8 }, context) {
      const { signal } = context;
      context.onProgress({ kind: 'searching', query });
      const onProgress = (): void => context.onProgress({ kind: 'alive' });
      const { found, leftOut } = await search.ask({ query, count }, { signal, onProgress });
      const gap =
        leftOut === 0
          ? ''
          : `\n\n${counted(leftOut, 'file is', 'files are')} not searched: too much, or unreadable. read_evidence may read them.`;
      if (found.length === 0) return { text: `No passage of the evidence matches “${query}”. Try other words.${gap}` };
      const passages: string[] = [];
      for (const passage of found) passages.push(await unlessAborted(shown(evidence, passage), signal));
      return { text: `Passages for “${query}”:\n\n${passages.join('\n\n')}${gap}` };
    },
  });
}

/** Searches evidence; builds the index on first use. */
export function evidenceSearch(evidence: EvidencePort): Answering<EvidenceSearch, EvidenceHits> {
  const index = new EvidenceIndex(evidence, linePassages);
  return async ({ query, count }, report) => {
    index.report = report;
    return { found: await index.search(query, count), leftOut: index.leftOut.length };
  };
}

async function shown(evidence: EvidencePort, { path, page, start, end }: FoundPassage): Promise<string> {
  const part = (await evidenceParts(evidence, path)).find((candidate) => candidate.page === page);
  const lines = part?.lines.slice(start - 1, end) ?? [];
  if (page !== undefined) return `${formatWorkspaceUrl({ path, page })}\n${lines.join('\n')}`;
  const text =
    part?.kinds === undefined ? numbered(lines, start) : numberedParts({ ...part, kinds: part.kinds }, { start, end });
  return `${formatWorkspaceUrl({ path, lines: { start, end } })}\n${text}`;
}
