import { dirname, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { readEvidence, type Evidence, type EvidenceOptions } from '../research/evidence';
import { EvidenceError } from '../research/evidenceError';
import type { LeftOut } from '../research/admission';
import { fileKind, type FileKind } from '../research/fileKind';
import type { DocumentFacts } from '../research/fileText';
import { cacheFolder, FileCache, stampOf } from '../research/fileCache';
import { pool } from '../research/pool';
import { readWorkspaceBytes } from '../research/workspaceFile';
import { evidenceOnDisk } from '../research/tools/evidenceOnDisk';
import type { EvidenceOnDisk } from '../research/tools/evidencePaths';
import { locatedRoot } from './sampleFolder';

/** The evidence of a new debate: one root, the manifest for the setup entry, what was left out and why. */
export interface EvidenceSet {
  root: string | null;
  files: { path: string; bytes: number; sha256: string }[];
  /** Paths of the manifest that are the subject itself. */
  subject: string[];
  leftOut: readonly LeftOut[];
}

export interface EvidenceRequest {
  /** A folder or a file, or several. */
  evidence: string | readonly string[] | undefined;
  subject: readonly string[];
  /** Never read: where debates are written. */
  output: string;
  /** What the editor hides around a path of the above: `files.exclude` may differ from folder to folder. */
  hiddenAt?: (path: string) => Pick<EvidenceOptions, 'excludeGlobs' | 'globsBase'>;
  signal?: AbortSignal;
  onProgress?: EvidenceOptions['onProgress'];
}

/**
 * Reads the evidence and the subject files and puts them under one root, their nearest common folder. Only files of the
 * manifest are ever opened later, so that a wider root opens nothing more.
 *
 * @throws EvidenceError
 */
export async function gatherEvidence(request: EvidenceRequest): Promise<EvidenceSet> {
  const { evidence = [], subject, output, hiddenAt, signal, onProgress } = request;
  const common = { exclude: [resolve(output)], onProgress, ...(signal === undefined ? {} : { signal }) };
  const read = async (roots: readonly string[]): Promise<Evidence[]> => {
    const found: Evidence[] = [];
    for (const root of roots) found.push(await readEvidence({ root, ...common, ...hiddenAt?.(root) }));
    return found;
  };
  const named = await read(typeof evidence === 'string' ? [evidence] : evidence);
  const subjects = await read(subject);
  const parts = [...named, ...subjects];
  if (parts.length === 0) return { root: null, files: [], subject: [], leftOut: [] };
  const root = commonFolder(parts.map((part) => part.root));
  const files = new Map(parts.flatMap((part) => part.files.map((file) => [pathUnder(root, part, file.path), file])));
  const hashes = await knownHashes(root);
  for (const [path, { stamp, sha256 }] of files) hashes.set(path, stamp, sha256);
  await hashes.save();
  return {
    root,
    files: [...files].map(([path, { bytes, sha256 }]) => ({ path, bytes, sha256 })).sort(byPath),
    subject: [...new Set(subjects.flatMap((part) => part.files.map((file) => pathUnder(root, part, file.path))))],
    leftOut: parts.flatMap((part) => part.leftOut),
  };
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

function pathUnder(root: string, part: { root: string }, path: string): string {
  const prefix = relative(root, part.root).split(sep).join('/');
  return prefix === '' ? path : `${prefix}/${path}`;
}

/** The same files, their paths from a folder further up. */
export function rebased<T extends Pick<EvidenceSet, 'files' | 'subject'>>(set: T, root: string, up: string): T {
  const under = (path: string): string => pathUnder(up, { root }, path);
  return {
    ...set,
    files: set.files.map((file) => ({ ...file, path: under(file.path) })),
    subject: set.subject.map(under),
  };
}

/** @throws EvidenceError where there is none, as for two drives of Windows. */
export function commonFolder(folders: readonly string[]): string {
  let [common = ''] = folders;
  while (
    !folders.every((folder) => folder === common || folder.startsWith(common.endsWith(sep) ? common : common + sep))
  ) {
    if (dirname(common) === common) {
      const message = `${folders.join(' and ')} lie on different drives. Choose evidence that lies on the drive of the debates.`;
      throw new EvidenceError('evidence_not_readable', message);
    }
    common = dirname(common);
  }
  return common;
}

/** The evidence of a debate as it is taken up: the files of the setup's manifest that still have their content. */
export interface OpenedEvidence {
  files: { path: string; bytes: number; sha256: string; kind: FileKind }[];
  /** Listed files that are gone or changed: not argued from any more. */
  changed: string[];
  text(path: string): Promise<string>;
  /** Files that were not read when the debate began, and why. */
  leftOut: readonly { path: string; detail: string }[];
  /** Nothing of files that are text themselves. */
  document(path: string): Promise<DocumentFacts>;
  disk?: EvidenceOnDisk | undefined;
}

/** Files that are read at once: what takes time is the disk. */
const lanes = 8;

export async function openEvidence({
  root: recorded,
  files,
  left_out: leftOut = [],
}: {
  root: string | null;
  files: readonly { path: string; bytes: number; sha256: string }[];
  left_out?: readonly { path: string; detail: string }[] | undefined;
}): Promise<OpenedEvidence> {
  const root = locatedRoot(recorded);
  const same: OpenedEvidence['files'] = [];
  const changed: string[] = [];
  const cache = root === null ? undefined : await knownHashes(root);
  const look = async (file: (typeof files)[number]): Promise<void> => {
    const kind = fileKind(file.path);
    const now = root === null || kind === undefined ? undefined : await hashNow(root, file.path, cache);
    if (now === file.sha256 && kind !== undefined)
      same.push({ path: file.path, bytes: file.bytes, sha256: file.sha256, kind });
    else changed.push(file.path);
  };
  await pool(files, look, { width: lanes });
  await cache?.save();
  same.sort(byPath);
  changed.sort();
  return {
    ...evidenceOnDisk({ root: root ?? '', ...(root === null ? {} : { cache: cacheFolder() }) }, same),
    files: same,
    changed,
    leftOut,
  };
}

/** The hashes of the files below a folder, as they were read last. */
const knownHashes = (root: string): Promise<FileCache<string>> =>
  FileCache.open({ folder: cacheFolder(), root, name: 'hashes', schema: z.string() });

/** A file that is still the one that was hashed is not read again. Undefined where it cannot be read. */
async function hashNow(root: string, path: string, cache: FileCache<string> | undefined): Promise<string | undefined> {
  const stamp = await stampOf(join(root, path));
  const known = cache?.get(path, stamp);
  if (known !== undefined) return known;
  const now = await readWorkspaceBytes(root, path);
  if (!now.ok) return undefined;
  cache?.set(path, stamp, now.sha256);
  return now.sha256;
}
