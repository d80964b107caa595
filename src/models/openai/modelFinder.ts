import { failed } from '../attempt';
import type { ModelError } from '../modelError';
import { modelSize, type ModelFacts } from '../modelSize';
import { chatFailure, refusedIn } from './chatFailure';
import { AttemptFailed, type ChatWire } from './chatWire';
import { entryFor, modelEntries, type ModelEntry } from './modelList';
import { nativeFacts, nativeFactsOf, type NativeFacts } from './nativeFacts';
import { unlessAborted } from '../../async/deadline';

/** Small requests that find out what nobody says. */
interface Probing {
  /** Of tools and JSON Schema. */
  probe(model: string, signal: AbortSignal): Promise<void>;
  /** Has the server load the model. */
  load(model: string, signal: AbortSignal): Promise<void>;
}

const listWaitMs = 30_000;
const mostLookedOver = 24;

interface Finding {
  model: string;
  entry: ModelEntry | undefined;
  signal: AbortSignal;
  /** Told that the server has to load the model. */
  onLoading: () => void;
}

/** Finds out what the server says about its models, and probes each model once for the rest. */
export class ModelFinder {
  readonly #found = new Map<string, NativeFacts>();
  readonly #finding = new Map<string, Promise<void>>();
  readonly #loading = new Set<string>();

  constructor(
    private readonly wire: ChatWire,
    private readonly probing: Probing,
  ) {}

  /** What was found out so far. */
  factsOf(model: string): NativeFacts | undefined {
    return this.#found.get(model);
  }

  /** Its server said that it has to load it, and is doing so. */
  isLoading(model: string): boolean {
    return this.#loading.has(model);
  }

  /** Asks each time whether the server is there and has the model. @throws ModelError `no_model` … */
  async find(model: string, signal: AbortSignal, onLoading: () => void): Promise<void> {
    const entries = await this.entries(signal);
    const entry = entries === undefined ? undefined : entryFor(model, entries);
    // An empty list says nothing: some servers load whatever they are asked for.
    if (entries !== undefined && entries.length > 0 && entry === undefined) throw this.#noModel(model, entries);
    // Seats that share a model ask together; if the first fails, the next one tries itself.
    for (let running = this.#finding.get(model); running !== undefined; running = this.#finding.get(model))
      await settled(running, signal);
    if (this.#found.has(model)) return;
    const finding = this.#facts({ model, entry, signal, onLoading })
      .then((facts) => void this.#found.set(model, facts))
      .finally(() => {
        this.#finding.delete(model);
        this.#loading.delete(model);
      });
    this.#finding.set(model, finding);
    await finding;
  }

  /** What its server tells of a model without loading it. */
  async about(model: string, signal: AbortSignal): Promise<ModelFacts> {
    const entry = entryFor(model, (await this.entries(signal)) ?? []);
    const isTold = !this.wire.isOwn && entry?.contextLength !== undefined;
    const facts = isTold ? {} : await nativeFacts({ wire: this.wire, model, signal }, entry?.ownedBy);
    const told = modelFacts(entry, facts);
    const known = this.#found.get(model)?.contextLength;
    return known === undefined ? told : { ...told, maxInputTokens: known };
  }

  /** Undefined if the server has no list. @throws ModelError */
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

  /** The same by id, of so many as a person looks over; servers of others are asked for no more than their list. */
  async aboutAll(entries: readonly ModelEntry[], signal: AbortSignal): Promise<Map<string, ModelFacts>> {
    const models = entries.slice(0, mostLookedOver).map(({ id }) => id);
    const isTold = !this.wire.isOwn || entries.every(({ contextLength }) => contextLength !== undefined);
    const facts = isTold ? new Map<string, NativeFacts>() : await nativeFactsOf(models, { wire: this.wire, signal });
    return new Map(entries.map((entry) => [entry.id, modelFacts(entry, facts.get(entry.id))]));
  }

  /** They only help to choose another model: if they are unavailable, there are none. */
  async ids(signal: AbortSignal): Promise<string[]> {
    try {
      return ((await this.entries(signal)) ?? []).map(({ id }) => id);
    } catch {
      signal.throwIfAborted();
      return [];
    }
  }

  async #facts({ model, entry, signal, onLoading }: Finding): Promise<NativeFacts> {
    const looking = { wire: this.wire, model, signal };
    const told = await nativeFacts(looking, entry?.ownedBy);
    if (told.isLoaded === false) {
      this.#loading.add(model);
      onLoading();
    }
    if (told.hasTools === undefined) await this.probing.probe(model, signal);
    else if (told.isLimitOnly === true || told.isLoaded === false) await this.probing.load(model, signal);
    const facts = told.isLimitOnly === true ? await nativeFacts(looking, entry?.ownedBy) : told;
    return { ...facts, contextLength: entry?.contextLength ?? facts.contextLength };
  }

  #noModel(model: string, entries: readonly ModelEntry[]): ModelError {
    return failed('no_model', this.wire.attempt(model, undefined), { models: entries.map(({ id }) => id) });
  }
}

/** Only known values are set. */
function modelFacts(entry: ModelEntry | undefined, facts: NativeFacts = {}): ModelFacts {
  const window = entry?.contextLength ?? (facts.isLimitOnly === true ? undefined : facts.contextLength);
  const size = modelSize({ ...entry?.size, ...facts.size });
  return {
    ...(window === undefined ? {} : { maxInputTokens: window }),
    ...(window === undefined && facts.contextLength !== undefined ? { mostInputTokens: facts.contextLength } : {}),
    ...(size === undefined ? {} : { size }),
  };
}

/** Waits until it is over, one way or the other. Rejects with the signal's reason. */
const settled = (running: Promise<void>, signal: AbortSignal): Promise<void> =>
  unlessAborted(
    running.catch(() => undefined),
    signal,
  );
