import * as z from 'zod';
import { headerOf, isStruck } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import type { OpenDebates } from '../debates/openDebates';
import { DisposableStore } from '../emitter';
import type { CitationTarget } from '../services';
import { factsOf, type CitationFacts } from './citation';
import type { ShownPassage, ShownPassages } from './shownPassages';

/** Holds the debates open that passages are shown of, so that what stands beside a passage is what the record says now. */
export class PassageKeeper {
  readonly #owned = new DisposableStore();
  readonly #held = new Map<string, DisposableStore>();

  constructor(
    private readonly passages: ShownPassages,
    private readonly debates: OpenDebates,
    private readonly failed: (folder: string, error: unknown) => void,
  ) {
    this.#owned.add(passages.onDidChange(() => this.#settle()));
  }

  dispose(): void {
    this.#owned.dispose();
    for (const owned of this.#held.values()) owned.dispose();
    this.#held.clear();
  }

  #settle(): void {
    const wanted = this.passages.folders;
    for (const [folder, owned] of [...this.#held]) {
      if (wanted.has(folder)) continue;
      this.#held.delete(folder);
      owned.dispose();
    }
    for (const folder of wanted) if (!this.#held.has(folder)) void this.#hold(folder);
  }

  async #hold(folder: string): Promise<void> {
    const owned = new DisposableStore();
    this.#held.set(folder, owned);
    try {
      const ref = owned.add(await this.debates.acquire(folder));
      if (owned.isDisposed) return;
      const revise = (): void => this.passages.revise(folder, (passage) => factsNow(ref.debate.log.view, passage));
      owned.add(ref.debate.onDidChange(({ kind }) => (kind === 'entries' || kind === 'proofs') && revise()));
      // It may have been struck while it was opened.
      revise();
    } catch (error) {
      this.failed(folder, error);
    }
  }
}

/** Undefined for what was struck, and for what a log that was replaced does not have. */
export function factsNow(
  view: RecordView,
  { facts: { seq, url } }: Pick<ShownPassage, 'facts'>,
): CitationFacts | undefined {
  return headerOf(view.state, seq) === undefined || isStruck(view.state, seq) ? undefined : factsOf(view, seq, url);
}

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
