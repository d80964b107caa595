import { isMainThread } from 'node:worker_threads';
import { fileReading } from './extract/readings';
import { fileText, type FileText } from './fileText';
import { fileKind, type FileKind } from './fileKind';
import { readWorkspaceBytes, withText, type WorkspaceFile } from './workspaceFile';

/** The maximum of kept document texts, in UTF-16 code units in total; the newest always stays. */
const keptCharacters = 5_000_000;

const isTakenOut: ReadonlySet<FileKind | undefined> = new Set(['pdf', 'html']);

/**
 * Reads the current files below a folder. A document's extracted text is kept by hash: extraction takes seconds, and
 * debaters read a document page by page.
 */
export class WorkspaceTexts {
  readonly #root: string;
  readonly #documents = new Map<string, FileText>();

  constructor(root: string) {
    this.#root = root;
  }

  async read(path: string): Promise<WorkspaceFile> {
    const file = await readWorkspaceBytes(this.#root, path);
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
