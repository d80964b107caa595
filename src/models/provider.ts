import { modelProviderNames } from '../debate/flow/seats';
import type { ModelFacts } from './modelSize';

/**
 * The port to language models. Requests are built from the record alone, without a provider's history or thinking of
 * other turns. The caller retries, watches for stalls and asks again.
 */

export type ModelProviderName = (typeof modelProviderNames)[number];

/** Whether the provider has models; `offline` and `scripted` have none. */
export const isModelProvider = (name: string | undefined): name is ModelProviderName =>
  modelProviderNames.some((one) => one === name);

export const modelProvider = (name: string | undefined): ModelProviderName | undefined =>
  isModelProvider(name) ? name : undefined;

export interface TextPart {
  type: 'text';
  text: string;
  /**
   * Asks the provider to cache the prompt up to here, because later requests repeat it: for an hour with `1h`, else for
   * five minutes. A request may hold four.
   */
  isCachePoint?: true | '1h' | undefined;
  /** The provider's own block for a text with attachments (citations), sent back unchanged. */
  original?: unknown;
}
export interface ToolCallPart {
  type: 'tool_call';
  id: string;
  name: string;
  input: unknown;
  /** See `TextPart.original`. */
  original?: unknown;
}
export interface ToolResultPart {
  type: 'tool_result';
  /** Id of the call that it answers. */
  id: string;
  name: string;
  text: string;
  isError?: boolean;
  /** See `TextPart.isCachePoint`. */
  isCachePoint?: TextPart['isCachePoint'];
}
/** A provider's own block (its search, thinking between tools …), sent back unchanged. */
interface OpaquePart {
  type: 'opaque';
  value: unknown;
}
export type UserPart = TextPart | ToolResultPart;
export type AssistantPart = TextPart | ToolCallPart | OpaquePart;
/** Joins the parts' text, without calls and results. */
export const textIn = (parts: readonly AssistantPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

export type ModelMessage =
  | { role: 'user'; parts: readonly UserPart[] }
  | { role: 'assistant'; parts: readonly AssistantPart[] };

export interface ToolSpec {
  /** Matches `[a-z0-9_]{1,64}`. */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
}

export const efforts = ['low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

export interface ModelRequest {
  model: string;
  /** System part, equal in all requests of a cache lineage. */
  system: readonly TextPart[];
  messages: readonly ModelMessage[];
  /** Our tools, which the model calls by `tool_call`; a call is never forced. */
  tools?: readonly ToolSpec[];
  /** The provider's own tools, only for models that are described as having them. */
  serverTools?: { search?: { maxUses: number }; fetch?: { maxUses: number; maxTokens: number } };
  /** JSON Schema of the answer: every object closed, every property required. Never used together with tools. */
  answer?: { name: string; schema: Record<string, unknown> };
  maxOutputTokens: number;
  effort?: Effort;
}

/** Tokens as counted by the provider; `input` excludes cache writes and reads. */
export interface TokenUsage {
  input: number;
  cache_write: number;
  /** Part of `cache_write` that is kept for an hour. */
  cache_write_1h?: number;
  cache_read: number;
  output: number;
  /** Searches by the provider, at extra cost. */
  searches?: number;
}

/** Adds usage of requests that belong together. */
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

/** Plain text that a tool of the provider returned; never encrypted results. */
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
  /** The provider's reason for refusing. */
  refusal?: string | undefined;
  requestId?: string | undefined;
}

/** Reports that a user's own server has sent nothing so far. */
export interface Awaiting {
  /** Milliseconds waited. */
  ms: number;
  /** Whether the server said that it has to load the model. */
  isLoading: boolean;
}

export interface SendWatch {
  signal: AbortSignal;
  /** Receives the next piece of text. */
  onText?(delta: string): void;
  /** Receives the number of characters that are written and not shown: thinking, or a call's input. */
  onUnseen?(characters: number): void;
  /** Reports a use of the provider's tools: `search` with its query, `fetch` with its address. */
  onServerTool?(tool: { kind: 'search' | 'fetch'; detail: string }): void;
  /** Receives the usage of an aborted answer, as far as known. */
  onAbandoned?(usage: TokenUsage): void;
  /** Called when any data comes, even if only a sign of life. */
  onAlive?(): void;
  /** Called twice a minute until the first token, if that may take long. */
  onAwaiting?(awaiting: Awaiting): void;
  /** Called when a refused request showed a fact about the server. */
  onLearned?(learned: Learned): void;
}

/** A limit or a missing feature that a server showed for one model. */
export interface Learned {
  model: string;
  /** Words for people. */
  text: string;
  /** JSON for `ModelProvider.recall`; undefined if there is nothing to keep. */
  facts: unknown;
}

export interface ModelDescription extends ModelFacts {
  id: string;
  name: string;
  maxInputTokens: number | undefined;
  maxOutputTokens: number | undefined;
  /** Whether the model takes tools; otherwise they are offered in plain text. */
  hasTools: boolean;
  /** Whether the model answers by JSON Schema; otherwise in plain text. */
  hasStructuredAnswers: boolean;
  hasServerSearch: boolean;
  hasServerFetch: boolean;
  efforts: readonly Effort[];
  /** Whether usage is reported; otherwise it is estimated and labelled so. */
  reportsUsage: boolean;
}

export type DescribeWatch = Pick<SendWatch, 'onLearned'> & {
  /** Receives the usage of the small requests that find this out. */
  onUsage?(usage: TokenUsage): void;
};

export interface ModelProvider {
  readonly name: ModelProviderName;
  /** Name for people: the origin of its address, or the editor. */
  readonly place: string;
  /**
   * Describes a model, and loads or tries it if that shows more (`onAwaiting`). @throws ModelError `key_missing`,
   * `key_rejected`, `no_model` (with those that exist), `unreachable` …
   */
  describe(
    model: string,
    signal: AbortSignal,
    onAwaiting?: SendWatch['onAwaiting'],
    watch?: DescribeWatch,
  ): Promise<ModelDescription>;
  /** Returns size and inputs without trying or loading the model. @throws ModelError */
  about?(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /** Lists the models that exist. @throws ModelError */
  list(signal: AbortSignal): Promise<readonly ModelDescription[]>;
  /** Sends one request, streamed and never retried. @throws ModelError; the signal's reason when aborted. */
  send(request: ModelRequest, watch: SendWatch): Promise<ModelReply>;
  /** Milliseconds that a request to a user's own server may take, by its pace so far. */
  longestMs?(request: ModelRequest): number;
  /** The description, corrected by what requests have shown. */
  asLearned?(description: ModelDescription): ModelDescription;
  /** Restores facts that an earlier run learned (`Learned.facts`), so that they are not tried again. */
  recall?(model: string, facts: unknown): void;
  /** Counts the request's tokens if the provider does so for free, otherwise estimates them. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number>;
}

/** Hides the provider's own search and reading. */
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

/** Offline, a script, a person, a client's agent (`host`), or a provider's model. */
export type ModelRef =
  | { kind: 'offline' | 'scripted' | 'human' | 'host' }
  | { kind: 'model'; provider: ModelProviderName; model: string };

const bare = ['offline', 'scripted', 'human', 'host'] as const;

/**
 * Parses `anthropic:claude-sonnet-5-5`, `offline` or `human`. A model without a provider belongs to `standard`; an id
 * may hold colons (`llama3:8b`). Undefined if no model is named.
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

/** Text with the provider always included, as in the setup. */
export const formatModelRef = (ref: ModelRef): string =>
  ref.kind === 'model' ? `${ref.provider}:${ref.model}` : ref.kind;
