import type { ToHost } from '../../shared/protocol';
import { DisposableStore } from '../kit/emitter';
import type { LineupDraft } from '../start/lineupDraft';
import { failureCommands, unshowable } from './failure';
import { PageSession, type Change, type PageEditor, type PagePort } from './pageSession';

interface ReviewPorts {
  port: PagePort;
  editor: PageEditor;
  onStarted(folder: string): void;
  onCancelled(): void;
}

export class ReviewSession extends PageSession {
  readonly #owned = new DisposableStore();
  #isDue = true;
  #isStarting = false;

  constructor(
    readonly draft: LineupDraft,
    private readonly ports: ReviewPorts,
  ) {
    super(ports.port);
    this.#owned.add(draft.onDidChange(() => this.#update()));
  }

  override receive(message: ToHost): void {
    const { draft } = this;
    switch (message.kind) {
      case 'ready':
        this.#isDue = true;
        this.wake();
        break;
      case 'lineup':
        draft.change(message.debaters);
        break;
      case 'setup':
        void this.#guarded(() => draft.set(message.field, message.value));
        break;
      case 'revise':
        void this.#guarded(() => draft.revise(message.wish));
        break;
      case 'start':
        void this.#guarded(() => this.#start(message));
        break;
      case 'button':
        if (message.command === failureCommands.retry) this.#update();
        break;
      case 'cancel':
        draft.cancel();
        this.ports.onCancelled();
        break;
      default:
        this.ports.editor.warn(`A page that shows a lineup said "${message.kind}", which means nothing there.`);
    }
  }

  override dispose(): void {
    super.dispose();
    this.#owned.dispose();
  }

  protected override next(): Change | undefined {
    if (!this.#isDue) return undefined;
    this.#isDue = false;
    return { kind: 'review', review: this.draft.review };
  }

  protected override failed(error: unknown): Change {
    this.ports.editor.fail(error);
    return unshowable(error);
  }

  async #start({ debaters }: Extract<ToHost, { kind: 'start' }>): Promise<void> {
    if (this.#isStarting) return;
    this.#isStarting = true;
    try {
      const folder = await this.draft.start(debaters);
      if (folder !== undefined) this.ports.onStarted(folder);
    } finally {
      this.#isStarting = false;
    }
  }

  /** The draft tells the user itself what stands in its way; this is for the rest. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.ports.editor.fail(error);
    }
    this.#update();
  }

  #update(): void {
    this.#isDue = true;
    this.flush();
  }
}
