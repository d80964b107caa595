import { failed } from '../attempt';
import type { ModelError } from '../modelError';
import { chatFailure } from './chatFailure';
import { AttemptFailed, type ChatWire } from './chatWire';
import { entryFor, modelEntries, type ModelEntry } from './modelEntry';
import { nativeFacts, type NativeFacts } from './nativeFacts';
import { refusedIn } from './refused';

/** Small requests that find out what nobody says. */
export interface Probing {
  /** Of tools and JSON Schema. */
  probe(model: string, signal: AbortSignal): Promise<void>;
  /** Has the server load the model. */
  load(model: string, signal: AbortSignal): Promise<void>;
}

const listWaitMs = 30_000;

/** Finds out what the server says of its models, and what it does not say by probing; probes each model once. */
export class ModelFinder {
  readonly #found = new Map<string, NativeFacts>();
  readonly #finding = new Map<string, Promise<void>>();

  constructor(
    private readonly wire: ChatWire,
    private readonly probing: Probing,
  ) {}

  /** What was found out so far. */
  factsOf(model: string): NativeFacts | undefined {
    return this.#found.get(model);
  }

  /** Asks each time whether the server is there and has the model. @throws ModelError `no_model` … */
  async find(model: string, signal: AbortSignal): Promise<void> {
    const entries = await this.entries(signal);
    const entry = entries === undefined ? undefined : entryFor(model, entries);
    // An empty list says nothing: some servers load whatever they are asked for.
    if (entries !== undefined && entries.length > 0 && entry === undefined) throw this.#noModel(model, entries);
    // Seats that share a model ask side by side; should the first of them fail, the next one tries itself.
    for (let running = this.#finding.get(model); running !== undefined; running = this.#finding.get(model))
      await settled(running, signal);
    if (this.#found.has(model)) return;
    const finding = this.#facts(model, entry, signal)
      .then((facts) => void this.#found.set(model, facts))
      .finally(() => this.#finding.delete(model));
    this.#finding.set(model, finding);
    await finding;
  }

  /** Undefined where the server has no list. @throws ModelError */
  async entries(signal: AbortSignal): Promise<ModelEntry[] | undefined> {
    const { baseUrl } = this.wire;
    try {
      return modelEntries(await this.wire.look(`${baseUrl.url}/models`, { signal, waitMs: listWaitMs }));
    } catch (error) {
      if (!(error instanceof AttemptFailed)) throw error;
      const status = refusedIn(error.error)?.status ?? 0;
      if ([400, 404, 405, 501].includes(status)) return undefined;
      throw chatFailure(error.error, this.wire.attempt('', error.key));
    }
  }

  /** They only help to choose another model: where they cannot be had, there are none. */
  async ids(signal: AbortSignal): Promise<string[]> {
    try {
      return ((await this.entries(signal)) ?? []).map(({ id }) => id);
    } catch {
      signal.throwIfAborted();
      return [];
    }
  }

  async #facts(model: string, entry: ModelEntry | undefined, signal: AbortSignal): Promise<NativeFacts> {
    const looking = { wire: this.wire, model, signal };
    const told = await nativeFacts(looking, entry?.ownedBy);
    if (told.hasTools === undefined) await this.probing.probe(model, signal);
    else if (told.isLimitOnly === true) await this.probing.load(model, signal);
    const facts = told.isLimitOnly === true ? await nativeFacts(looking, entry?.ownedBy) : told;
    return { ...facts, contextLength: entry?.contextLength ?? facts.contextLength };
  }

  #noModel(model: string, entries: readonly ModelEntry[]): ModelError {
    return failed('no_model', this.wire.attempt(model, undefined), { models: entries.map(({ id }) => id) });
  }
}

/** Waits until it is over, one way or the other. Rejects with the signal's reason. */
function settled(running: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    running.then(end, end);
  });
}
