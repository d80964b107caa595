import { modelProviderNames } from '../debate/seats';
import type { ModelFacts } from './modelSize';

/**
 * The port to language models. Requests are built from the record alone: no provider-side history, no thinking from
 * other turns. One implementation per provider; the caller retries, watches for stalls and asks again.
 */

export type ModelProviderName = (typeof modelProviderNames)[number];

/** Others than `offline` and `scripted`, which are providers without a model. */
export const isModelProvider = (name: string | undefined): name is ModelProviderName =>
  modelProviderNames.some((one) => one === name);

export const modelProvider = (name: string | undefined): ModelProviderName | undefined =>
  isModelProvider(name) ? name : undefined;

export interface TextPart {
  type: 'text';
  text: string;
  /**
   * Later requests repeat everything up to here: the provider is asked to keep it in its cache, for an hour where more than five minutes pass
   * between them. At most four a request.
   */
  isCachePoint?: true | '1h' | undefined;
  /**
   * Of a reply whose text has more attached (citations): the provider's own block, sent back unchanged, read by nobody
   * else.
   */
  original?: unknown;
}
export interface ToolCallPart {
  type: 'tool_call';
  id: string;
  name: string;
  input: unknown;
  /** As of `TextPart`. */
  original?: unknown;
}
export interface ToolResultPart {
  type: 'tool_result';
  /** The call that it answers. */
  id: string;
  name: string;
  text: string;
  isError?: boolean;
  /** As of `TextPart`. */
  isCachePoint?: TextPart['isCachePoint'];
}
/** A block of the provider's own (a search on its side, thinking between tools …): sent back as it came, read by nobody else. */
interface OpaquePart {
  type: 'opaque';
  value: unknown;
}
export type UserPart = TextPart | ToolResultPart;
export type AssistantPart = TextPart | ToolCallPart | OpaquePart;
export type ModelMessage =
  | { role: 'user'; parts: readonly UserPart[] }
  | { role: 'assistant'; parts: readonly AssistantPart[] };

export interface ToolSpec {
  /** `[a-z0-9_]{1,64}`. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
}

export const efforts = ['low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

export interface ModelRequest {
  /** The provider's id of the model. */
  model: string;
  /** Instructions; the same for all requests of a cache lineage. */
  system: readonly TextPart[];
  messages: readonly ModelMessage[];
  /** Ours, called back by `tool_call`; never forced. */
  tools?: readonly ToolSpec[];
  /** Tools that run on the provider's side; asked for only where the model is described as having them. */
  serverTools?: { search?: { maxUses: number }; fetch?: { maxUses: number; maxTokens: number } };
  /** The shape of the answer, as JSON Schema: every object closed, every property required. Never together with tools. */
  answer?: { name: string; schema: Record<string, unknown> };
  maxOutputTokens: number;
  effort?: Effort;
}

/** Tokens as the provider counted them; `input` leaves out what was written to and read from its cache. */
export interface TokenUsage {
  input: number;
  cache_write: number;
  /** Of `cache_write`, what is kept for an hour, which costs more. */
  cache_write_1h?: number;
  cache_read: number;
  output: number;
  /** Searches on the provider's side, which cost extra. */
  searches?: number;
}

export type StopReason = 'end' | 'max_tokens' | 'tool_use' | 'pause' | 'refusal' | 'context_window';

/** A page whose plain text a tool on the provider's side returned. Encrypted results are none. */
export interface ProviderPage {
  url: string;
  title: string;
  text: string;
}

export interface ModelReply {
  parts: readonly AssistantPart[];
  stop: StopReason;
  /** Undefined if the provider reports no usage. */
  usage: TokenUsage | undefined;
  pages: readonly ProviderPage[];
  /** Of a refusal: why, in the provider's words. */
  refusal?: string | undefined;
  requestId?: string | undefined;
}

/** A user's own server has sent nothing yet; the wait continues. */
export interface Awaiting {
  /** For how long, in milliseconds. */
  ms: number;
  /** The server said that it has to load the model. */
  isLoading: boolean;
}

export interface SendWatch {
  /** Aborts the request itself. */
  signal: AbortSignal;
  /** The next piece of text. */
  onText?(delta: string): void;
  /** A tool on the provider's side is at work: `search` with its query, `fetch` with its address. */
  onServerTool?(tool: { kind: 'search' | 'fetch'; detail: string }): void;
  /** Aborted in mid-answer: what is known of what it had used by then. */
  onAbandoned?(usage: TokenUsage): void;
  /** Something came over the wire, if only a sign of life. */
  onAlive?(): void;
  /** Told twice a minute until the first token comes, where that may take long. */
  onAwaiting?(awaiting: Awaiting): void;
}

export interface ModelDescription extends ModelFacts {
  id: string;
  name: string;
  /** Undefined if unknown. */
  maxInputTokens: number | undefined;
  maxOutputTokens: number | undefined;
  /** Calls our tools; else they are offered in plain text. */
  hasTools: boolean;
  /** Holds its answer to a JSON Schema; else it is asked for in plain text. */
  hasStructuredAnswers: boolean;
  hasServerSearch: boolean;
  hasServerFetch: boolean;
  efforts: readonly Effort[];
  /** Tells what a request used; else usage is estimated and called so. */
  reportsUsage: boolean;
}

export interface ModelProvider {
  readonly name: ModelProviderName;
  /** Where requests go, for people: the origin of its address, or the editor. */
  readonly place: string;
  /**
   * What the model is and can do; really asks the provider, and has the model loaded if that shows more: `onAwaiting`
   * reports it.
   *
   * @throws ModelError `key_missing`, `key_rejected`, `no_model` (with the models that exist), `unreachable` …
   */
  describe(model: string, signal: AbortSignal, onAwaiting?: SendWatch['onAwaiting']): Promise<ModelDescription>;
  /**
   * A model's size and inputs, from the server alone: the model is neither tried nor loaded.
   *
   * @throws ModelError
   */
  about?(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /** The models that exist, where the provider says. @throws ModelError */
  list(signal: AbortSignal): Promise<readonly ModelDescription[]>;
  /**
   * One request, streamed. Tries once.
   *
   * @throws ModelError for every failure; the signal's reason when aborted.
   */
  send(request: ModelRequest, watch: SendWatch): Promise<ModelReply>;
  /**
   * How long a request to a server of the user's own may take by how fast its model was so far, in milliseconds; whoever waits for it gives
   * up no earlier.
   */
  longestMs?(request: ModelRequest): number;
  /** Input tokens of a request: counted by the provider where it does so for free, else estimated. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number>;
}

/** The provider without its own search and reading: those abilities are neither reported nor requested. */
export const withoutServerTools = (provider: ModelProvider): ModelProvider => ({
  name: provider.name,
  place: provider.place,
  describe: async (model, ...given) => without(await provider.describe(model, ...given)),
  list: async (signal) => (await provider.list(signal)).map(without),
  ...(provider.about === undefined ? {} : { about: provider.about.bind(provider) }),
  ...(provider.longestMs === undefined ? {} : { longestMs: provider.longestMs.bind(provider) }),
  send: (request, watch) => provider.send(ownTools(request), watch),
  countTokens: (request, signal) => provider.countTokens(ownTools(request), signal),
});

const without = (description: ModelDescription): ModelDescription => ({
  ...description,
  hasServerSearch: false,
  hasServerFetch: false,
});

function ownTools(request: ModelRequest): ModelRequest {
  const { serverTools, ...rest } = request;
  return serverTools === undefined ? request : rest;
}

/** Who performs for an agent: no model, a person, or a provider's model. */
export type ModelRef =
  | { kind: 'offline' | 'scripted' | 'human' }
  | { kind: 'model'; provider: ModelProviderName; model: string };

const bare = ['offline', 'scripted', 'human'] as const;

/**
 * Reads `anthropic:claude-sonnet-5-5`, `offline`, `human`. A model without a provider is one of `standard`'s; an id may
 * hold colons of its own (`llama3:8b`). Undefined if there is no model to name.
 */
export function parseModelRef(text: string, standard?: ModelProviderName): ModelRef | undefined {
  const trimmed = text.trim();
  const plain = bare.find((name) => name === trimmed);
  if (plain !== undefined) return { kind: plain };
  const provider = modelProviderNames.find((name) => trimmed.startsWith(`${name}:`));
  const model = provider === undefined ? trimmed : trimmed.slice(provider.length + 1).trim();
  const of = provider ?? standard;
  // Ids appear in messages and terminals: none has control characters.
  const isId = model !== '' && !/\p{Cc}/u.test(model);
  return isId && of !== undefined ? { kind: 'model', provider: of, model } : undefined;
}

/** As in the setup: always with its provider. */
export const formatModelRef = (ref: ModelRef): string =>
  ref.kind === 'model' ? `${ref.provider}:${ref.model}` : ref.kind;
