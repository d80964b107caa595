import { takeJobs } from '../../async/workerJobs';
import { doSearchJob } from './searchJobs';

// What the threads run in which debates are indexed and searched.
takeJobs(doSearchJob);
