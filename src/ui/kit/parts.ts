import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { DisposableStore, type Disposable, type Event } from './emitter';
import { showErrorMessage } from './messages';

/** Starts the extension's parts one by one; a part that throws is logged, and the others still start. */
export class Parts {
  readonly #failed: string[] = [];

  constructor(
    private readonly owned: Disposable[],
    private readonly log: vscode.LogOutputChannel,
  ) {}

  start<T extends Disposable>(name: string, make: () => T): T | undefined {
    try {
      const made = make();
      this.owned.push(made);
      return made;
    } catch (error) {
      this.#failed.push(name);
      this.log.error(`The part "${name}" could not be started.`, error instanceof Error ? error : String(error));
      return undefined;
    }
  }

  /** Builds a part that others use through the returned function. */
  build<T extends Disposable>(name: string, make: () => T): () => T {
    const made = this.start(name, make);
    return () => built(made, name);
  }

  /** Loads a part at the first of these events; it then looks up what has happened. */
  startOnFirst(name: string, events: () => readonly Event<unknown>[], load: () => Promise<() => Disposable>): void {
    this.start(name, () => this.#waitFor(name, events(), load));
  }

  #waitFor(name: string, events: readonly Event<unknown>[], load: () => Promise<() => Disposable>): Disposable {
    const owned = new DisposableStore();
    const waiting = owned.add(new DisposableStore());
    const start = async (): Promise<void> => {
      waiting.dispose();
      try {
        const register = await load();
        if (!owned.isDisposed) owned.add(register());
      } catch (error) {
        this.log.error(`The part "${name}" could not be started.`, error instanceof Error ? error : String(error));
      }
    };
    for (const event of events) waiting.add(event(() => void start()));
    return owned;
  }

  showFailed(): void {
    if (this.#failed.length === 0) return;
    const show = l10n.t('Show Output');
    const message = l10n.t(
      'A part of Rostrum ({0}) could not be started; the rest works. The output channel “Rostrum” says why.',
      this.#failed.join(', '),
    );
    void showErrorMessage(message, show).then((chosen) => {
      if (chosen === show) this.log.show();
    });
  }
}

/** Returns the part; if it could not be built, only code that asks for it fails. */
export function built<T>(part: T | undefined, name: string): T {
  if (part !== undefined) return part;
  throw new Error(
    l10n.t('This part of Rostrum ({0}) could not be started. The output channel “Rostrum” says why.', name),
  );
}
