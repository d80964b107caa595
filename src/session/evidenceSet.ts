import { dirname, relative, resolve, sep } from 'node:path';
import { readEvidence, type Evidence } from '../research/evidence';
import type { LeftOut } from '../research/admission';
import { fileKind, type FileKind } from '../research/fileKind';
import { readWorkspaceFile } from '../research/workspaceFile';

/** The evidence of a new debate: one root, the manifest for the setup entry, what was left out and why. */
export interface EvidenceSet {
  root: string | null;
  files: { path: string; bytes: number; sha256: string }[];
  /** Paths of the manifest that are the subject itself. */
  subject: string[];
  leftOut: readonly LeftOut[];
}

/**
 * Reads the evidence folder and the subject files and puts them under one root, their nearest common folder. Only files
 * of the manifest are ever opened later, so that a wider root opens nothing more.
 *
 * @throws EvidenceError
 */
export async function gatherEvidence(options: {
  evidence: string | undefined;
  subject: readonly string[];
  /** Never read: where debates are written. */
  output: string;
  signal?: AbortSignal;
}): Promise<EvidenceSet> {
  const common = { exclude: [resolve(options.output)], ...(options.signal === undefined ? {} : { signal: options.signal }) };
  const folder = options.evidence === undefined ? undefined : await readEvidence({ root: options.evidence, ...common });
  const subjects: Evidence[] = [];
  for (const root of options.subject) subjects.push(await readEvidence({ root, ...common }));
  const parts = [...(folder === undefined ? [] : [folder]), ...subjects];
  if (parts.length === 0) return { root: null, files: [], subject: [], leftOut: [] };
  const root = commonFolder(parts.map((part) => part.root));
  const files = new Map(parts.flatMap((part) => part.files.map((file) => [pathUnder(root, part, file.path), file])));
  return {
    root,
    files: [...files]
      .map(([path, { bytes, sha256 }]) => ({ path, bytes, sha256 }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    subject: subjects.flatMap((part) => part.files.map((file) => pathUnder(root, part, file.path))),
    leftOut: parts.flatMap((part) => part.leftOut),
  };
}

function pathUnder(root: string, part: Evidence, path: string): string {
  const prefix = relative(root, part.root).split(sep).join('/');
  return prefix === '' ? path : `${prefix}/${path}`;
}

function commonFolder(folders: readonly string[]): string {
  let [common = ''] = folders;
  while (!folders.every((folder) => folder === common || folder.startsWith(common.endsWith(sep) ? common : common + sep))) {
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
}

export async function openEvidence({
  root,
  files,
}: {
  root: string | null;
  files: readonly { path: string; bytes: number; sha256: string }[];
}): Promise<OpenedEvidence> {
  const same: OpenedEvidence['files'] = [];
  const changed: string[] = [];
  for (const file of files) {
    const kind = fileKind(file.path);
    const now = root === null || kind === undefined || kind === 'pdf' ? undefined : await readWorkspaceFile(root, file.path);
    if (now?.ok === true && now.sha256 === file.sha256 && kind !== undefined && kind !== 'pdf') same.push({ path: file.path, bytes: file.bytes, sha256: file.sha256, kind });
    else changed.push(file.path);
  }
  return {
    files: same,
    changed,
    async text(path) {
      const file = root === null ? undefined : await readWorkspaceFile(root, path);
      if (file?.ok !== true) throw new Error(`The evidence file ${path} can no longer be read.`);
      return file.text;
    },
  };
}
