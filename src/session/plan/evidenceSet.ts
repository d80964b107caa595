import { dirname, resolve, sep } from 'node:path';
import * as z from 'zod';
import { readEvidence, type Evidence, type EvidenceOptions } from '../../research/evidence';
import { EvidenceError } from '../../research/evidenceError';
import type { LeftOut } from '../../research/admission';
import { fileKind, type FileKind } from '../../research/fileKind';
import type { DocumentFacts } from '../../research/fileText';
import { cacheFolder, FileCache } from '../../research/fileCache';
import { hashesNow } from '../../research/extract/readings';
import { type EvidenceOnDisk, evidenceOnDisk } from '../../research/tools/evidencePaths';
import { isInside, relativeTo } from '../../research/workspaceFile';
import { locatedRoot } from '../library/sampleFolder';

export interface EvidenceSet {
  root: string | null;
  files: { path: string; bytes: number; sha256: string }[];
  subject: string[];
  leftOut: readonly LeftOut[];
}

export interface EvidenceRequest {
  evidence: string | readonly string[] | undefined;
  subject: readonly string[];
  /** Where debates are written: never read. */
  output: string;
  /** What the editor hides there: `files.exclude` may differ from folder to folder. */
  hiddenAt?: (path: string) => Pick<EvidenceOptions, 'excludeGlobs' | 'globsBase'>;
  signal?: AbortSignal;
  onProgress?: EvidenceOptions['onProgress'];
}

/**
 * Puts evidence and subject files under their nearest common folder. Only files of the manifest are ever opened later, so a wider root
 * opens nothing more. @throws EvidenceError
 */
export async function gatherEvidence(request: EvidenceRequest): Promise<EvidenceSet> {
  const { evidence = [], subject, output, hiddenAt, signal, onProgress } = request;
  const common = { onProgress, signal };
  const read = async (roots: readonly string[]): Promise<Evidence[]> => {
    const found: Evidence[] = [];
    for (const root of roots)
      found.push(await readEvidence({ root, exclude: excludedFrom(root, output), ...common, ...hiddenAt?.(root) }));
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

/** Evidence that is chosen inside the output folder is read; the folders of debates in it never are, wherever they lie. */
const excludedFrom = (root: string, output: string): string[] =>
  isInside(resolve(output), resolve(root)) ? [] : [resolve(output)];

export const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

function pathUnder(root: string, part: { root: string }, path: string): string {
  const prefix = relativeTo(root, part.root);
  return prefix === '' ? path : `${prefix}/${path}`;
}

/** Their paths from a folder further up. */
export function rebased<T extends Pick<EvidenceSet, 'files' | 'subject'>>(set: T, root: string, up: string): T {
  const under = (path: string): string => pathUnder(up, { root }, path);
  return {
    ...set,
    files: set.files.map((file) => ({ ...file, path: under(file.path) })),
    subject: set.subject.map(under),
  };
}

/** @throws EvidenceError where there is none, as on two drives of Windows. */
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

/** The files of the setup's manifest that still have their content. */
export interface OpenedEvidence {
  files: { path: string; bytes: number; sha256: string; kind: FileKind }[];
  /** Gone or changed: not argued from any more. */
  changed: string[];
  gone: string[];
  text(path: string): Promise<string>;
  leftOut: readonly { path: string; detail: string }[];
  /** Nothing of files that are text themselves. */
  document(path: string): Promise<DocumentFacts>;
  disk?: EvidenceOnDisk | undefined;
}

const filesAtOnce = 500;

export async function openEvidence({
  root: recorded,
  files,
  left_out: leftOut = [],
}: {
  root: string | null;
  files: readonly EvidenceSet['files'][number][];
  left_out?: readonly { path: string; detail: string }[] | undefined;
}): Promise<OpenedEvidence> {
  const root = locatedRoot(recorded);
  const known = root === null ? [] : files.filter(({ path }) => fileKind(path) !== undefined);
  const now = root === null ? new Map<string, string>() : await hashesBelow(root, known);
  const same = files.filter(({ path, sha256 }) => now.get(path) === sha256);
  const changed = files.filter(({ path, sha256 }) => now.get(path) !== sha256).map(({ path }) => path);
  const gone = changed.filter((path) => !now.has(path));
  return { ...opened({ root, files: same.sort(byPath), leftOut }), changed: changed.sort(), gone };
}

export const gatheredEvidence = (set: EvidenceSet): OpenedEvidence => ({ ...opened(set), changed: [], gone: [] });

function opened({
  root,
  files: listed,
  leftOut,
}: Pick<OpenedEvidence, 'leftOut'> & { root: string | null; files: readonly EvidenceSet['files'][number][] }) {
  const files = listed.flatMap(({ path, bytes, sha256 }) => {
    const kind = fileKind(path);
    return kind === undefined ? [] : [{ path, bytes, sha256, kind }];
  });
  const disk = { root: root ?? '', ...(root === null ? {} : { cache: cacheFolder() }) };
  return { ...evidenceOnDisk(disk, files), files, leftOut };
}

const knownHashes = (root: string): Promise<FileCache<string>> =>
  FileCache.open({ folder: cacheFolder(), root, name: 'hashes', schema: z.string() });

/** Current hashes of the files; those that cannot be read are missing. */
async function hashesBelow(root: string, files: readonly { path: string }[]): Promise<ReadonlyMap<string, string>> {
  const cache = await knownHashes(root);
  const found = new Map<string, string>();
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const asked = files.slice(at, at + filesAtOnce).map(({ path }) => {
      const stamp = cache.stampOf(path);
      return { path, stamp, sha256: cache.get(path, stamp) };
    });
    for (const [index, { path, stamp, sha256 }] of (await hashesNow(root, asked)).entries()) {
      if (sha256 === undefined) continue;
      found.set(path, sha256);
      if (stamp !== asked[index]?.stamp) cache.set(path, stamp, sha256);
    }
  }
  await cache.save();
  return found;
}
