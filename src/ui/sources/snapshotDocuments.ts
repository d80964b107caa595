import * as vscode from 'vscode';
import { SnapshotStore, type Snapshot } from '../../record/snapshots';
import { parseSnapshotQuery, snapshotScheme, snapshotUriParts, type SnapshotAddress } from './snapshotAddress';

export function snapshotUri(address: SnapshotAddress, title: string): vscode.Uri {
  return vscode.Uri.from(snapshotUriParts(address, title));
}

export function snapshotAddressOf(uri: vscode.Uri): SnapshotAddress | undefined {
  return uri.scheme === snapshotScheme ? parseSnapshotQuery(uri.query) : undefined;
}

/** As a file system, because the editor opens only files again after a reload; what a content provider gives is lost then. */
export function registerSnapshots(): vscode.Disposable {
  const isReadonly = new vscode.MarkdownString(vscode.l10n.t('A snapshot is kept as it was taken and cannot be changed.'));
  return vscode.workspace.registerFileSystemProvider(snapshotScheme, snapshotFiles, { isReadonly, isCaseSensitive: true });
}

/** So that the text is read as UTF-8, whatever encoding the user has set. It is no part of the document's text. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Snapshots never change, so that there is nothing to watch. */
const snapshotFiles: vscode.FileSystemProvider = {
  onDidChangeFile: () => new vscode.Disposable(() => undefined),
  watch: () => new vscode.Disposable(() => undefined),
  async stat(uri) {
    const snapshot = await snapshotAt(uri);
    const time = Date.parse(snapshot.metadata.accessed) || 0;
    return { type: vscode.FileType.File, ctime: time, mtime: time, size: bytesOf(snapshot).byteLength };
  },
  readFile: async (uri) => bytesOf(await snapshotAt(uri)),
  readDirectory: () => [],
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
};

function bytesOf({ text }: Snapshot): Uint8Array {
  return Buffer.concat([Buffer.from(byteOrderMark), Buffer.from(text, 'utf8')]);
}

async function snapshotAt(uri: vscode.Uri): Promise<Snapshot> {
  const address = snapshotAddressOf(uri);
  if (address === undefined) {
    const message = vscode.l10n.t('This is not the address of a snapshot. Open the source from the debate again.');
    throw vscode.FileSystemError.FileNotFound(message);
  }
  const snapshot = await new SnapshotStore(address.folder).find(address.url);
  if (snapshot !== undefined) return snapshot;
  throw vscode.FileSystemError.FileNotFound(
    vscode.l10n.t('The snapshot of {0} is no longer in {1}. If the debate was moved, open the source from there.', address.url, address.folder),
  );
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('A snapshot is kept as it was taken and cannot be changed.'));
}
