import { evidenceSearch, serveEvidence } from './evidenceThread';

// Runs in a debate's thread, in which models search the evidence.
serveEvidence(evidenceSearch);
