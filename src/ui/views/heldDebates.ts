import type { OpenDebate } from '../debates/openDebate';
import type { OpenDebates } from '../debates/openDebates';
import { DisposableStore, Emitter, type Disposable } from '../emitter';
import { documentsIn } from '../panel/documents';
import type { OutlineSource } from './treeModel';

/** Changes of a debate that come within this time are shown together. */
const settleMs = 250;

/** The debates that are expanded in the tree: open and followed until they are collapsed. */
export class HeldDebates implements Disposable {
  readonly #held = new Map<string, HeldDebate>();
  /** Of debates that are closed again: only those that are done say it without being opened. */
  readonly #troubleBefore = new Map<string, number>();
  readonly #changed = new Emitter<string>();
  /** What is known of a debate has changed: the folder. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly debates: OpenDebates) {}

  get folders(): string[] {
    return [...this.#held.keys()];
  }

  /** The debate, opened at the first call. @throws RecordError when its log cannot be read; the next call tries again. */
  async source(folder: string): Promise<OutlineSource> {
    let held = this.#held.get(folder);
    if (held === undefined) {
      held = new HeldDebate(folder, this.debates, () => this.#changed.fire(folder));
      this.#held.set(folder, held);
    }
    try {
      const { log } = await held.opening;
      const { list: documents } = await documentsIn(folder);
      return { folder, view: log.view, problems: log.problems, documents };
    } catch (error) {
      if (this.#held.get(folder) === held) this.release(folder);
      throw error;
    }
  }

  /** Sources found unreliable or fabricated, where the debate is open or was. */
  troubleIn(folder: string): number | undefined {
    const state = this.#held.get(folder)?.debate?.log.state;
    if (state === undefined) return this.#troubleBefore.get(folder);
    const found = [...state.findings.values()].flatMap((findings) => [...findings.values()]);
    return found.filter(({ status }) => status === 'unreliable' || status === 'fabricated').length;
  }

  release(folder: string): void {
    const trouble = this.troubleIn(folder);
    if (trouble !== undefined) this.#troubleBefore.set(folder, trouble);
    this.#held.get(folder)?.dispose();
    this.#held.delete(folder);
  }

  dispose(): void {
    for (const folder of this.folders) this.release(folder);
    this.#changed.dispose();
  }
}

class HeldDebate implements Disposable {
  readonly #owned = new DisposableStore();
  readonly opening: Promise<OpenDebate>;
  debate: OpenDebate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    folder: string,
    debates: OpenDebates,
    private readonly changed: () => void,
  ) {
    this.opening = this.#open(folder, debates);
    // Who waits for it is told; when all have gone meanwhile, nobody needs to be.
    this.opening.catch(() => undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  async #open(folder: string, debates: OpenDebates): Promise<OpenDebate> {
    const ref = await debates.acquire(folder);
    // Let go of at once when the debate was collapsed while it was opened.
    this.#owned.add(ref);
    this.#owned.add(ref.debate.onDidChange(() => this.#settle()));
    this.debate = ref.debate;
    return ref.debate;
  }

  #settle(): void {
    if (this.#owned.isDisposed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.changed();
    }, settleMs);
  }
}
