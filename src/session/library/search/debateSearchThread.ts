import { takeJobs } from '../../../async/workerJobs';
import { doSearchJob } from './searchJobs';

takeJobs(doSearchJob);
