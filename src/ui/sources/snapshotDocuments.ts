import * as vscode from 'vscode';
import { SnapshotStore } from '../../record/snapshots';
import { parseSnapshotQuery, snapshotScheme, snapshotUriParts, type SnapshotAddress } from './snapshotAddress';

export { snapshotScheme } from './snapshotAddress';

export function snapshotUri(address: SnapshotAddress, title: string): vscode.Uri {
  return vscode.Uri.from(snapshotUriParts(address, title));
}

export function snapshotAddressOf(uri: vscode.Uri): SnapshotAddress | undefined {
  return uri.scheme === snapshotScheme ? parseSnapshotQuery(uri.query) : undefined;
}

/** Snapshots as read-only documents. A snapshot is never changed, so that nothing has to be told of. */
export const snapshotDocuments: vscode.TextDocumentContentProvider = {
  async provideTextDocumentContent(uri) {
    const address = snapshotAddressOf(uri);
    if (address === undefined) throw new Error(vscode.l10n.t('This is not the address of a snapshot. Open the source from the debate again.'));
    const snapshot = await new SnapshotStore(address.folder).find(address.url);
    if (snapshot !== undefined) return snapshot.text;
    throw new Error(
      vscode.l10n.t('The snapshot of {0} is no longer in {1}. If the debate was moved, open the source from there.', address.url, address.folder),
    );
  },
};
