import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { decodeText } from '../../research/decodeText';
import { fileKind } from '../../research/fileKind';
import { readWorkspaceBytes } from '../../research/workspaceFile';

/** An evidence file as it is on this machine now. */
export interface OpenedFile {
  /** As a person would open it: links in it are kept. */
  readonly file: string;
  /** Undefined where it is too large, or no text, to be compared: then it is surely not what was cited. */
  readonly text: string | undefined;
  /** It holds, byte for byte, what was cited. */
  readonly isSame: boolean;
}

export interface EvidencePlaces {
  /** The evidence root of the record. It may be of another machine. */
  readonly root: string | null;
  readonly workspaceFolders: readonly string[];
}

/** Folders of the root's end that are tried below a workspace folder. */
const deepestTail = 6;

/**
 * Finds the file below the evidence root, else, when the record comes from another machine or place, under the same relative
 * path below the workspace folders. One with the cited content is preferred to all others.
 */
export async function findEvidenceFile(
  path: string,
  places: EvidencePlaces,
  /** The hash of what was cited; undefined where nobody knows. */
  sha256: string | undefined,
): Promise<OpenedFile | undefined> {
  let first: OpenedFile | undefined;
  for (const folder of foldersToTry(places)) {
    const found = await lookAt(folder, path, sha256);
    if (found?.isSame === true) return found;
    first ??= found;
  }
  return first;
}

async function lookAt(folder: string, path: string, sha256: string | undefined): Promise<OpenedFile | undefined> {
  const file = join(folder, ...path.split('/'));
  const read = await readWorkspaceBytes(folder, path);
  // As the editor shows it: what the Verifier takes out of a document is another text. A PDF is none, even where its bytes are.
  if (read.ok)
    return { file, text: fileKind(path) === 'pdf' ? undefined : decodeText(read.body), isSame: read.sha256 === sha256 };
  // It stands there, and is not what was cited: files as large as that are no evidence.
  const isThere = read.reason === 'too_large' || read.reason === 'unreadable';
  return isThere && (await isFile(file)) ? { file, text: undefined, isSame: false } : undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

/** The root, then each workspace folder with the root's last folders below it, the longest first, then bare. */
export function foldersToTry({ root, workspaceFolders }: EvidencePlaces): string[] {
  const segments = (root ?? '')
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '..' && segment !== '.');
  const tails = Array.from({ length: Math.min(deepestTail, segments.length) + 1 }, (_, length) =>
    length === 0 ? [] : segments.slice(-length),
  ).reverse();
  const below = workspaceFolders.flatMap((folder) => tails.map((tail) => join(folder, ...tail)));
  return [...new Set([...(root !== null && isAbsolute(root) ? [root] : []), ...below])];
}
