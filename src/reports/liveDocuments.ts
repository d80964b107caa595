import { headerOf } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import type { LiveDocument } from './document';
import { reportsOf } from './formatReports';
import { writeWhereChanged } from './writeDocuments';
import { errorText } from '../debate/log/objects';

interface LiveOptions {
  folder: string;
  view: () => RecordView;
  /** Reports a failure once per document, until it can be written again. */
  onFailure: (message: string) => void;
}

/**
 * Share of new entries at which a document of the whole debate is due again, so that all its writings together cost as
 * much as a few.
 */
const newShare = 1 / 16;

/**
 * Documents that are written while a debate runs: after each entry those that it changes. A failed write is reported,
 * and tried again at the next change.
 */
export class LiveDocuments {
  readonly #due = new Map<string, LiveDocument>();
  /** Documents of the whole debate that wait for more new entries. */
  readonly #waiting = new Map<string, LiveDocument>();
  readonly #writtenAt = new Map<string, number>();
  readonly #failed = new Set<string>();
  #allDue = false;
  #running: Promise<void> | undefined;

  constructor(private readonly options: LiveOptions) {}

  /** Notes a new entry of the record. Returns at once and never throws. */
  note(seq: number): void {
    try {
      const view = this.options.view();
      const header = headerOf(view.state, seq);
      if (header === undefined) return;
      // The redacted words may be anywhere, in files of earlier rounds too.
      if (header.type === 'redaction') this.#allDue = true;
      for (const document of reportsOf(view.state).changedBy?.(header, view) ?? []) this.#add(document, view);
    } catch (error) {
      this.#logFailure(`The documents that seq ${seq} changes`, error);
    }
    this.#start();
  }

  /** Marks all documents as due when a debate continues, because the last run may not have written its last changes. */
  catchUp(): void {
    this.#allDue = true;
    this.#start();
  }

  /** Resolves when all due documents, those of the whole debate included, are written or have failed. */
  async flush(): Promise<void> {
    for (const [name, document] of this.#waiting) this.#due.set(name, document);
    this.#waiting.clear();
    this.#start();
    await this.#running;
  }

  #start(): void {
    if (this.#allDue || this.#due.size > 0) this.#running ??= this.#run();
  }

  #add(document: LiveDocument, { state }: RecordView): void {
    const length = state.headers.length;
    const written = this.#writtenAt.get(document.name) ?? 0;
    if (document.isGrowing === true && length - written < written * newShare) {
      this.#waiting.set(document.name, document);
      return;
    }
    if (document.isGrowing === true) this.#writtenAt.set(document.name, length);
    this.#waiting.delete(document.name);
    this.#due.set(document.name, document);
  }

  async #run(): Promise<void> {
    // A batch is appended first, so that its documents are written once.
    await Promise.resolve();
    for (let next = this.#take(); next !== undefined; next = this.#take()) await this.#write(next);
    this.#running = undefined;
  }

  #take(): LiveDocument | undefined {
    if (this.#allDue) this.#addAll();
    const [first] = this.#due;
    if (first === undefined) return undefined;
    this.#due.delete(first[0]);
    return first[1];
  }

  #addAll(): void {
    this.#allDue = false;
    try {
      const view = this.options.view();
      for (const document of reportsOf(view.state).documents(view)) {
        if (document.isLive === true) this.#due.set(document.name, document);
      }
    } catch (error) {
      this.#logFailure('The documents', error);
    }
  }

  async #write({ name, build }: LiveDocument): Promise<void> {
    try {
      const text = build(this.options.view());
      if (text !== undefined) await writeWhereChanged(this.options.folder, name, text);
      this.#failed.delete(name);
    } catch (error) {
      this.#logFailure(name, error);
    }
  }

  #logFailure(what: string, error: unknown): void {
    if (this.#failed.has(what)) return;
    this.#failed.add(what);
    const why = errorText(error);
    this.options.onFailure(
      `${what} could not be written: ${why} The debate goes on, and all documents are written again at its end.`,
    );
  }
}
