import { modelProviderNames } from '../debate/flow/seats';
import type { ModelFacts } from './modelSize';

/**
 * The port to language models. Requests are built from the record alone, without a provider's history or thinking of
 * other turns. The caller retries, watches for stalls and asks again.
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
   * Later requests repeat everything up to here: the provider is asked to cache it, with `1h` for an hour, else five
   * minutes. At most four a request.
   */
  isCachePoint?: true | '1h' | undefined;
  /** Of a text with attachments (citations): the provider's own block, sent back unchanged. */
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
/** A provider's own block (its search, thinking between tools …), sent back unchanged. */
interface OpaquePart {
  type: 'opaque';
  value: unknown;
}
export type UserPart = TextPart | ToolResultPart;
export type AssistantPart = TextPart | ToolCallPart | OpaquePart;
/** What is said of parts, without calls and results. */
export const textIn = (parts: readonly AssistantPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

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
  model: string;
  /** The same for all requests of a cache lineage. */
  system: readonly TextPart[];
  messages: readonly ModelMessage[];
  /** Ours, called back by `tool_call`; never forced. */
  tools?: readonly ToolSpec[];
  /** Tools on the provider's side, only for models that are described as having them. */
  serverTools?: { search?: { maxUses: number }; fetch?: { maxUses: number; maxTokens: number } };
  /** JSON Schema: every object closed, every property required. Never together with tools. */
  answer?: { name: string; schema: Record<string, unknown> };
  maxOutputTokens: number;
  effort?: Effort;
}

/** As counted by the provider; `input` without what was written to and read from its cache. */
export interface TokenUsage {
  input: number;
  cache_write: number;
  /** Of `cache_write`, kept for an hour. */
  cache_write_1h?: number;
  cache_read: number;
  output: number;
  /** On the provider's side, at extra cost. */
  searches?: number;
}

/** Of requests that belong together. */
export function addUsage(one: TokenUsage | undefined, other: TokenUsage | undefined): TokenUsage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const hour = (one.cache_write_1h ?? 0) + (other.cache_write_1h ?? 0);
  const searches = (one.searches ?? 0) + (other.searches ?? 0);
  return {
    input: one.input + other.input,
    cache_write: one.cache_write + other.cache_write,
    ...(hour === 0 ? {} : { cache_write_1h: hour }),
    cache_read: one.cache_read + other.cache_read,
    output: one.output + other.output,
    ...(searches === 0 ? {} : { searches }),
  };
}

export type StopReason = 'end' | 'max_tokens' | 'tool_use' | 'pause' | 'refusal' | 'context_window';

/** Plain text from a tool on the provider's side; never encrypted results. */
export interface ProviderPage {
  url: string;
  title: string;
  text: string;
}

export interface ModelReply {
  parts: readonly AssistantPart[];
  stop: StopReason;
  usage: TokenUsage | undefined;
  pages: readonly ProviderPage[];
  /** The provider's reason. */
  refusal?: string | undefined;
  requestId?: string | undefined;
}

/** A user's own server has sent nothing yet. */
export interface Awaiting {
  /** For how long, in milliseconds. */
  ms: number;
  /** It has said that it has to load the model. */
  isLoading: boolean;
}

export interface SendWatch {
  signal: AbortSignal;
  /** The next piece of text. */
  onText?(delta: string): void;
  /** Characters that are written and not shown: of thinking, of a call's input. */
  onUnseen?(characters: number): void;
  /** A tool on the provider's side: `search` with its query, `fetch` with its address. */
  onServerTool?(tool: { kind: 'search' | 'fetch'; detail: string }): void;
  /** Aborted in mid-answer: what was used by then, as far as known. */
  onAbandoned?(usage: TokenUsage): void;
  /** Something came, if only a sign of life. */
  onAlive?(): void;
  /** Twice a minute until the first token, where that may take long. */
  onAwaiting?(awaiting: Awaiting): void;
  /** Something was learned about the server by a request that it refused. */
  onLearned?(learned: Learned): void;
}

/** What a server does not take, or takes less of than usual, in one model. */
export interface Learned {
  model: string;
  /** For people. */
  text: string;
  /** For `ModelProvider.recall`, as JSON; undefined where there is nothing to be kept. */
  facts: unknown;
}

export interface ModelDescription extends ModelFacts {
  id: string;
  name: string;
  maxInputTokens: number | undefined;
  maxOutputTokens: number | undefined;
  /** Else tools are offered in plain text. */
  hasTools: boolean;
  /** Answers by JSON Schema; else in plain text. */
  hasStructuredAnswers: boolean;
  hasServerSearch: boolean;
  hasServerFetch: boolean;
  efforts: readonly Effort[];
  /** Else usage is estimated and called so. */
  reportsUsage: boolean;
}

export type DescribeWatch = Pick<SendWatch, 'onLearned'> & {
  /** Of the small requests by which it was found out. */
  onUsage?(usage: TokenUsage): void;
};

export interface ModelProvider {
  readonly name: ModelProviderName;
  /** For people: the origin of its address, or the editor. */
  readonly place: string;
  /**
   * Asks the provider, and has the model loaded or tries it if that shows more (`onAwaiting`). @throws ModelError `key_missing`,
   * `key_rejected`, `no_model` (with those that exist), `unreachable` …
   */
  describe(
    model: string,
    signal: AbortSignal,
    onAwaiting?: SendWatch['onAwaiting'],
    watch?: DescribeWatch,
  ): Promise<ModelDescription>;
  /** Size and inputs, without trying or loading the model. @throws ModelError */
  about?(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /** The models that exist. @throws ModelError */
  list(signal: AbortSignal): Promise<readonly ModelDescription[]>;
  /** One request, streamed and never retried. @throws ModelError; the signal's reason when aborted. */
  send(request: ModelRequest, watch: SendWatch): Promise<ModelReply>;
  /** Milliseconds that a request to a user's own server may take by its pace so far. */
  longestMs?(request: ModelRequest): number;
  /** The description with what requests have taught since. */
  asLearned?(description: ModelDescription): ModelDescription;
  /** What an earlier run has learned (`Learned.facts`), so that it is not tried again. */
  recall?(model: string, facts: unknown): void;
  /** Counted where the provider does so for free, else estimated. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number>;
}

/** The provider without its own search and reading. */
export const withoutServerTools = (provider: ModelProvider): ModelProvider => ({
  name: provider.name,
  place: provider.place,
  describe: async (model, ...given) => without(await provider.describe(model, ...given)),
  list: async (signal) => (await provider.list(signal)).map(without),
  ...(provider.about === undefined ? {} : { about: provider.about.bind(provider) }),
  ...(provider.longestMs === undefined ? {} : { longestMs: provider.longestMs.bind(provider) }),
  ...(provider.asLearned === undefined ? {} : { asLearned: provider.asLearned.bind(provider) }),
  ...(provider.recall === undefined ? {} : { recall: provider.recall.bind(provider) }),
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

/** No model, a person, or a provider's model. */
export type ModelRef =
  | { kind: 'offline' | 'scripted' | 'human' }
  | { kind: 'model'; provider: ModelProviderName; model: string };

const bare = ['offline', 'scripted', 'human'] as const;

/**
 * Reads `anthropic:claude-sonnet-5-5`, `offline`, `human`. Without a provider it is `standard`'s; an id may hold colons
 * (`llama3:8b`). Undefined if no model is named.
 */
export function parseModelRef(text: string, standard?: ModelProviderName): ModelRef | undefined {
  const trimmed = text.trim();
  const plain = bare.find((name) => name === trimmed);
  if (plain !== undefined) return { kind: plain };
  const provider = modelProviderNames.find((name) => trimmed.startsWith(`${name}:`));
  const model = provider === undefined ? trimmed : trimmed.slice(provider.length + 1).trim();
  const of = provider ?? standard;
  // Ids appear in messages and terminals.
  const isId = model !== '' && !/\p{Cc}/u.test(model);
  return isId && of !== undefined ? { kind: 'model', provider: of, model } : undefined;
}

/** Always with its provider, as in the setup. */
export const formatModelRef = (ref: ModelRef): string =>
  ref.kind === 'model' ? `${ref.provider}:${ref.model}` : ref.kind;
