import { serveJobs } from '../../async/processJobs';
import { WorkerPool } from '../../async/workerPool';
import type { Reading, ReadingJob } from './readingThread';

// The process in which PDF documents are read: see readings.ts. Its thread does the reading, so the process itself notices
// when nobody waits any more.

serveJobs(
  new WorkerPool<ReadingJob, Reading>({
    program: { folder: import.meta.dirname, name: 'readingThread.js' },
    here: async (job) => await (await import('./readingThread')).reading(job),
    width: 1,
  }),
);
