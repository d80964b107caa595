import * as path from 'node:path';
import type { ResearchTool, ToolAnswer, ToolContext } from '../../src/research/tool';
import type { EvidencePort } from '../../src/research/tools/evidencePaths';
import { evidenceTools } from '../../src/research/tools/evidenceTools';
import { reachingTools, type ReachingParts } from '../../src/research/tools/researchTools';
import { gatherEvidence, openEvidence } from '../../src/session/plan/evidenceSet';
import { tempFolder } from './tempFolder';

type Progress = Parameters<ToolContext['onProgress']>[0];

/** Context of a tool call, which keeps the reported progress. */
export function context(signal = new AbortController().signal): ToolContext & { events: Progress[] } {
  const events: Progress[] = [];
  return { signal, events, onProgress: (event) => void events.push(event) };
}

export interface ResearchParts extends ReachingParts {
  evidence?: EvidencePort | undefined;
}

/** All tools that a debater may have, in their order. */
export function researchTools({ evidence, ...reaching }: ResearchParts): ResearchTool[] {
  return [...(evidence === undefined ? [] : evidenceTools(evidence)), ...reachingTools(reaching)];
}

export function toolOf(parts: ResearchParts, name: string): ResearchTool {
  const tool = researchTools(parts).find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

export const call = (parts: ResearchParts, name: string, input: unknown): Promise<ToolAnswer> =>
  toolOf(parts, name).run(input, context());

/** The evidence of a folder, opened as a debate opens it. */
export async function evidenceOf(files: Record<string, string>): Promise<EvidencePort & { root: string }> {
  const root = tempFolder(files);
  const set = await gatherEvidence({ evidence: root, subject: [], output: path.join(root, 'output') });
  return { root, ...(await openEvidence(set)) };
}
