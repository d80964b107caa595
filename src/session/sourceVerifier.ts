import type { SetupData } from '../debate/entryData';
import { SnapshotStore } from '../record/snapshots';
import { workspaceSourceReader } from '../research/sourceReader';
import { Verifier } from '../verify/verifier';
import type { WebAccess } from './webAccess';

interface VerifierParts {
  setup: SetupData;
  folder: string;
  /** Undefined where nothing is to be fetched. */
  web: WebAccess | undefined;
  now: () => Date;
}

/** The Verifier of a debate that runs: reads the files of the setup's manifest, keeps snapshots in the debate's folder. */
export function verifierFor({ setup, folder, now }: VerifierParts): Verifier {
  const { root, files } = setup.evidence;
  return new Verifier({
    snapshots: new SnapshotStore(folder),
    reader: workspaceSourceReader({ root: root ?? folder, files: root === null ? [] : files }),
    manifest: files,
    today: () => now().toISOString().slice(0, 10),
  });
}
