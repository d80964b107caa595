import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { sha256, SnapshotStore } from '../../record/snapshots';
import { parseSnapshotQuery, snapshotScheme, snapshotUriParts, type SnapshotAddress } from './snapshotAddress';
import { snapshotText } from './snapshotText';

export function snapshotUri(address: SnapshotAddress, title: string): vscode.Uri {
  return vscode.Uri.from(snapshotUriParts(address, title));
}

export function snapshotAddressOf(uri: vscode.Uri): SnapshotAddress | undefined {
  return uri.scheme === snapshotScheme ? parseSnapshotQuery(uri.query) : undefined;
}

/**
 * Registers snapshots as a file system, because the editor opens only files again after a reload; what a content
 * provider gives is lost then.
 */
export function registerSnapshots(): vscode.Disposable {
  const isReadonly = new vscode.MarkdownString(readonlyWords());
  return vscode.workspace.registerFileSystemProvider(snapshotScheme, snapshotFiles, {
    isReadonly,
    isCaseSensitive: true,
  });
}

const readonlyWords = (): string => l10n.t('A snapshot is kept as it was taken and cannot be changed.');

/** So that the text is read as UTF-8, whatever encoding the user has set. It is no part of the document's text. */
const byteOrderMark = '\ufeff';

/** A snapshot never changes; but when a page is checked again, another one may be kept of it. */
const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

/** The editor is to look whether its documents show what is kept now. */
export function announceSnapshotChange(uris: readonly vscode.Uri[]): void {
  changed.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
}

const snapshotFiles: vscode.FileSystemProvider = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => undefined),
  async stat(uri) {
    const { bytes, accessed } = await snapshotAt(uri);
    // The editor tells by size and time whether to read again; the day alone would not say that the text is another.
    const time = (Date.parse(accessed) || 0) + Number.parseInt(sha256(bytes).slice(0, 6), 16);
    return { type: vscode.FileType.File, ctime: time, mtime: time, size: bytes.byteLength };
  },
  readFile: async (uri) => (await snapshotAt(uri)).bytes,
  readDirectory: () => [],
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
};

async function snapshotAt(uri: vscode.Uri): Promise<{ bytes: Uint8Array; accessed: string }> {
  const address = snapshotAddressOf(uri);
  if (address === undefined) {
    const message = l10n.t('This is not the address of a snapshot. Open the source from the debate again.');
    throw vscode.FileSystemError.FileNotFound(message);
  }
  const snapshot = await new SnapshotStore(address.folder).find(address.url);
  if (snapshot !== undefined) {
    const bytes = Buffer.from(byteOrderMark + snapshotText(snapshot).text);
    return { bytes, accessed: snapshot.metadata.accessed };
  }
  throw vscode.FileSystemError.FileNotFound(
    l10n.t(
      'The snapshot of {0} is no longer in {1}. If the debate was moved, open the source from there.',
      address.url,
      address.folder,
    ),
  );
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(readonlyWords());
}
