import { realpathSync, statSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { boundedRead, byteLimitOf, readFailure, type ReadFailure } from './boundedRead';
import { fileReading, type FileReading } from './extract/readings';
import { fileKind, type FileKind } from './fileKind';
import { type FileText, fileText } from './fileText';

type InsideFailure = 'outside' | ReadFailure;

type Inside =
  /** Real path without links; `path` is relative to the real root, with `/`. */
  { ok: true; absolute: string; path: string } | { ok: false; reason: InsideFailure };

interface WorkspaceBytes {
  ok: true;
  absolute: string;
  path: string;
  body: Uint8Array;
  /** Length of `body`. */
  bytes: number;
  /** Hash of `body` in hexadecimal, as in the manifest. */
  sha256: string;
}

export type WorkspaceFile =
  /** Text, decoded as UTF-8 without a byte order mark, or extracted from a document. */
  | (WorkspaceBytes & FileText)
  | { ok: false; reason: InsideFailure | 'binary' }
  /** A document without extractable text; `detail` is for people. */
  | { ok: false; reason: 'pdf' | 'too_complex' | 'deadline' | 'failed'; detail: string };

/**
 * Finds a regular file of at most 5 MB (PDF: 20 MB) below `root`. It refuses a path outside the real root, whether by
 * `..`, an absolute path or a link. It does not check for secrets or the manifest: a caller with an agent's path checks
 * the manifest first. Never rejects.
 */
export async function resolveInside(root: string, relativePath: string): Promise<Inside> {
  if (relativePath.includes('\0')) return { ok: false, reason: 'missing' };
  // Checked before the disk is touched, so that outside files cannot be probed.
  if (path.isAbsolute(relativePath) || !isInside(root, path.resolve(root, relativePath))) {
    return { ok: false, reason: 'outside' };
  }
  try {
    const realRoot = await real(root);
    const absolute = await real(path.resolve(realRoot, relativePath));
    if (!isInside(realRoot, absolute)) return { ok: false, reason: 'outside' };
    const stats = isMainThread ? await stat(absolute) : statSync(absolute);
    if (!stats.isFile()) return { ok: false, reason: 'not_a_file' };
    if (stats.size > byteLimitOf(absolute)) return { ok: false, reason: 'too_large' };
    return { ok: true, absolute, path: relativeTo(realRoot, absolute) };
  } catch (error) {
    return { ok: false, reason: readFailure(error).reason };
  }
}

/** A thread may block on the disk, which costs less. */
const real = (file: string): string | Promise<string> => (isMainThread ? realpath(file) : realpathSync.native(file));

/**
 * Reads a file under the rules of `resolveInside`; `binary` has NUL bytes or is not UTF-8. Rejects only with the
 * signal's reason.
 */
export async function readWorkspaceFile(root: string, file: string, signal?: AbortSignal): Promise<WorkspaceFile> {
  const read = await readWorkspaceBytes(root, file, signal);
  return read.ok ? withText(read, await fileReading(read.path, read.body, signal)) : read;
}

/** Reads the bytes alone, under the same rules. */
export async function readWorkspaceBytes(
  root: string,
  file: string,
  signal?: AbortSignal,
): Promise<WorkspaceBytes | { ok: false; reason: InsideFailure }> {
  const inside = await resolveInside(root, file);
  if (!inside.ok) return inside;
  const read = await boundedRead(inside.absolute, { limit: byteLimitOf(inside.path), signal });
  if (!read.ok) return { ok: false, reason: read.reason };
  return { ...inside, body: read.body, bytes: read.body.byteLength, sha256: read.sha256 };
}

function withText(file: WorkspaceBytes, read: FileReading): WorkspaceFile {
  if (read.ok) return { ...file, ...read };
  return read.reason === 'binary'
    ? { ok: false, reason: 'binary' }
    : { ok: false, reason: read.reason, detail: read.detail };
}

/** Whether the path is in the folder, or the folder itself, by the names alone. */
export function isInside(folder: string, absolute: string): boolean {
  const relative = path.relative(folder, absolute);
  return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}

/** Relative path with `/`; '' if both are the same. */
export function relativeTo(folder: string, absolute: string): string {
  return path.relative(folder, absolute).split(path.sep).join('/');
}

/** UTF-16 code units kept in total; the newest text always stays. */
const keptCharacters = 5_000_000;

const isTakenOut: ReadonlySet<FileKind | undefined> = new Set(['pdf', 'html']);

/** Keeps a document's text by hash, because extraction takes seconds, and debaters read page by page. */
export class WorkspaceTexts {
  readonly #documents = new Map<string, FileText>();

  constructor(private readonly root: string) {}

  async read(path: string): Promise<WorkspaceFile> {
    const file = await readWorkspaceBytes(this.root, path);
    if (!file.ok) return file;
    // A caller already in a thread reads plain text directly.
    if (!isMainThread && !isTakenOut.has(fileKind(file.path)))
      return withText(file, await fileText(file.path, file.body));
    const known = this.#documents.get(file.sha256);
    const read = known === undefined ? await fileReading(file.path, file.body) : { ok: true as const, ...known };
    if (read.ok && isTakenOut.has(fileKind(file.path))) this.#keep(file.sha256, read);
    return withText(file, read);
  }

  #keep(sha256: string, read: FileText): void {
    this.#documents.delete(sha256);
    this.#documents.set(sha256, read);
    let length = 0;
    for (const [key, document] of [...this.#documents].reverse()) {
      length += document.text.length;
      if (length > keptCharacters && key !== sha256) this.#documents.delete(key);
    }
  }
}
