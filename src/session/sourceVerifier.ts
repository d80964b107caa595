import type { SetupData } from '../debate/entryData';
import { manifestOf } from '../debate/manifest';
import { SnapshotStore } from '../record/snapshots';
import { sourceReader, workspaceSourceReader, type SourceReader } from '../research/sourceReader';
import { webSourceReader } from '../research/webSourceReader';
import { Verifier } from '../verify/verifier';
import { locatedRoot } from './sampleFolder';
import type { WebAccess } from './webAccess';

interface VerifierParts {
  /** Undefined in records of other programs. */
  evidence: SetupData['evidence'] | undefined;
  folder: string;
  /** Undefined where nothing is to be fetched. */
  web: WebAccess | undefined;
  now: () => Date;
  /** Whether the extractive performer speaks for somebody. */
  isDealt?: (speaker: string) => boolean;
  /** Nothing is read but the snapshots. */
  isOffline?: boolean;
}

/** The Verifier of a debate: reads the files of the setup's manifest and pages of the web, keeps snapshots in the debate's folder. */
export function verifierFor({ evidence, folder, web, now, isDealt, isOffline = false }: VerifierParts): Verifier {
  return new Verifier({
    snapshots: new SnapshotStore(folder),
    reader: isOffline ? undefined : readerFor({ evidence, folder, web }),
    manifest: manifestOf(evidence),
    today: () => now().toISOString().slice(0, 10),
    ...(isDealt === undefined ? {} : { isDealt }),
  });
}

/** Reads the sources of a debate as they are now. */
export function readerFor({ evidence, folder, web }: Omit<VerifierParts, 'now' | 'isOffline'>): SourceReader {
  const { root = null, files = [] } = evidence ?? {};
  return sourceReader({
    workspace: workspaceSourceReader({ root: locatedRoot(root ?? folder), files: root === null ? [] : files }),
    web: web === undefined ? undefined : webSourceReader(web),
  });
}
