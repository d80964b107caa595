import { takeJobs } from '../async/workerJobs';
import { citationsIn, type DocumentCitations } from './markdown/citationsIn';

export interface CitationJob {
  document: string;
}

/** The thread's one kind of job. */
export const readCitations = ({ document }: CitationJob): Promise<DocumentCitations> =>
  Promise.resolve(citationsIn(document));

takeJobs(readCitations);
