import { serveEvidence } from '../../research/tools/evidenceThread';
import { extractiveAnswers } from './extractiveAnswers';

// What the thread of an extractive performer runs.
serveEvidence(extractiveAnswers);
