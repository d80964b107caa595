import type { ToHost } from '../../shared/protocol';
import { DisposableStore } from '../emitter';
import type { LineupDraft } from '../services';
import { failureCommands, unshowable } from './failure';
import { Outbox, type Change, type PagePort } from './outbox';
import type { PageEditor } from './pageEditor';
import type { PageSession } from './pageSession';

export interface ReviewPorts {
  port: PagePort;
  editor: PageEditor;
  /** The debate was made: its folder. */
  onStarted(folder: string): void;
  onCancelled(): void;
}

/** One page that shows the lineup of a debate that has not begun. */
export class ReviewSession implements PageSession {
  readonly #owned = new DisposableStore();
  readonly #outbox: Outbox;
  #isDue = true;
  #isStarting = false;

  constructor(
    readonly draft: LineupDraft,
    private readonly ports: ReviewPorts,
  ) {
    const next = (): Change | undefined => {
      if (!this.#isDue) return undefined;
      this.#isDue = false;
      return { kind: 'review', review: draft.review };
    };
    this.#outbox = new Outbox(ports.port, next, (error) => {
      ports.editor.fail(error);
      return unshowable(error);
    });
    this.#owned.add(draft.onDidChange(() => this.#tell()));
  }

  receive(message: ToHost): void {
    const { draft } = this;
    switch (message.kind) {
      case 'ready':
        this.#isDue = true;
        this.#outbox.wake();
        break;
      case 'lineup':
        draft.change(message.debaters);
        break;
      case 'revise':
        void this.#guarded(() => draft.revise(message.wish));
        break;
      case 'start':
        void this.#guarded(() => this.#start(message));
        break;
      case 'button':
        if (message.command === failureCommands.retry) this.#tell();
        break;
      case 'cancel':
        draft.cancel();
        this.ports.onCancelled();
        break;
      default:
        this.ports.editor.warn(`A page that shows a lineup said "${message.kind}", which means nothing there.`);
    }
  }

  sleep(): void {
    this.#outbox.sleep();
  }

  dispose(): void {
    this.sleep();
    this.#owned.dispose();
  }

  /** Pressed twice, it is started once. */
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

  /** The draft tells the user itself what stands in its way; this is for what nobody foresaw. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.ports.editor.fail(error);
    }
    this.#tell();
  }

  #tell(): void {
    this.#isDue = true;
    this.#outbox.flush();
  }
}
