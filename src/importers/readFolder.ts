import { WorkerFailure, WorkerPool } from '../async/workerPool';
import type { Imported } from './imported';
import { ImportError } from './importError';
import type { Problems } from './importProblem';
import type { FolderJob, FolderRead } from './importThread';

const threads = new WorkerPool<FolderJob, FolderRead>({
  program: { folder: import.meta.dirname, name: 'importThread.js' },
  here: async (job) => await (await import('./importThread')).folderRead(job),
});

/** What a foreign folder says, read in a thread. @throws ImportError; the signal's reason. */
export async function readFolder(job: FolderJob, problems: Problems, signal?: AbortSignal): Promise<Imported> {
  const read = await threads.run(job, { signal }).catch((error: unknown): FolderRead => {
    if (!(error instanceof WorkerFailure)) throw error;
    return {
      ok: false,
      code: error.code,
      message: `Reading ${job.source.provenance.from} was given up: ${error.message}. Take out what is no part of the debate, then import again.`,
    };
  });
  if (!read.ok) throw new ImportError(read.code, read.message);
  problems.found.push(...read.problems);
  const { log, ...imported } = read.imported;
  // What comes from a thread is a copy: the file is known by its path.
  const own = log === undefined ? undefined : job.source.files.find(({ path }) => path === log.path);
  return own === undefined ? imported : { ...imported, log: own };
}
