import type { ChatModel, ChatProfile } from './chatProfile';

export interface NativeReply {
  status: number;
  value: unknown;
}

export interface NativeState {
  profile: ChatProfile;
  models: readonly ChatModel[];
  /** Ids of models that have answered. */
  loaded: ReadonlySet<string>;
}

/** Facts on a model from Ollama, llama.cpp and LM Studio besides the OpenAI protocol; undefined for any other path. */
export function nativeReply(
  path: string,
  body: unknown,
  { profile, models, loaded }: NativeState,
): NativeReply | undefined {
  switch (`${profile.native} ${path}`) {
    case 'ollama POST /api/show':
      return showReply(body, models);
    case 'ollama GET /api/ps':
      return { status: 200, value: { models: models.filter(({ id }) => loaded.has(id)).map(runningModel) } };
    case 'ollama GET /api/tags':
      return {
        status: 200,
        value: { models: models.map(({ id, native }) => ({ name: id, model: id, size: native?.['bytes'] })) },
      };
    case 'llamacpp GET /props':
      return {
        status: 200,
        value: models[0]?.native ?? { default_generation_settings: { n_ctx: 8192 }, total_slots: 1 },
      };
    case 'lmstudio GET /api/v0/models':
      return {
        status: 200,
        value: {
          object: 'list',
          data: models.map((model) => studioModel(model, loaded.has(model.id))),
        },
      };
    default:
      return undefined;
  }
}

/** `runsWith`: context length that the server gives a model when it loads it. */
const runningModel = ({ id, native = {} }: ChatModel): unknown => ({
  name: id,
  model: id,
  context_length: native['runsWith'],
});

/** Reported for a model whose `native` says nothing about it: LM Studio loads a model at its first request. */
const studioModel = ({ id, native = {} }: ChatModel, isLoaded: boolean): unknown => ({
  ...{ id, object: 'model', type: 'llm', state: isLoaded ? 'loaded' : 'not-loaded' },
  ...native,
  ...(isLoaded && native['runsWith'] !== undefined ? { loaded_context_length: native['runsWith'] } : {}),
});

function showReply(body: unknown, models: readonly ChatModel[]): NativeReply {
  const wanted = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
  const model = models.find(({ id }) => id === wanted || id === `${String(wanted)}:latest`);
  if (model === undefined) return { status: 404, value: { error: `model '${String(wanted)}' not found` } };
  return {
    status: 200,
    value: { capabilities: ['completion', 'tools'], model_info: { 'llama.context_length': 8192 }, ...model.native },
  };
}
