import { headerOf, isStruck } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import type { OpenDebates } from '../debates/openDebates';
import { DisposableStore } from '../emitter';
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
