import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createFolder } from '../record/debateFolder';
import { ImportError, type ImportProblem, Problems } from './importProblem';
import { debatesIn, type ImportedSystem, recognise } from './recognise';
import { type Imported, scanFolder } from './scanFolder';
import { writeRecord } from './writeRecord';
import { WorkerFailure } from '../async/workerJobs';
import { WorkerPool } from '../async/workerPool';
import type { FolderJob, FolderRead } from './importThread';

const threads = new WorkerPool<FolderJob, FolderRead>({
  program: { folder: import.meta.dirname, name: 'importThread.js' },
  here: async (job) => await (await import('./importThread')).folderRead(job),
});

/**
 * Reads the folder in a thread.
 *
 * @throws ImportError; the signal's reason.
 */
async function readFolder(job: FolderJob, problems: Problems, signal?: AbortSignal): Promise<Imported> {
  const read = await threads.run(job, { signal }).catch((error: unknown): never => {
    if (!(error instanceof WorkerFailure)) throw error;
    throw new ImportError(
      error.code,
      `Reading ${job.source.provenance.from} was given up: ${error.message}. Take out what is no part of the debate, then import again.`,
    );
  });
  if (!read.ok) throw new ImportError(read.code, read.message);
  problems.found.push(...read.problems);
  const { log, ...imported } = read.imported;
  // Values from a thread are copies, so the file is found by its path.
  const own = log === undefined ? undefined : job.source.files.find(({ path }) => path === log.path);
  return own === undefined ? imported : { ...imported, log: own };
}

interface ImportOptions {
  /** Folder in which the new record's folder is made. */
  parent: string;
  now: () => Date;
  /** Aborts the import until the record is written. */
  signal?: AbortSignal;
}

export interface ImportResult {
  /** Absolute path of the new record's folder. */
  folder: string;
  format: Imported['format'];
  /** Number of entries in the record. */
  entries: number;
  /** Problems found; all files that were read are kept in `originals/`. */
  problems: readonly ImportProblem[];
}

/**
 * Makes a Rostrum record of another system's debate, whose folder is not changed. The new folder appears when it is
 * complete, with a copy of every file in `originals/` and the problems in `import.json`.
 *
 * @throws ImportError when there is no debate, or a needed file cannot be read; RecordError when the record cannot be
 * written. Nothing is left behind in either case.
 */
export async function importDebate(dir: string, { parent, now, signal }: ImportOptions): Promise<ImportResult> {
  const root = await folderAt(dir);
  const system = await systemOf(root, dir);
  const problems = new Problems();
  const files = await scanFolder(root, problems, signal);
  if (files.some(({ path }) => path === 'debate.json'))
    problems.add(
      'debate-log.jsonl',
      'The folder holds debate.json, which Rostrum writes beside its record, but the record itself is missing: what was read comes from its documents, without the checks of sources and the rulings on them. Entries that they mention (seq 4) are those of that record, not of this one.',
    );
  const [at, from] = [now(), resolve(dir)];
  const source = { name: basename(root), files, provenance: { from, at: at.toISOString() } };
  const imported = await readFolder({ system, source }, problems, signal);
  const writing = { imported, files, problems, system, from, now: at };
  let entries = 0;
  const folder = await createFolder({ parent, topic: imported.topic, now: () => at }, async (draft) => {
    entries = await writeRecord(draft, writing);
  });
  return { folder, format: imported.format, entries, problems: problems.found };
}

async function folderAt(dir: string): Promise<string> {
  const stats = await stat(dir).catch(() => undefined);
  if (stats === undefined) throw new ImportError('not_found', `${dir} does not exist.`);
  if (!stats.isDirectory())
    throw new ImportError('not_found', `${dir} is no folder. Name the folder that the debate stands in.`);
  return realpath(dir);
}

async function systemOf(root: string, dir: string): Promise<ImportedSystem> {
  const system = await recognise(root);
  if (system === 'rostrum') {
    throw new ImportError(
      'rostrum',
      `${dir} is a debate of Rostrum already: open it as it is ("rostrum status ${dir}"); there is nothing to import.`,
    );
  }
  if (system !== undefined) return system;
  const inside = await debatesIn(root);
  const hint =
    inside.length === 0
      ? 'Import knows debate.md with arguments/ and scores.json (dialectic), round-1/ or round-1.md (agent-debate), and debate-log.jsonl (ai-debate).'
      : `It holds folders that do: ${inside.slice(0, 10).join(', ')}. Import them one by one.`;
  throw new ImportError('not_recognised', `${dir} holds no debate of a system that Rostrum knows. ${hint}`);
}
