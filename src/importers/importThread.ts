import { takeJobs } from '../async/workerJobs';
import { agentDebateRecord } from './agentDebate/agentDebateRecord';
import { aiDebateRecord } from './aiDebate/aiDebateRecord';
import { dialecticRecord } from './dialectic/dialecticRecord';
import { ImportError, type ImportErrorCode, type ImportProblem, Problems } from './importProblem';
import type { ImportedSystem } from './recognise';
import type { Imported, ImportSource } from './scanFolder';

// The threads of importDebate.ts run all code that reads foreign files.

export interface FolderJob {
  system: ImportedSystem;
  source: ImportSource;
}

export type FolderRead =
  | { ok: true; imported: Imported; problems: readonly ImportProblem[] }
  | { ok: false; code: ImportErrorCode; message: string };

const importers: Record<ImportedSystem, (source: ImportSource, problems: Problems) => Promise<Imported>> = {
  dialectic: dialecticRecord,
  'agent-debate': agentDebateRecord,
  'ai-debate': aiDebateRecord,
};

export async function folderRead({ system, source }: FolderJob): Promise<FolderRead> {
  const problems = new Problems();
  try {
    return { ok: true, imported: await importers[system](source, problems), problems: problems.found };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}

takeJobs(folderRead);
