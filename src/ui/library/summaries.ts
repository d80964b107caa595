import { Emitter } from '../kit/emitter';
import type { DebateSummary, SummaryReader } from '../../session/library/summary';

/** Reads summaries with a reader that is loaded with the first of them. */
export class Summaries {
  readonly #forgotten = new Emitter<string>();
  /** A debate was deleted, or removed from the list: nothing that was kept of it stays. */
  readonly onDidForget = this.#forgotten.event;
  #reader: Promise<SummaryReader> | undefined;

  constructor(private readonly cacheFolder: string) {}

  async summaryOf(folder: string): Promise<DebateSummary> {
    return await (await this.#loaded()).summaryOf(folder);
  }

  async summariesOf(folders: readonly string[], signal?: AbortSignal): Promise<DebateSummary[]> {
    return folders.length === 0 ? [] : await (await this.#loaded()).summariesOf(folders, signal);
  }

  /** Loads the reader, for who will want summaries soon; what fails is told to them. */
  prepare(): void {
    this.#loaded().catch(() => undefined);
  }

  forget(folder: string): void {
    void this.#reader?.then((reader) => reader.forget(folder));
    this.#forgotten.fire(folder);
  }

  #loaded(): Promise<SummaryReader> {
    this.#reader ??= import('../../session/library/summary').then(
      ({ SummaryReader: Reader }) => new Reader({ cacheFolder: this.cacheFolder }),
    );
    return this.#reader;
  }
}
