import { serveEvidence } from './evidenceThread';
import { evidenceSearch } from './searchEvidence';

// What the thread of a debate runs in which models search the evidence.
serveEvidence(evidenceSearch);
