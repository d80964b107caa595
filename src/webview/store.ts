import { reduce } from './reduce';
import type { Act, State } from './state';
import { firstState } from './state';

type Listener = (state: State, before: State, act: Act) => void;

/** Holds the state; tells the listeners of each change. */
export class Store {
  #state = firstState;
  readonly #listeners = new Set<Listener>();

  get state(): State {
    return this.#state;
  }

  dispatch(act: Act): void {
    const before = this.#state;
    this.#state = reduce(before, act);
    if (this.#state === before) return;
    for (const listener of this.#listeners) listener(this.#state, before, act);
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
