import * as z from 'zod';
import { modelSize, type ModelSize } from '../modelSize';
import type { ChatWire } from './chatWire';
import type { ModelEntry } from './modelList';

/** A server's facts about a model beyond the protocol; undefined if it gives none. */
export interface NativeFacts {
  contextLength?: number | undefined;
  /** `contextLength` is what the model could take; what it runs with shows only when it is loaded. */
  isLimitOnly?: boolean;
  /** Undefined if the server does not say. */
  isLoaded?: boolean | undefined;
  hasTools?: boolean | undefined;
  /** Holds answers to a JSON Schema, whatever the model. */
  hasStructuredAnswers?: boolean | undefined;
  size?: ModelSize | undefined;
}

const length = z.int().positive();
/** As it could be shown: a server may be anybody's program. */
const text = z
  .string()
  .regex(/^[\w.+-]{1,40}$/)
  .optional()
  .catch(undefined);
/** Their requests run in parallel; a slow server does not have them. */
const waitMs = 5_000;

interface ModelQuestion {
  wire: ChatWire;
  model: string;
  signal: AbortSignal;
}

const readers = [ollama, llamaCpp, lmStudio];

/** Asks the endpoints that Ollama, llama.cpp and LM Studio have of their own; a server that has none of them says nothing. */
export async function nativeFacts(looking: ModelQuestion, ownedBy: ModelEntry['ownedBy']): Promise<NativeFacts> {
  if (looking.wire.isOpenAi || ownedBy === 'vllm') return {};
  const found = await Promise.all(readers.map((read) => read(looking)));
  return found.find((facts) => facts !== undefined) ?? {};
}

/** The same of several models of one server, by id: it is of the kind that knows the first of them. */
export async function nativeFactsOf(
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
 * Ollama silently cuts what does not fit, so the real window comes first: the loaded model's, then its parameters'; the
 * model's maximum only if neither is given. All versions that list capabilities know JSON Schema.
 */
async function ollama(looking: ModelQuestion): Promise<NativeFacts | undefined> {
  const { model } = looking;
  const shown = show.safeParse(await look(looking, '/api/show', { model }));
  if (!shown.success) return undefined;
  const { capabilities, model_info, parameters, details } = shown.data;
  const ran = running.safeParse(await look(looking, '/api/ps'));
  const had = tags.safeParse(await look(looking, '/api/tags'));
  const isMeant = ({ name }: { name: string }): boolean => name === model || name === `${model}:latest`;
  const loaded = ran.success ? ran.data.models.find(isMeant) : undefined;
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
    size: modelSize({
      parameters: details?.parameter_size,
      quantization: details?.quantization_level,
      bytes: had.success ? had.data.models.find(isMeant)?.size : undefined,
    }),
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
  quantization: text,
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
  const { state, loaded_context_length: loaded, max_context_length: most, quantization } = entry;
  return {
    contextLength: loaded ?? most,
    // Loaded on request, a model gets what LM Studio gives it, mostly less than it could take.
    isLimitOnly: loaded === undefined,
    isLoaded: state === undefined ? undefined : state === 'loaded',
    size: modelSize({ quantization }),
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
