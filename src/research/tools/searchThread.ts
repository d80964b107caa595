import { evidenceSearch, serveEvidence } from './evidenceThread';

// The code of a debate's thread in which models search the evidence.
serveEvidence(evidenceSearch);
