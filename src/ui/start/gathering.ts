import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { evidencePace } from '../../research/evidencePace';
import type { EvidenceRequest, EvidenceSet } from '../../session/plan/evidenceSet';
import type { DraftRecord } from './draftRecord';
import { folderHolding } from '../kit/workspaceFolders';

/** Collects the evidence without what the editor hides. @throws EvidenceError, the signal's reason. */
export async function gathered(
  draft: Pick<DraftRecord, 'evidence' | 'subject' | 'parent'>,
  signal: AbortSignal,
  onProgress?: EvidenceRequest['onProgress'],
): Promise<EvidenceSet> {
  const { evidence, subject, parent } = draft;
  const { gatherEvidence } = await import('../../session/plan/evidenceSet');
  return await gatherEvidence({ evidence, subject, output: parent, signal, hiddenAt, onProgress });
}

function hiddenAt(path: string): { excludeGlobs: string[]; globsBase?: string } {
  const folder = folderHolding(path);
  const exclude: unknown = vscode.workspace.getConfiguration('files', folder?.uri ?? null).get('exclude');
  // A condition (`when`: a sibling exists) counts as met: what is left out too much is listed, what is not has been read.
  const globs = Object.entries(typeof exclude === 'object' && exclude !== null ? exclude : {}).filter(
    ([, value]) => value !== false,
  );
  return {
    excludeGlobs: globs.map(([glob]) => glob),
    ...(folder === undefined ? {} : { globsBase: folder.uri.fsPath }),
  };
}

export const sayingHow = (say: (message: string) => void): ReturnType<typeof evidencePace> =>
  evidencePace(({ done, total, bytes, seconds }) =>
    say(
      bytes === undefined
        ? l10n.t('{0} of {1} files; about {2} more seconds', done, total, seconds)
        : l10n.t(
            '{0} files of about {1} MB together; reading them takes about {2} seconds',
            total,
            Math.ceil((bytes.text + bytes.documents) / 1_000_000),
            seconds,
          ),
    ),
  );
