import { formatWorkspaceUrl, parseSourceUrl, type LineRange } from '../../debate/sourceUrl';
import type { DocumentFacts } from '../fileText';
import { cutText } from '../../debate/shortText';

/** So much of the evidence as tools may see: these files and no others. */
export interface EvidencePort {
  files: readonly { path: string }[];
  /** Of a file of the list. Rejects when it can no longer be read. */
  text(path: string): Promise<string>;
  /** What a document of pages says of itself; needed only where there are such. */
  document?(path: string): Promise<DocumentFacts>;
  /** Files that were there when the debate began and have changed since. */
  changed?: readonly string[];
  /** Files that were not read when the debate began, and why. */
  leftOut?: readonly { path: string; detail: string }[];
  /** Where it stands on disk: for a thread of its own. */
  disk?: EvidenceOnDisk | undefined;
}

export interface EvidenceOnDisk {
  /** Absolute, without links. */
  root: string;
  /** The folder where is kept what was cut from them. */
  cache?: string;
  /** What is not on disk yet. */
  added?: { path: string; text: string };
}

type NamedFile =
  { ok: true; path: string; lines?: LineRange | undefined; page?: number | undefined } | { ok: false; reason: string };

/** Finds the files that a model names: by path, or as a `workspace:` address, with lines or without. */
export class EvidencePaths {
  /** By the composed form: some file systems spell é in two code points, models in one. */
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

/** A bare path with a place after it is taken as one; what else stands in a path is taken as it is. */
function asAddress(path: string): string {
  const [, file = path, place = ''] = /^(.*?)(#L\d+(?:-L?\d+)?|#page=\d+)$/i.exec(path) ?? [];
  return `${formatWorkspaceUrl({ path: file })}${place}`;
}

const shortName = (name: string): string => cutText(name, 200);
