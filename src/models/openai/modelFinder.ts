import { failed } from '../attempt';
import type { ModelError } from '../modelError';
import { chatFailure, refusedIn } from './chatFailure';
import { AttemptFailed, type ChatWire } from './chatWire';
import * as z from 'zod';
import { unlessAborted } from '../../async/deadline';

/** Small requests that find out what nobody says. */
interface Probing {
  /** Of tools and JSON Schema. */
  probe(model: string, signal: AbortSignal): Promise<void>;
  /** Has the server load the model. */
  load(model: string, signal: AbortSignal): Promise<void>;
}

const listWaitMs = 30_000;

interface Finding {
  model: string;
  entry: ModelEntry | undefined;
  signal: AbortSignal;
  /** Told that the server has to load the model. */
  onLoading: () => void;
}

/** Finds out what the server says of its models, and what it does not say by probing; probes each model once. */
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
    // Seats that share a model ask side by side; should the first of them fail, the next one tries itself.
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

  /** The context length of a model as its server tells it without loading it; undefined where it tells only what the model could take. */
  async window(model: string, signal: AbortSignal): Promise<number | undefined> {
    const known = this.#found.get(model)?.contextLength;
    if (known !== undefined) return known;
    const entry = entryFor(model, (await this.entries(signal)) ?? []);
    if (entry?.contextLength !== undefined) return entry.contextLength;
    const { contextLength, isLimitOnly } = await nativeFacts({ wire: this.wire, model, signal }, entry?.ownedBy);
    return isLimitOnly === true ? undefined : contextLength;
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

/** Waits until it is over, one way or the other. Rejects with the signal's reason. */
const settled = (running: Promise<void>, signal: AbortSignal): Promise<void> =>
  unlessAborted(
    running.catch(() => undefined),
    signal,
  );

const tokens = z.int().positive().optional().catch(undefined);

/** An entry of `/models`. Where the context length stands: vLLM, OpenRouter and Together, Groq, LM Studio. */
const entry = z
  .object({
    id: z.string(),
    owned_by: z.string().optional().catch(undefined),
    max_model_len: tokens,
    context_length: tokens,
    context_window: tokens,
    max_context_length: tokens,
  })
  .transform(({ id, owned_by, ...lengths }) => ({
    id,
    ownedBy: owned_by,
    contextLength:
      lengths.max_model_len ?? lengths.context_length ?? lengths.context_window ?? lengths.max_context_length,
  }));
type ModelEntry = z.infer<typeof entry>;

/** Some servers send the bare list. */
const list = z.union([
  z.object({ data: z.array(z.unknown()).nullable() }).transform(({ data }) => data ?? []),
  z.array(z.unknown()),
]);

/** Undefined where it is no list of models. */
export function modelEntries(value: unknown): ModelEntry[] | undefined {
  const result = list.safeParse(value);
  if (!result.success) return undefined;
  return result.data.flatMap((item) => {
    const read = entry.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/** The entry that a model's id means: itself; Ollama's without its tag; the model of which it is a variant (`…:online`). */
export const entryFor = (model: string, entries: readonly ModelEntry[]): ModelEntry | undefined =>
  entries.find(({ id }) => id === model) ??
  entries.find(({ id }) => id === `${model}:latest` || model.startsWith(`${id}:`));

/** What a server says of a model beside the protocol; undefined for what it does not say. */
interface NativeFacts {
  contextLength?: number | undefined;
  /** `contextLength` is what the model could take; what it runs with shows only when it is loaded. */
  isLimitOnly?: boolean;
  /** Undefined where the server does not say. */
  isLoaded?: boolean | undefined;
  hasTools?: boolean | undefined;
  /** Holds answers to a JSON Schema, whatever the model. */
  hasStructuredAnswers?: boolean | undefined;
}

const length = z.int().positive();
/** They are asked beside the way; a server that does not answer at once is not one that has them. */
const waitMs = 5_000;

interface ModelQuestion {
  wire: ChatWire;
  model: string;
  signal: AbortSignal;
}

/** Asks the endpoints that Ollama, llama.cpp and LM Studio have of their own; a server that has none of them says nothing. */
async function nativeFacts(looking: ModelQuestion, ownedBy: ModelEntry['ownedBy']): Promise<NativeFacts> {
  if (looking.wire.isOpenAi || ownedBy === 'vllm') return {};
  const found = await Promise.all([ollama(looking), llamaCpp(looking), lmStudio(looking)]);
  return found.find((facts) => facts !== undefined) ?? {};
}

const show = z.object({
  capabilities: z.array(z.string()),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  parameters: z.string().nullish(),
});
const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: length.optional().catch(undefined) })),
});

/**
 * Ollama cuts what does not fit without a word, so what it really runs with comes first: of the loaded model, then of its
 * parameters; what the model could take only where neither is told. All versions that tell capabilities know JSON Schema.
 */
async function ollama(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const { model } = looking;
  const shown = show.safeParse(await look(looking, '/api/show', { model }));
  if (!shown.success) return undefined;
  const { capabilities, model_info, parameters } = shown.data;
  const ran = running.safeParse(await look(looking, '/api/ps'));
  const loaded = ran.success
    ? ran.data.models.find(({ name }) => name === model || name === `${model}:latest`)
    : undefined;
  const set = Number(/^num_ctx\s+(\d+)/m.exec(parameters ?? '')?.[1]);
  const most = Object.entries(model_info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1];
  return {
    contextLength: [loaded?.context_length, set, most]
      .map((value) => length.safeParse(value).data)
      .find((value) => value !== undefined),
    isLimitOnly: loaded?.context_length === undefined && Number.isNaN(set),
    isLoaded: ran.success ? loaded !== undefined : undefined,
    hasTools: capabilities.includes('tools'),
    hasStructuredAnswers: true,
  };
}

const props = z.object({ default_generation_settings: z.object({ n_ctx: length }) });

async function llamaCpp(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const result = props.safeParse(await look(looking, '/props'));
  return result.success ? { contextLength: result.data.default_generation_settings.n_ctx } : undefined;
}

const loadable = z.object({
  id: z.string(),
  state: z.string().optional().catch(undefined),
  loaded_context_length: length.optional().catch(undefined),
  max_context_length: length.optional().catch(undefined),
});
const studioList = z.object({ data: z.array(z.unknown()) });

async function lmStudio(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const result = studioList.safeParse(await look(looking, '/api/v0/models'));
  if (!result.success) return undefined;
  const entries = result.data.data
    .map((item) => loadable.safeParse(item))
    .flatMap((read) => (read.success ? [read.data] : []));
  const entry = entries.find(({ id }) => id === looking.model);
  if (entry === undefined) return undefined;
  const { state, loaded_context_length: loaded, max_context_length: most } = entry;
  return {
    contextLength: loaded ?? most,
    // Loaded on request, a model gets what LM Studio gives it, mostly less than it could take.
    isLimitOnly: loaded === undefined,
    isLoaded: state === undefined ? undefined : state === 'loaded',
  };
}

/** Undefined for whatever goes wrong: it only means that this server is another one. */
async function look({ wire, signal }: ModelQuestion, path: string, body?: Record<string, unknown>): Promise<unknown> {
  const root = wire.baseUrl.url.replace(/\/v1$/, '');
  try {
    return await wire.look(root + path, { signal, waitMs, ...(body === undefined ? {} : { body }) });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
