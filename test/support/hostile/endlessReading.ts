import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { JobMessage } from '../../../src/async/workerJobs';
import '../../../src/research/extract/readingThread';
import type { ReadingJob } from '../../../src/research/extract/readingThread';
import { standStill } from './standStill';

// The program's reading thread, except for a file called endless, whose reading never ends, as in a faulty reader. At
// the beginning it leaves a file of that name beside the program.

const pathsOf = (job: ReadingJob): readonly string[] =>
  job.kind === 'admit' ? job.paths : job.kind === 'file' ? [job.path] : [];

parentPort?.on('message', ({ job }: JobMessage<ReadingJob>) => {
  if (!pathsOf(job).includes(`endless-${job.kind}.md`)) return;
  writeFileSync(join(import.meta.dirname, `endless-${job.kind}`), '');
  standStill();
});
