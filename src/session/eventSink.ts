import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DebateEvent } from '../engine/events';
import { formatEvent } from '../reports/eventLog';

/** `debate.log` and whoever listens. A line that cannot be written is not worth stopping a debate for. */
export class EventSink {
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
    private readonly listener: ((event: DebateEvent) => void) | undefined,
  ) {}

  emit(event: DebateEvent): void {
    const line = formatEvent(event, this.now());
    if (line !== undefined) this.#write(line);
    try {
      this.listener?.(event);
    } catch (error) {
      // Whoever watches must not stop the debate, nor keep the others from hearing of it.
      this.#write(`A listener failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Resolves when all that was emitted is written, or could not be. */
  flush(): Promise<void> {
    return this.#queue;
  }

  #write(line: string): void {
    const write = (): Promise<void> => appendFile(join(this.folder, 'debate.log'), `${line}\n`);
    this.#queue = this.#queue.then(write).catch(() => undefined);
  }
}
