import { resolve } from 'node:path';
import { Emitter, type Disposable } from '../kit/emitter';
import type { OpenDebate } from './openDebate';

/** A debate held open on behalf of one view. */
export interface DebateRef extends Disposable {
  readonly debate: OpenDebate;
}

/** Each debate is read once; it is closed when the last view releases it. */
export class OpenDebates {
  readonly #held = new Map<string, { opening: Promise<OpenDebate>; holders: number }>();
  readonly #open = new Set<OpenDebate>();
  readonly #opening = new Emitter<string>();
  readonly #opened = new Emitter<OpenDebate>();
  readonly #closed = new Emitter<OpenDebate>();
  /** The folder, before it is read. */
  readonly onWillOpen = this.#opening.event;
  /** Events for parts that need what others have opened. They hold nothing open. */
  readonly onDidOpen = this.#opened.event;
  readonly onDidClose = this.#closed.event;

  /** @throws RecordError when its log cannot be read. */
  async acquire(folder: string): Promise<DebateRef> {
    const key = resolve(folder);
    const held = this.#held.get(key) ?? { opening: this.#read(key), holders: 0 };
    this.#held.set(key, held);
    held.holders += 1;
    try {
      const debate = await held.opening;
      let isHeld = true;
      const dispose = (): void => {
        if (!isHeld) return;
        isHeld = false;
        this.#release(key);
      };
      return { debate, dispose };
    } catch (error) {
      this.#release(key);
      throw error;
    }
  }

  /** The debate is held open for as long. */
  async with<T>(folder: string, work: (debate: OpenDebate) => T | Promise<T>): Promise<T> {
    const held = await this.acquire(folder);
    try {
      return await work(held.debate);
    } finally {
      held.dispose();
    }
  }

  /** The same with a debate that is read up to now. */
  withCurrent<T>(folder: string, work: (debate: OpenDebate) => T | Promise<T>): Promise<T> {
    return this.with(folder, async (debate) => {
      await debate.look();
      if (!debate.isGone) await debate.log.refresh();
      return await work(debate);
    });
  }

  get open(): readonly OpenDebate[] {
    return [...this.#open];
  }

  async #read(key: string): Promise<OpenDebate> {
    this.#opening.fire(key);
    const { OpenDebate: Debate } = await import('./openDebate');
    const debate = await Debate.open(key);
    this.#open.add(debate);
    this.#opened.fire(debate);
    return debate;
  }

  #release(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(key);
    held.opening.then(
      (debate) => {
        this.#open.delete(debate);
        this.#closed.fire(debate);
        return debate.close();
      },
      () => undefined, // It was never opened; who asked was told.
    );
  }
}
