import { serveEvidence } from '../../research/tools/evidenceThread';
import { documentAnswers } from './documentAnswers';

serveEvidence(documentAnswers);
