import { serveEvidence } from '../../research/tools/evidenceThread';
import { extractiveAnswers } from './extractiveAnswers';

serveEvidence(extractiveAnswers);
