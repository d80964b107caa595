import type { OpenDebate } from './openDebate';
import type { OpenDebates } from './openDebates';
import { type Disposable, DisposableStore, Emitter, Settling } from '../kit/emitter';
import { documentsIn } from './documents';
import { countSourceIssues, type SourceIssueCounts } from '../findings/sourceProblems';
import type { OutlineSource } from '../formats/treeNode';

interface SourceIssuesSeen extends SourceIssueCounts {
  entries: number;
}

/** Open and followed until they are collapsed. */
export class HeldDebates implements Disposable {
  readonly #held = new Map<string, HeldDebate>();
  /** Issues of debates that are closed again: only those that are done say it without being opened. */
  readonly #sourceIssuesBefore = new Map<string, SourceIssuesSeen>();
  /** Counts of open debates at the last look: counting takes long in a long debate. */
  readonly #counted = new WeakMap<OpenDebate, SourceIssueCounts>();
  readonly #changed = new Emitter<string>();
  readonly onDidChange = this.#changed.event;

  readonly #looked = new Emitter<string>();
  readonly onDidLook = this.#looked.event;
  readonly #followed = new Map<OpenDebate, Disposable>();
  readonly #owned = new DisposableStore();

  constructor(private readonly debates: OpenDebates) {
    debates.open.forEach((debate) => this.#follow(debate));
    this.#owned.add(debates.onDidOpen((debate) => this.#follow(debate)));
    this.#owned.add(debates.onDidClose((debate) => this.#unfollow(debate)));
  }

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

  /** Where the debate is open, be it by somebody else. */
  sourceIssuesNow(folder: string): SourceIssueCounts | undefined {
    const debate = this.debates.open.find((open) => open.folder === folder);
    if (debate === undefined) return undefined;
    const counts = this.#counted.get(debate) ?? countSourceIssues(debate.log.view);
    this.#counted.set(debate, counts);
    return counts;
  }

  /** Issues when the debate was closed, and how many entries there were. */
  sourceIssuesBefore(folder: string): SourceIssuesSeen | undefined {
    return this.#sourceIssuesBefore.get(folder);
  }

  release(folder: string): void {
    this.#held.get(folder)?.dispose();
    this.#held.delete(folder);
  }

  #follow(debate: OpenDebate): void {
    const settling = new Settling(() => {
      this.#counted.delete(debate);
      this.#looked.fire(debate.folder);
    }, debate.openedInMs);
    const listening = debate.onDidChange(() => settling.begin());
    this.#followed.set(debate, { dispose: () => [listening, settling].forEach((one) => one.dispose()) });
    settling.begin();
  }

  #unfollow(debate: OpenDebate): void {
    const { view, state } = debate.log;
    this.#sourceIssuesBefore.set(debate.folder, { ...countSourceIssues(view), entries: state.headers.length });
    this.#followed.get(debate)?.dispose();
    this.#followed.delete(debate);
    this.#looked.fire(debate.folder);
  }

  dispose(): void {
    this.#owned.dispose();
    for (const followed of this.#followed.values()) followed.dispose();
    for (const folder of this.folders) this.release(folder);
    this.#changed.dispose();
    this.#looked.dispose();
  }
}

class HeldDebate implements Disposable {
  readonly #owned = new DisposableStore();
  readonly opening: Promise<OpenDebate>;
  readonly #settling: Settling;

  constructor(folder: string, debates: OpenDebates, changed: () => void) {
    this.#settling = this.#owned.add(new Settling(changed));
    this.opening = this.#open(folder, debates);
    // Who waits for it is told; when all have gone meanwhile, nobody needs to be.
    this.opening.catch(() => undefined);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #open(folder: string, debates: OpenDebates): Promise<OpenDebate> {
    const ref = await debates.acquire(folder);
    // Let go of at once when the debate was collapsed while it was opened.
    this.#owned.add(ref);
    this.#owned.add(ref.debate.onDidChange(() => this.#settling.begin()));
    return ref.debate;
  }
}
