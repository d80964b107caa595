import { formatWorkspaceUrl, parseSourceUrl, type SourceUrl } from '../matching/text/sourceUrl';
import type { TextLayout } from '../matching/text/sourceText';
import { refuseFile } from './admission';
import { byteLimitOf } from './boundedRead';
import type { PageFacts } from './extract/extractPage';
import type { RefusalOutcome } from './fetch/fetchedPage';
import { contentTypeOf, fileKind, type FileKind } from './fileKind';

import { markdownTitle } from './markdownTitle';
import { readWorkspaceFile, resolveInside, type WorkspaceFile } from './workspaceFile';

export type ReadResult =
  | (PageFacts & {
      outcome: 'read';
      /** The requested address. */
      url: string;
      /** Canonical address, or the one after redirects; without a fragment. */
      finalUrl: string;
      title: string;
      /** Media type without parameters, for example `text/markdown`. */
      contentType: string;
      /** The whole text; the caller cuts out the cited lines. */
      text: string;
      body: Uint8Array;
      /** SHA-256 of `body`, in hexadecimal. */
      sha256: string;
      /** The extractor; absent for the body's plain text. */
      extractor?: { name: string; version: number } | undefined;
      layout?: TextLayout | undefined;
      /** HTTP status. */
      status?: number | undefined;
      /** Encoding of the body. */
      charset?: string | undefined;
      via?: 'proxy' | undefined;
      /** Set if the original is gone and this is an archive's copy. */
      archived?: ArchivedCopy;
    })
  /**
   * `absent`: a file is not in the manifest; a page is gone, and an archive never saw it. `outside`: it leads out of
   * the evidence folder. `unsupported`: this kind is not read. `failed`: undecided, and not the citer's fault. `reason`
   * is for people.
   */
  | UnreadSource;

export type PageRead = Extract<ReadResult, { outcome: 'read' }>;

export interface UnreadSource {
  outcome: 'absent' | 'outside' | 'unsupported' | 'failed';
  reason: string;
  /** How the fetch of a web source ended, or the reading of any source. */
  refusal?: RefusalOutcome;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  /** Content that may be the page; it is, if the quotation is in it. */
  came?: PageRead | undefined;
  /** The archive that never saw it: the second witness besides the page's server. */
  neverSeenBy?: string;
}

interface ArchivedCopy {
  /** The archive's name for people. */
  by: string;
  url: string;
  /** Day of the copy, `YYYY-MM-DD`. */
  date: string;
}

/** Reads sources; rejects only with the signal's reason. */
export interface SourceReader {
  /** `isAgain`: try even if an earlier failure is remembered. */
  read(url: string, signal: AbortSignal, options?: { isAgain?: boolean }): Promise<ReadResult>;
}

/** Reads files of a debate's evidence, and web pages; `web` is undefined if pages may not be fetched. */
export function sourceReader(by: { workspace: SourceReader; web: SourceReader | undefined }): SourceReader {
  const { workspace, web } = by;
  return {
    async read(url, signal, options) {
      signal.throwIfAborted();
      if (parseSourceUrl(url).kind !== 'web') return await workspace.read(url, signal, options);
      if (web !== undefined) return await web.read(url, signal, options);
      return { outcome: 'failed', reason: 'fetching pages of the web is switched off' };
    },
  };
}

/** The part of an `Evidence`, or of a setup entry's `evidence`, that is needed here. */
interface EvidenceManifest {
  root: string;
  files: readonly { path: string }[];
}

/** Paths in composed form, because some file systems write é as two code points. */
type Paths = ReadonlyMap<string, string>;

/**
 * Reads files of the manifest only: all others are `absent`, so that citing `.env`, or a file beside a single-file
 * evidence, opens no file.
 */
export function workspaceSourceReader({ root, files }: EvidenceManifest): SourceReader {
  const listed: Paths = new Map(files.map(({ path }) => [path.normalize('NFC'), path]));
  return {
    async read(url, signal) {
      signal.throwIfAborted();
      const source = parseSourceUrl(url);
      if (source.kind !== 'workspace') return notInWorkspace(source);
      const path = listed.get(source.path.normalize('NFC')) ?? (await otherName(root, source.path, listed));
      if (typeof path !== 'string') return path;
      const file = await readWorkspaceFile(root, path, signal);
      signal.throwIfAborted();
      return file.ok ? readSource(url, path, file) : notRead(path, file);
    },
  };
}

/**
 * Finds a listed file by a link or another case, because an honest citation must not count as invented. Opens no file;
 * returns the listed path, or the answer.
 */
async function otherName(root: string, cited: string, listed: Paths): Promise<string | ReadResult> {
  const found = await resolveInside(root, cited);
  const path = found.ok ? listed.get(found.path.normalize('NFC')) : undefined;
  if (path !== undefined) return path;
  if (!found.ok && found.reason === 'outside') {
    return { outcome: 'outside', reason: `${cited} is a link that leads out of the evidence folder` };
  }
  return { outcome: 'absent', reason: `${cited} is not among the evidence files` };
}

function readSource(url: string, path: string, file: Extract<WorkspaceFile, { ok: true }>): ReadResult {
  const kind = fileKind(path);
  if (kind === undefined) return { outcome: 'unsupported', reason: `${path} is of another kind` };
  // A key may have been written into the file since it was admitted.
  const refusal = refuseFile(file);
  if (refusal) return { outcome: 'unsupported', reason: `${path} is not read: ${refusal.detail}` };
  const { title, text, body, sha256, authors, site, published, extractor, layout } = file;
  return {
    outcome: 'read',
    url,
    finalUrl: formatWorkspaceUrl({ path }),
    title: title ?? titleOf(path, kind, text),
    contentType: contentTypeOf(kind),
    body,
    sha256,
    text,
    authors,
    site,
    published,
    extractor,
    layout,
  };
}

/** Title for a file that does not state one. */
export function titleOf(path: string, kind: FileKind, text: string): string {
  return (kind === 'markdown' ? markdownTitle(text) : undefined) ?? path.slice(path.lastIndexOf('/') + 1);
}

function notInWorkspace(source: Exclude<SourceUrl, { kind: 'workspace' }>): ReadResult {
  if (source.kind === 'web') return { outcome: 'unsupported', reason: 'it is no file of the evidence' };
  return { outcome: source.outside ? 'outside' : 'unsupported', reason: source.reason };
}

function notRead(path: string, failure: Extract<WorkspaceFile, { ok: false }>): ReadResult {
  const failed = (what: string): UnreadSource => ({ outcome: 'failed', reason: what });
  const unsupported = (what: string): UnreadSource => ({ outcome: 'unsupported', reason: what });
  switch (failure.reason) {
    case 'outside':
      return failed(`${path} is now a link that leads out of the evidence folder`);
    case 'missing':
    case 'not_a_file':
      return failed(`${path} was among the evidence files and is no longer there`);
    case 'too_large':
      return unsupported(`${path} has grown over ${byteLimitOf(path) / (1024 * 1024)} MB and is not read`);
    case 'pdf':
      return unsupported(`${path} is not read: ${failure.detail}`);
    case 'too_complex':
      return { ...unsupported(`${path} is too complex: ${failure.detail}`), refusal: failure.reason };
    case 'deadline':
    case 'failed':
      return { ...failed(`reading ${path} was given up: ${failure.detail}`), refusal: failure.reason };
    case 'binary':
      return unsupported(`${path} is no longer UTF-8 text`);
    case 'unreadable':
      return failed(`${path} cannot be read; check its permissions`);
  }
}
