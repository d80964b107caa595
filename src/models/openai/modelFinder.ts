import * as z from 'zod';
import { unlessAborted } from '../../async/deadline';
import { failed } from '../attempt';
import type { DescribeWatch } from '../provider';
import { modelSize, type ModelFacts, type ModelSize } from '../modelSize';
import { chatFailure, refusedIn } from './chatFailure';
import { AttemptFailed, type ChatWire } from './chatWire';
import { entryFor, modelEntries, type ModelEntry } from './modelList';

/** Small requests that find out what no endpoint states. */
interface Probing {
  /** Tests tools and JSON Schema. */
  probe(model: string, watch: FindingWatch): Promise<void>;
  load(model: string, watch: FindingWatch): Promise<void>;
}

type FindingWatch = DescribeWatch & { signal: AbortSignal };

const listWaitMs = 30_000;
const mostLookedOver = 24;

interface Finding {
  model: string;
  entry: ModelEntry | undefined;
  watch: FindingWatch;
  /** Called when the server has to load the model. */
  onLoading: () => void;
}

/** Finds what the server states about its models, and probes each model once for the rest. */
export class ModelFinder {
  readonly #found = new Map<string, NativeFacts>();
  readonly #finding = new Map<string, Promise<void>>();
  readonly #loading = new Set<string>();

  constructor(
    private readonly wire: ChatWire,
    private readonly probing: Probing,
  ) {}

  factsOf(model: string): NativeFacts | undefined {
    return this.#found.get(model);
  }

  /** Whether the server said that it has to load the model first. */
  isLoading(model: string): boolean {
    return this.#loading.has(model);
  }

  /** Checks each time that the server has the model. @throws ModelError `no_model` … */
  async find(model: string, watch: FindingWatch, onLoading: () => void): Promise<void> {
    const { signal } = watch;
    const entries = await this.entries(signal);
    const entry = entries === undefined ? undefined : entryFor(model, entries);
    // An empty list says nothing, because some servers load any model.
    if (entries !== undefined && entries.length > 0 && entry === undefined)
      throw failed('no_model', this.wire.attempt(model, undefined), { models: entries.map(({ id }) => id) });
    // Seats with the same model ask together; if the first fails, the next one tries itself.
    for (let running = this.#finding.get(model); running !== undefined; running = this.#finding.get(model))
      await settled(running, signal);
    if (this.#found.has(model)) return;
    const finding = this.#facts({ model, entry, watch, onLoading })
      .then((facts) => void this.#found.set(model, facts))
      .finally(() => {
        this.#finding.delete(model);
        this.#loading.delete(model);
      });
    this.#finding.set(model, finding);
    await finding;
  }

  /** Returns facts without loading the model. */
  async about(model: string, signal: AbortSignal): Promise<ModelFacts> {
    const entry = entryFor(model, (await this.entries(signal)) ?? []);
    const isTold = !this.wire.isOwn && entry?.contextLength !== undefined;
    const facts = isTold ? {} : await nativeFacts({ wire: this.wire, model, signal }, entry?.ownedBy);
    const stated = modelFacts(entry, facts);
    const known = this.#found.get(model)?.contextLength;
    return known === undefined ? stated : { ...stated, maxInputTokens: known };
  }

  /** Returns undefined if the server has no list. @throws ModelError */
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

  /** Facts by id, for as many models as a person looks through; remote servers are asked for their list only. */
  async aboutAll(entries: readonly ModelEntry[], signal: AbortSignal): Promise<Map<string, ModelFacts>> {
    const models = entries.slice(0, mostLookedOver).map(({ id }) => id);
    const isTold = !this.wire.isOwn || entries.every(({ contextLength }) => contextLength !== undefined);
    const facts = isTold ? new Map<string, NativeFacts>() : await nativeFactsOf(models, { wire: this.wire, signal });
    return new Map(entries.map((entry) => [entry.id, modelFacts(entry, facts.get(entry.id))]));
  }

  /** Ids that help to choose; empty if unavailable. */
  async ids(signal: AbortSignal): Promise<string[]> {
    try {
      return ((await this.entries(signal)) ?? []).map(({ id }) => id);
    } catch {
      signal.throwIfAborted();
      return [];
    }
  }

  async #facts({ model, entry, watch, onLoading }: Finding): Promise<NativeFacts> {
    const looking = { wire: this.wire, model, signal: watch.signal };
    const stated = await nativeFacts(looking, entry?.ownedBy);
    if (stated.isLoaded === false) {
      this.#loading.add(model);
      onLoading();
    }
    if (stated.hasTools === undefined) await this.probing.probe(model, watch);
    else if (stated.isLimitOnly === true || stated.isLoaded === false) await this.probing.load(model, watch);
    const facts = stated.isLimitOnly === true ? await nativeFacts(looking, entry?.ownedBy) : stated;
    return { ...facts, contextLength: entry?.contextLength ?? facts.contextLength };
  }
}

/** Sets known values only. */
function modelFacts(entry: ModelEntry | undefined, facts: NativeFacts = {}): ModelFacts {
  const window = entry?.contextLength ?? (facts.isLimitOnly === true ? undefined : facts.contextLength);
  const size = modelSize({ ...entry?.size, ...facts.size });
  return {
    ...(window === undefined ? {} : { maxInputTokens: window }),
    ...(window === undefined && facts.contextLength !== undefined ? { mostInputTokens: facts.contextLength } : {}),
    ...(size === undefined ? {} : { size }),
  };
}

/** Resolves when it has ended in any way. Rejects with the signal's reason. */
const settled = (running: Promise<void>, signal: AbortSignal): Promise<void> =>
  unlessAborted(
    running.catch(() => undefined),
    signal,
  );

/** Facts that the protocol does not cover. */
interface NativeFacts {
  contextLength?: number | undefined;
  /** Whether `contextLength` is only the model's maximum; the real window is known once it is loaded. */
  isLimitOnly?: boolean;
  isLoaded?: boolean | undefined;
  hasTools?: boolean | undefined;
  /** Whether the server holds any model's answers to a JSON Schema. */
  hasStructuredAnswers?: boolean | undefined;
  size?: ModelSize | undefined;
}

const length = z.int().positive();
/** Text that is safe to show, because the server may be any program. */
const text = z
  .string()
  .regex(/^[\w.+-]{1,40}$/)
  .optional()
  .catch(undefined);
/** Milliseconds; a slower server counts as having no such endpoint. */
const waitMs = 5_000;

interface ModelQuestion {
  wire: ChatWire;
  model: string;
  signal: AbortSignal;
}

const readers = [ollama, llamaCpp, lmStudio];

/** Asks the endpoints of Ollama, llama.cpp and LM Studio. */
async function nativeFacts(looking: ModelQuestion, ownedBy: ModelEntry['ownedBy']): Promise<NativeFacts> {
  if (looking.wire.isOpenAi || ownedBy === 'vllm') return {};
  const found = await Promise.all(readers.map((read) => read(looking)));
  return found.find((facts) => facts !== undefined) ?? {};
}

/** Facts by id of several models of one server; the first model shows which kind of server it is. */
async function nativeFactsOf(
  models: readonly string[],
  { wire, signal }: Omit<ModelQuestion, 'model'>,
): Promise<Map<string, NativeFacts>> {
  const [first = ''] = models;
  const asked = readers.map(async (read) => ((await read({ wire, signal, model: first })) === undefined ? [] : [read]));
  const [read] = (await Promise.all(asked)).flat();
  const found =
    read === undefined ? [] : models.map(async (model) => [model, await read({ wire, signal, model })] as const);
  return new Map((await Promise.all(found)).flatMap(([model, facts]) => (facts === undefined ? [] : [[model, facts]])));
}

const show = z.object({
  capabilities: z.array(z.string()),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  parameters: z.string().nullish(),
  details: z.object({ parameter_size: text, quantization_level: text }).optional().catch(undefined),
});
const tags = z.object({ models: z.array(z.object({ name: z.string(), size: length.optional().catch(undefined) })) });
const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: length.optional().catch(undefined) })),
});

/**
 * Ollama silently cuts a prompt that does not fit, so the real window comes first: the loaded model's, then its
 * parameters', then the maximum. All versions that list capabilities know JSON Schema.
 */
async function ollama(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const { model } = looking;
  const shown = show.safeParse(await look(looking, '/api/show', { model })).data;
  if (shown === undefined) return undefined;
  const { capabilities, model_info, parameters, details } = shown;
  const ran = running.safeParse(await look(looking, '/api/ps')).data;
  const had = tags.safeParse(await look(looking, '/api/tags')).data;
  const isMeant = ({ name }: { name: string }): boolean => name === model || name === `${model}:latest`;
  const loaded = ran?.models.find(isMeant);
  const set = Number(/^num_ctx\s+(\d+)/m.exec(parameters ?? '')?.[1]);
  const most = Object.entries(model_info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1];
  return {
    contextLength: [loaded?.context_length, set, most]
      .map((value) => length.safeParse(value).data)
      .find((value) => value !== undefined),
    isLimitOnly: loaded?.context_length === undefined && Number.isNaN(set),
    isLoaded: ran && loaded !== undefined,
    hasTools: capabilities.includes('tools'),
    hasStructuredAnswers: true,
    size: modelSize({
      parameters: details?.parameter_size,
      quantization: details?.quantization_level,
      bytes: had?.models.find(isMeant)?.size,
    }),
  };
}

const props = z.object({ default_generation_settings: z.object({ n_ctx: length }) });

async function llamaCpp(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const { data } = props.safeParse(await look(looking, '/props'));
  return data === undefined ? undefined : { contextLength: data.default_generation_settings.n_ctx };
}

const loadable = z.object({
  id: z.string(),
  state: z.string().optional().catch(undefined),
  loaded_context_length: length.optional().catch(undefined),
  max_context_length: length.optional().catch(undefined),
  quantization: text,
});
const studioList = z.object({ data: z.array(z.unknown()) });

async function lmStudio(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const list = studioList.safeParse(await look(looking, '/api/v0/models')).data?.data ?? [];
  const entry = list.map((item) => loadable.safeParse(item).data).find((read) => read?.id === looking.model);
  if (entry === undefined) return undefined;
  const { state, loaded_context_length: loaded, max_context_length: most, quantization } = entry;
  return {
    contextLength: loaded ?? most,
    // LM Studio mostly loads a model with a smaller window than it allows.
    isLimitOnly: loaded === undefined,
    isLoaded: state === undefined ? undefined : state === 'loaded',
    size: modelSize({ quantization }),
  };
}

/** Returns undefined on any failure; the server is then of another kind. */
async function look({ wire, signal }: ModelQuestion, path: string, body?: Record<string, unknown>): Promise<unknown> {
  const root = wire.baseUrl.url.replace(/\/v1$/, '');
  try {
    return await wire.look(root + path, { signal, waitMs, body });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
