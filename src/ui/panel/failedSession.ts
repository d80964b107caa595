import type { ToHost } from '../../shared/protocol';
import { failureCommands, type Failure } from './failure';
import { Outbox, type PagePort } from './outbox';
import type { PageEditor } from './pageEditor';
import type { PageSession } from './pageSession';

/** One page that can only say why it shows nothing. */
export class FailedSession implements PageSession {
  readonly #outbox: Outbox;
  #isDue = true;

  constructor(
    failure: Failure,
    port: PagePort,
    private readonly editor: PageEditor,
  ) {
    const next = (): Failure | undefined => {
      if (!this.#isDue) return undefined;
      this.#isDue = false;
      return failure;
    };
    this.#outbox = new Outbox(port, next, () => failure);
  }

  receive(message: ToHost): void {
    if (message.kind === 'ready') {
      this.#isDue = true;
      this.#outbox.wake();
    } else if (message.kind === 'button') {
      this.editor.run(commandOf(message.command));
    }
  }

  sleep(): void {
    this.#outbox.sleep();
  }

  dispose(): void {
    this.sleep();
  }
}

function commandOf(button: string): string {
  if (button === failureCommands.start) return 'rostrum.startDebate';
  return button === failureCommands.list ? 'rostrum.debates.focus' : 'rostrum.openDebateFolder';
}
