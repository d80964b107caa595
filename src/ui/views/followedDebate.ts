import type { OpenDebate } from '../debates/openDebate';
import type { OpenDebates } from '../debates/openDebates';
import { DisposableStore, Emitter, type Disposable } from '../emitter';

/** At most one debate at a time, held open as long as it is wanted. */
export class FollowedDebate implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  #folder: string | undefined;
  #debate: OpenDebate | undefined;
  #owned = new DisposableStore();

  constructor(private readonly debates: OpenDebates) {}

  /** Undefined until it was read, and where it cannot be. */
  get debate(): OpenDebate | undefined {
    return this.#debate;
  }

  follow(folder: string | undefined): void {
    if (folder === this.#folder) return;
    this.#folder = folder;
    this.#debate = undefined;
    this.#owned.dispose();
    this.#owned = new DisposableStore();
    if (folder !== undefined) void this.#open(folder, this.#owned);
  }

  dispose(): void {
    this.follow(undefined);
    this.#changed.dispose();
  }

  async #open(folder: string, owned: DisposableStore): Promise<void> {
    try {
      const ref = await this.debates.acquire(folder);
      owned.add(ref);
      if (owned.isDisposed) return;
      owned.add(ref.debate.onDidChange(() => this.#changed.fire(undefined)));
      this.#debate = ref.debate;
      this.#changed.fire(undefined);
    } catch {
      // Who opens the debate is told why it cannot be read; the text here does without what stands in it.
    }
  }
}
