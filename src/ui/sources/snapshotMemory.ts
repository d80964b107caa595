import * as z from 'zod';
import type { CitationTarget } from '../services';

/** The part of the editor's `Memento` that is needed. */
interface MementoStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'rostrum.shownSnapshots';
const most = 50;
const keptSchema = z.array(
  z.object({ document: z.string(), folder: z.string(), seq: z.int().min(0), url: z.string() }),
);

/** Which citations were shown in which snapshot, kept over a reload of the window: addresses only, no text of the debate. */
export class SnapshotMemory {
  readonly #taken = new Set<string>();

  constructor(private readonly memory: MementoStore) {}

  async remember(document: string, { folder, seq, url }: CitationTarget): Promise<void> {
    this.#taken.add(document);
    const others = this.#kept().filter(
      (kept) => kept.document !== document || kept.folder !== folder || kept.seq !== seq || kept.url !== url,
    );
    await this.memory.update(key, [...others, { document, folder, seq, url }].slice(-most));
  }

  async forget(document: string): Promise<void> {
    this.#taken.add(document);
    await this.memory.update(
      key,
      this.#kept().filter((kept) => kept.document !== document),
    );
  }

  /** What was shown in the document before the reload; nothing when asked again, or once it was cleared. */
  take(document: string): CitationTarget[] {
    if (this.#taken.has(document)) return [];
    this.#taken.add(document);
    return this.#kept()
      .filter((kept) => kept.document === document)
      .map(({ folder, seq, url }) => ({ folder, seq, url }));
  }

  #kept(): z.infer<typeof keptSchema> {
    return keptSchema.safeParse(this.memory.get(key)).data ?? [];
  }
}
