import { takeJobs } from '../../async/workerJobs';
import { admit, hashedNow, type Admitted, type HashedFile } from '../admit';
import { fileText, type ReadText } from '../fileText';
import { extractPage, type ExtractedPage, type PageSource } from './extractPage';
import { builtBarrier, saidBarrier, type Barrier } from './accessBarrier';

// The threads of readings.ts process all foreign text before it is kept.

export type ReadingJob =
  /** `isGone`: the server of `url`, the requested address, says that there is none. */
  | { kind: 'page'; url: string; page: PageSource; isGone: boolean }
  | { kind: 'file'; path: string; body: Uint8Array }
  /** Files of the evidence, by their paths below `root`. */
  | { kind: 'admit'; root: string; paths: readonly string[] }
  | { kind: 'hash'; root: string; files: readonly HashedFile[] };

export type Reading =
  /** `barrier`: in the page's place; `isSaid`: by its words alone. */
  | { kind: 'page'; page: Omit<ExtractedPage, 'signs'>; barrier: Barrier | undefined; isSaid: boolean }
  | { kind: 'file'; read: ReadText }
  | { kind: 'admit'; files: Admitted[] }
  | { kind: 'hash'; files: HashedFile[] };

export async function reading(job: ReadingJob): Promise<Reading> {
  switch (job.kind) {
    case 'page': {
      const { url, isGone, page: source } = job;
      const { signs, ...page } = await extractPage(source);
      const received = { ...page, url, finalUrl: source.finalUrl, signs, isGone };
      const built = builtBarrier(received);
      return { kind: 'page', page, barrier: built ?? saidBarrier(received), isSaid: built === undefined };
    }
    case 'file':
      return { kind: 'file', read: await fileText(job.path, job.body) };
    case 'admit': {
      const files: Admitted[] = [];
      for (const path of job.paths) files.push(await admit(job.root, path));
      return { kind: 'admit', files };
    }
    case 'hash': {
      const files: HashedFile[] = [];
      for (const file of job.files) files.push(await hashedNow(job.root, file));
      return { kind: 'hash', files };
    }
  }
}

takeJobs(reading);
