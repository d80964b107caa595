import { cutText } from '../../matching/text/shortText';
import { formatWorkspaceUrl, parseSourceUrl, type LineRange } from '../../matching/text/sourceUrl';
import { refuseFile } from '../admission';
import { fileReading } from '../extract/readings';
import type { DocumentFacts, FileText } from '../fileText';
import { WorkspaceTexts } from '../workspaceFile';

/** The evidence that tools may see: these files and no others. */
export interface EvidencePort {
  files: readonly { path: string; sha256?: string | undefined }[];
  /** Reads a file. Rejects if it can no longer be read, or has come to hold a secret. */
  text(path: string): Promise<string>;
  /** Reads a document's facts; needed only if there are documents with pages. */
  document?(path: string): Promise<DocumentFacts>;
  /** Files that have changed since the debate began. */
  changed?: readonly string[];
  /** Changed files that are gone, or can no longer be read. */
  gone?: readonly string[];
  /** Files that were not read when the debate began, with the reason. */
  leftOut?: readonly { path: string; detail: string }[];
  /** Location on disk, for a thread of its own. */
  disk?: EvidenceOnDisk | undefined;
}

export interface EvidenceOnDisk {
  /** Absolute path without links. */
  root: string;
  /** Folder for the passages cut from the files. */
  cache?: string;
  /** A document that is not on disk. */
  added?: { path: string; text: string };
}

type NamedFile =
  | { ok: true; path: string; lines?: LineRange | undefined; page?: number | undefined }
  | { ok: false; reason: string };

/** Finds evidence by path, or by a `workspace:` address, with or without lines. */
export class EvidencePaths {
  /** Paths in composed form, because some file systems write é as two code points. */
  readonly #listed: ReadonlyMap<string, string>;

  constructor(files: EvidencePort['files']) {
    this.#listed = new Map(files.map(({ path }) => [path.normalize('NFC'), path]));
  }

  find(named: string): NamedFile {
    const exact = this.#listed.get(named.normalize('NFC'));
    if (exact !== undefined) return { ok: true, path: exact };
    const source = parseSourceUrl(/^workspace:/i.test(named) ? named : asAddress(named));
    if (source.kind !== 'workspace') {
      const reason = source.kind === 'web' ? 'it is an address of the web, no evidence file' : source.reason;
      return { ok: false, reason: `“${shortName(named)}” is no evidence file: ${reason}` };
    }
    const path = this.#listed.get(source.path.normalize('NFC'));
    if (path === undefined)
      return { ok: false, reason: `“${shortName(named)}” is not among the evidence files; list_evidence names them` };
    return { ok: true, path, lines: source.lines, page: source.page };
  }
}

/** Address of a file; lines or a page may follow it. Anything else in a path is literal. */
function asAddress(path: string): string {
  const [, file = path, place = ''] = /^(.*?)(#L\d+(?:-L?\d+)?|#page=\d+)$/i.exec(path) ?? [];
  return `${formatWorkspaceUrl({ path: file })}${place}`;
}

const shortName = (name: string): string => cutText(name, 200);

/** Reads files as they are now. A file that has changed since it was admitted may have come to hold a key. */
export function evidenceOnDisk(
  disk: EvidenceOnDisk,
  files: EvidencePort['files'],
): Pick<EvidencePort, 'files' | 'disk' | 'text'> & Required<Pick<EvidencePort, 'document'>> {
  const texts = new WorkspaceTexts(disk.root);
  const { added } = disk;
  const admitted = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const read = async (path: string): Promise<FileText> => {
    if (added?.path === path) return await addedText(added);
    const file = await texts.read(path);
    if (!file.ok) throw new Error(`The evidence file ${path} can no longer be read.`);
    const refusal = admitted.get(path) === file.sha256 ? undefined : refuseFile(file);
    if (refusal !== undefined) throw new Error(`The evidence file ${path} is not read: ${refusal.detail}.`);
    return file;
  };
  // A caller that asks for a document's text asks for its facts next.
  let last: { path: string; file: FileText } | undefined;
  return {
    files,
    disk,
    text: async (path) => {
      const file = await read(path);
      last = { path, file };
      return file.text;
    },
    document: async (path) => {
      const kept = last?.path === path ? last.file : undefined;
      last = undefined;
      return kept ?? (await read(path));
    },
  };
}

async function addedText({ path, text }: { path: string; text: string }): Promise<FileText> {
  const read = await fileReading(path, Buffer.from(text));
  return read.ok ? read : { text };
}
