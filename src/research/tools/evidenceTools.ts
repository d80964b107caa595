import type { ResearchTool } from '../tool';
import { EvidencePaths, type EvidencePort } from './evidencePaths';
import { listEvidenceTool } from './listEvidence';
import { readEvidenceTool } from './readEvidence';
import { searchEvidenceTool } from './searchEvidence';

export type { EvidencePort } from './evidencePaths';

/** List, search and read the evidence, and nothing beside it; none where there is no evidence. */
export function evidenceTools(evidence: EvidencePort): ResearchTool[] {
  if (evidence.files.length === 0) return [];
  const paths = new EvidencePaths(evidence.files);
  return [listEvidenceTool(evidence), searchEvidenceTool(evidence), readEvidenceTool(evidence, paths)];
}
