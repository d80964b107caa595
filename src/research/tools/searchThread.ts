import { serveEvidence } from './evidenceThread';
import { evidenceSearch } from './searchEvidence';

// The code of a debate's thread in which models search the evidence.
serveEvidence(evidenceSearch);
