import type { ToHost } from '../../shared/protocol';

/** What one page shows: a debate, the lineup of one that has not begun, or why there is nothing. */
export interface PageSession {
  receive(message: ToHost): void;
  /** The page was hidden, and with that taken down. It says `ready` when it is back. */
  sleep(): void;
  dispose(): void;
}
