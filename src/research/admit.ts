import * as path from 'node:path';
import { refuseContent, refuseText, type Refusal } from './admission';
import { boundedRead, byteLimitOf } from './boundedRead';
import { TooComplex, Work } from './extract/work';
import { stampOf } from './fileCache';
import { decodeText, fileKind, type FileKind } from './fileKind';
import { fileText } from './fileText';
import { readWorkspaceBytes } from './workspaceFile';

export interface EvidenceFile {
  /** Relative to the root, with `/`, as the file system spells it. */
  path: string;
  bytes: number;
  /** Of the bytes on disk, hexadecimal. */
  sha256: string;
  kind: FileKind;
  /** Identifies an unchanged file, see `stampOf`. */
  stamp?: string | undefined;
}

/** A file that may be evidence, or why it may not. */
export type Admitted = EvidenceFile | (Refusal & { path: string });

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

/** An unchanged file is not read again. */
export async function hashedNow(root: string, { path: file, ...known }: HashedFile): Promise<HashedFile> {
  const stamp = stampOf(path.join(root, file));
  if (stamp !== undefined && stamp === known.stamp && known.sha256 !== undefined) return { path: file, ...known };
  const now = await readWorkspaceBytes(root, file);
  return { path: file, stamp, ...(now.ok ? { sha256: now.sha256 } : {}) };
}

/** Counts a document's parts; its text is read on demand. */
async function refuseMarkup(body: Uint8Array): Promise<Refusal | undefined> {
  try {
    (await import('./extract/markupParser')).parseMarkup(decodeText(body) ?? '', new Work());
    return undefined;
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
    return { reason: error.code, detail: error.message };
  }
}

async function refuseRead(file: string, body: Uint8Array): Promise<Refusal | undefined> {
  const text = await fileText(file, body);
  return text.ok ? refuseText(text) : { reason: text.reason, detail: text.detail };
}
