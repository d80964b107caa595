import * as z from 'zod';
import type { ChatWire } from './chatWire';
import type { ModelEntry } from './modelEntry';

/** What a server says of a model beside the protocol; undefined for what it does not say. */
export interface NativeFacts {
  contextLength?: number | undefined;
  /** `contextLength` is what the model could take; what it runs with shows only when it is loaded. */
  isLimitOnly?: boolean;
  hasTools?: boolean | undefined;
  /** Holds answers to a JSON Schema, whatever the model. */
  hasStructuredAnswers?: boolean | undefined;
}

const length = z.int().positive();
/** They are asked beside the way; a server that does not answer at once is not one that has them. */
const waitMs = 5_000;

interface Looking {
  wire: ChatWire;
  model: string;
  signal: AbortSignal;
}

/** Asks the endpoints that Ollama, llama.cpp and LM Studio have of their own; a server that has none of them says nothing. */
export async function nativeFacts(looking: Looking, ownedBy: ModelEntry['ownedBy']): Promise<NativeFacts> {
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
async function ollama(looking: Looking): Promise<NativeFacts | undefined> {
  const { model } = looking;
  const shown = show.safeParse(await look(looking, '/api/show', { model }));
  if (!shown.success) return undefined;
  const { capabilities, model_info, parameters } = shown.data;
  const ran = running.safeParse(await look(looking, '/api/ps'));
  const loaded = ran.success
    ? ran.data.models.find(({ name }) => name === model || name === `${model}:latest`)?.context_length
    : undefined;
  const set = Number(/^num_ctx\s+(\d+)/m.exec(parameters ?? '')?.[1]);
  const most = Object.entries(model_info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1];
  return {
    contextLength: [loaded, set, most].find((value) => length.safeParse(value).success) as number | undefined,
    isLimitOnly: loaded === undefined && Number.isNaN(set),
    hasTools: capabilities.includes('tools'),
    hasStructuredAnswers: true,
  };
}

const props = z.object({ default_generation_settings: z.object({ n_ctx: length }) });

async function llamaCpp(looking: Looking): Promise<NativeFacts | undefined> {
  const result = props.safeParse(await look(looking, '/props'));
  return result.success ? { contextLength: result.data.default_generation_settings.n_ctx } : undefined;
}

const loadable = z.object({
  id: z.string(),
  loaded_context_length: length.optional().catch(undefined),
  max_context_length: length.optional().catch(undefined),
});
const studioList = z.object({ data: z.array(z.unknown()) });

async function lmStudio(looking: Looking): Promise<NativeFacts | undefined> {
  const result = studioList.safeParse(await look(looking, '/api/v0/models'));
  if (!result.success) return undefined;
  const entries = result.data.data
    .map((item) => loadable.safeParse(item))
    .flatMap((read) => (read.success ? [read.data] : []));
  const entry = entries.find(({ id }) => id === looking.model);
  return entry === undefined ? undefined : { contextLength: entry.loaded_context_length ?? entry.max_context_length };
}

/** Undefined for whatever goes wrong: it only means that this server is another one. */
async function look({ wire, signal }: Looking, path: string, body?: Record<string, unknown>): Promise<unknown> {
  const root = wire.baseUrl.url.replace(/\/v1$/, '');
  try {
    return await wire.look(root + path, { signal, waitMs, ...(body === undefined ? {} : { body }) });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
