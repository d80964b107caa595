import * as path from 'node:path';
import { refuseContent, refuseText, type FileRefusal } from './admission';
import { boundedRead, byteLimitOf } from './boundedRead';
import { SourceTooComplex, Work } from './extract/work';
import { stampOf } from './fileCache';
import { decodeText, fileKind, type FileKind } from './fileKind';
import { fileText } from './fileText';
import { readWorkspaceBytes } from './workspaceFile';

export interface EvidenceFile {
  /** Path relative to the root, with `/`, as the file system spells it. */
  path: string;
  bytes: number;
  /** SHA-256 of the bytes on disk, in hexadecimal. */
  sha256: string;
  kind: FileKind;
  /** Identifies an unchanged file, see `stampOf`. */
  stamp?: string | undefined;
}

/** A file that may be evidence, or the reason why it may not. */
export type Admitted = EvidenceFile | (FileRefusal & { path: string });

/** Reads and hashes a file below `root`, if it may be evidence. Does not reject on content. */
export async function admit(root: string, file: string): Promise<Admitted> {
  const kind = fileKind(file);
  if (kind === undefined) throw new Error(`${file}: the walk lets only known kinds pass`);
  const stamp = stampOf(path.join(root, file));
  const read = await boundedRead(path.join(root, file), { limit: byteLimitOf(file) });
  if (!read.ok)
    return { path: file, reason: read.reason === 'too_large' ? 'too_large' : 'unreadable', detail: read.detail };
  const refusal =
    kind === 'html' ? (refuseContent(read.body) ?? (await refuseMarkup(read.body))) : await refuseRead(file, read.body);
  return refusal === undefined
    ? { path: file, bytes: read.body.byteLength, sha256: read.sha256, kind, stamp }
    : { path: file, ...refusal };
}

/** A known or current file: `sha256` is absent if it cannot be read. */
export interface HashedFile {
  path: string;
  stamp?: string | undefined;
  sha256?: string | undefined;
}

/** Hashes a file again; an unchanged one is not read. */
export async function hashedNow(root: string, { path: file, ...known }: HashedFile): Promise<HashedFile> {
  const stamp = stampOf(path.join(root, file));
  if (stamp !== undefined && stamp === known.stamp && known.sha256 !== undefined) return { path: file, ...known };
  const now = await readWorkspaceBytes(root, file);
  return { path: file, stamp, ...(now.ok ? { sha256: now.sha256 } : {}) };
}

/** Counts a document's parts; its text is read on demand. */
async function refuseMarkup(body: Uint8Array): Promise<FileRefusal | undefined> {
  try {
    (await import('./extract/markupParser')).parseMarkup(decodeText(body) ?? '', new Work());
    return undefined;
  } catch (error) {
    if (!(error instanceof SourceTooComplex)) throw error;
    return { reason: error.code, detail: error.message };
  }
}

async function refuseRead(file: string, body: Uint8Array): Promise<FileRefusal | undefined> {
  const text = await fileText(file, body);
  return text.ok ? refuseText(text) : { reason: text.reason, detail: text.detail };
}
