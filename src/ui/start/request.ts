import type { Usage } from '../../debate/entryData';
import type { SubjectText } from '../../session/subjectText';
import type { DebateConfig } from '../../session/configFiles';
import type { StartProvider } from '../models/roleModels';
import type { DebatersChoice, EvidenceChoice } from './choices';
import type { FormatChoices, StartFormat } from './formatChoices';

/** What the debate is about besides its topic, where it was started from a file or a selection. */
export interface Subject {
  /** Absolute paths. */
  files: readonly string[];
  text?: SubjectText;
  /** What it is called in the flow. */
  label: string;
  suggestedTopic: string;
}

/** All that the flow asks for. */
export interface StartRequest {
  topic: string;
  format: StartFormat;
  details: FormatChoices;
  debaters: DebatersChoice;
  evidence: EvidenceChoice;
  provider: StartProvider;
  /** The provider's id of the model; empty: as the settings say. */
  model: string;
  subject?: Subject;
  /** What models have used in the flow. */
  usage?: Usage | undefined;
  config: DebateConfig;
}
