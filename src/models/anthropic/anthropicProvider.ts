import { Models } from '@anthropic-ai/sdk/resources/models'; // The package's root brings all resources: 340 KB more.
import type { BaseAnthropic } from '@anthropic-ai/sdk';
import type { MessageCountTokensParams } from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import { type Attempt, failed, ProtocolError, requestKey, withModels } from '../attempt';
import { RunawayAnswer, RunawayWatch } from '../runaway';
import { IdleWatch, type BaseUrl } from '../wire';
import type { ProviderOptions } from '../descriptor';
import { ModelError } from '../modelError';
import {
  efforts,
  type ModelDescription,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type SendWatch,
} from '../provider';
import type { Refusal } from '../refusals';
import { estimatedTokens, messageParams } from './messageParams';
import { isApiError, modelFailure, openClient, refusalOf } from './client';
import { MessageFacts, messageFactsText } from './messageFacts';
import type { Stream } from '@anthropic-ai/sdk/core/streaming';
import { type EventProgress, MessageAssembler, modelReply, readStreamEvent } from './messageAssembler';
import { objectOf } from '../../debate/log/objects';

export interface AnthropicOptions extends ProviderOptions {
  /** Milliseconds of silence after which a stream is cancelled. */
  stallMs?: number;
  /** Milliseconds that any request but a message may take. */
  answerMs?: number;
}

/** A provider for the Messages API, at Anthropic or a compatible server, through the official SDK. It never retries. */
export const createAnthropicProvider = (options: AnthropicOptions): ModelProvider => new AnthropicProvider(options);

/** No account has more models; a longer list is the server's fault. */
const mostModels = 1_000;
/** Milliseconds to wait for the model list that a missing model's error shows. */
const courtesyMs = 5_000;

class AnthropicProvider implements ModelProvider {
  readonly name = 'anthropic';
  readonly place: string;
  readonly #baseUrl: BaseUrl;
  readonly #key: () => Promise<string | undefined>;
  readonly #proxy: ProviderOptions['proxy'];
  readonly #stallMs: number;
  readonly #answerMs: number;
  readonly #known = new Map<string, MessageFacts>();

  constructor({ baseUrl, key, proxy, stallMs = 90_000, answerMs = 15_000 }: AnthropicOptions) {
    this.place = baseUrl.origin;
    this.#baseUrl = baseUrl;
    this.#key = key;
    this.#proxy = proxy;
    this.#stallMs = stallMs;
    this.#answerMs = answerMs;
  }

  async describe(model: string, signal: AbortSignal): Promise<ModelDescription> {
    return this.#namingModels(signal, () =>
      this.#ask({ model, signal }, async (client, within) =>
        modelDescription(await new Models(client).retrieve(model, null, { signal: within })),
      ),
    );
  }

  async list(signal: AbortSignal): Promise<readonly ModelDescription[]> {
    return this.#ask({ model: '', signal }, allModels);
  }

  async send(request: ModelRequest, watch: SendWatch): Promise<ModelReply> {
    return this.#namingModels(watch.signal, async () => {
      const key = await requestKey('anthropic', { baseUrl: this.#baseUrl, key: this.#key });
      const post = { baseUrl: this.#baseUrl, key, proxy: this.#proxy, stallMs: this.#stallMs };
      const known = this.#factsOf(request.model);
      let sent = known.fitted(request);
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendRequest(sent, watch, post);
        } catch (error) {
          if (!(error instanceof MessageRefused)) throw error;
          const next = tries < mostTries ? this.#learned(error.refusal, sent, watch) : undefined;
          if (next === undefined) throw error.failure;
          sent = next;
        }
      }
    });
  }

  asLearned(description: ModelDescription): ModelDescription {
    return this.#factsOf(description.id).within(description);
  }

  recall(model: string, facts: unknown): void {
    this.#factsOf(model).recall(facts);
  }

  #learned(refusal: Refusal, request: ModelRequest, watch: SendWatch): ModelRequest | undefined {
    const { model } = request;
    const known = this.#factsOf(model);
    const before = JSON.stringify(known.facts);
    const next = known.after(refusal, request);
    const { facts } = known;
    if (facts !== undefined && JSON.stringify(facts) !== before)
      watch.onLearned?.({ model, text: messageFactsText(facts), facts });
    return next;
  }

  #factsOf(model: string): MessageFacts {
    const known = this.#known.get(model) ?? new MessageFacts();
    this.#known.set(model, known);
    return known;
  }

  /** Leaves out the provider's own tools, which the API does not count. */
  async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
    const { system, messages, tools, output_config, model } = messageParams({ ...request, serverTools: {} });
    const params = {
      model,
      messages,
      ...(system && { system }),
      ...(tools && { tools }),
      ...(output_config && { output_config }),
    };
    try {
      return await this.#ask({ model, signal }, (client, within) => counted(client, params, within));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return estimatedTokens(request);
    }
  }

  /** Makes a short request, which is never repeated. */
  async #ask<T>(
    { model, signal, ms = this.#answerMs }: Question,
    question: (client: BaseAnthropic, within: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const key = await requestKey('anthropic', { baseUrl: this.#baseUrl, key: this.#key });
    signal.throwIfAborted();
    const attempt: Attempt = { provider: 'anthropic', baseUrl: this.#baseUrl, key, model };
    const limit = new IdleWatch(ms, signal);
    try {
      return await question(openClient({ baseUrl: this.#baseUrl, key, proxy: this.#proxy }), limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      throw limit.isLate ? failed('unreachable', attempt, { silentMs: ms }) : modelFailure(error, attempt);
    } finally {
      limit.dispose();
    }
  }

  /** Adds the models that exist to the error of a missing one, if the list arrives quickly. */
  async #namingModels<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ModelError) || error.code !== 'no_model') throw error;
      const found = await this.#ask({ model: '', signal, ms: Math.min(courtesyMs, this.#answerMs) }, allModels).catch(
        () => [],
      );
      signal.throwIfAborted();
      if (found.length === 0) throw error;
      const models = found.map(({ id }) => id);
      throw new ModelError(error.code, withModels(error.message, models), { ...error.facts, models });
    }
  }
}

interface Question {
  model: string;
  signal: AbortSignal;
  ms?: number;
}

async function allModels(client: BaseAnthropic, signal: AbortSignal): Promise<ModelDescription[]> {
  const models: ModelDescription[] = [];
  for await (const model of new Models(client).list({ limit: 100 }, { signal })) {
    models.push(modelDescription(model));
    if (models.length >= mostModels) break;
  }
  return models;
}

const count = z.object({ input_tokens: z.number().int().nonnegative() });

async function counted(client: BaseAnthropic, body: MessageCountTokensParams, signal: AbortSignal): Promise<number> {
  return count.parse(await client.post<unknown>('/v1/messages/count_tokens', { body, signal })).input_tokens;
}

/** Milliseconds to wait for the connection's end after the last event, with which the message is complete. */
const graceMs = 1_000;

interface MessagePost {
  baseUrl: BaseUrl;
  key: string | undefined;
  proxy: ProviderOptions['proxy'];
  stallMs: number;
}

/** Tries of one request; each leaves out what the one before was refused for. */
const mostTries = 4;

/** A request that was refused before an answer began. */
class MessageRefused extends Error {
  override readonly name = 'MessageRefused';
  constructor(
    readonly refusal: Refusal,
    readonly failure: ModelError,
  ) {
    super('A request was refused.', { cause: failure });
  }
}

/** Sends one request and assembles its answer. @throws MessageRefused, ModelError; the signal's reason. */
async function sendRequest(
  request: ModelRequest,
  watch: SendWatch,
  { baseUrl, key, proxy, stallMs }: MessagePost,
): Promise<ModelReply> {
  watch.signal.throwIfAborted();
  const idle = new IdleWatch(stallMs, watch.signal);
  const message = new MessageAssembler();
  const size = { prompt: estimatedTokens(request), asked: request.maxOutputTokens };
  const attempt: Attempt = { provider: 'anthropic', baseUrl, key, model: request.model, size };
  const onBytes = (): void => {
    idle.touch();
    watch.onAlive?.();
  };
  try {
    // `MessageAssembler` says why this does not use `messages.stream()`.
    const answer = openClient({ baseUrl, key, proxy, onBytes }).post<Stream<unknown>>('/v1/messages', {
      body: messageParams(request),
      stream: true,
      signal: idle.signal,
    });
    const { data, response } = await answer.withResponse();
    attempt.requestId = response.headers.get('request-id') ?? undefined;
    await read(data, { message, watch, idle, runaway: new RunawayWatch(request.maxOutputTokens) });
    watch.signal.throwIfAborted();
    if (!message.isComplete) throw brokenOff(message, { attempt, response });
    return answered(modelReply(message, attempt.requestId), attempt);
  } catch (error) {
    if (watch.signal.aborted && message.usage !== undefined) watch.onAbandoned?.(message.usage);
    watch.signal.throwIfAborted();
    const known = { ...attempt, usage: message.usage };
    if (error instanceof RunawayAnswer) throw failed('runaway', known, { runaway: error.kind });
    if (idle.isLate && !message.isComplete) throw failed('stalled', known, { silentMs: stallMs });
    const failure = modelFailure(error, known);
    throw isApiError(error) && !message.hasStarted ? new MessageRefused(refusalOf(error), failure) : failure;
  } finally {
    idle.dispose();
  }
}

interface MessageRead {
  message: MessageAssembler;
  watch: SendWatch;
  idle: IdleWatch;
  runaway: RunawayWatch;
}

async function read(events: Stream<unknown>, { message, watch, idle, runaway }: MessageRead): Promise<void> {
  try {
    for await (const raw of events) {
      const event = readStreamEvent(raw);
      if (event !== undefined) report(message.add(event), { watch, runaway });
      if (message.isComplete) idle.finish(graceMs);
    }
  } catch (error) {
    // A broken connection does no harm after the last event.
    if (!message.isComplete) throw error;
  }
}

function report(
  { text, thought = '', input: piece = '', closed }: EventProgress,
  { watch, runaway }: Pick<MessageRead, 'watch' | 'runaway'>,
): void {
  if (text !== undefined) watch.onText?.(text);
  watch.onUnseen?.(thought.length + piece.length);
  runaway.write(text ?? piece);
  runaway.think(thought);
  if (closed?.type !== 'server_tool_use') return;
  const input = objectOf(closed['input']);
  if (closed['name'] === 'web_search') watch.onServerTool?.({ kind: 'search', detail: stringOr(input['query']) });
  if (closed['name'] === 'web_fetch') watch.onServerTool?.({ kind: 'fetch', detail: stringOr(input['url']) });
}

const stringOr = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The stream ended without an error before the message did. */
function brokenOff(message: MessageAssembler, { attempt, response }: { attempt: Attempt; response: Response }): Error {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!message.hasStarted && !isStream) return new ProtocolError('no stream of events');
  return failed('interrupted', { ...attempt, usage: message.usage });
}

/** Refuses a reply that holds neither text nor calls. */
function answered(reply: ModelReply, attempt: Attempt): ModelReply {
  const isEmpty =
    reply.stop === 'end' &&
    !reply.parts.some((part) => part.type === 'tool_call' || (part.type === 'text' && part.text.trim() !== ''));
  if (isEmpty) throw failed('empty', { ...attempt, usage: reply.usage });
  return reply;
}

const support = z.object({ supported: z.boolean().nullish() }).nullish();
const tokens = z.number().int().positive().nullish().catch(undefined);

const capabilities = z.object({
  structured_outputs: support,
  server_tools: z.object({ web_search: support, web_fetch: support }).nullish(),
  effort: z.object({ low: support, medium: support, high: support }).nullish(),
});

const modelInfo = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  max_input_tokens: tokens,
  max_tokens: tokens,
  capabilities: capabilities.nullish().catch(undefined),
});

/**
 * Reads a model's entry in the Models API. An ability that is not listed counts as missing: answers are then asked for
 * in plain text, and searches go elsewhere. @throws ZodError
 */
function modelDescription(raw: unknown): ModelDescription {
  const { id, display_name, max_input_tokens, max_tokens, capabilities: can } = modelInfo.parse(raw);
  const hasServerSearch = can?.server_tools?.web_search?.supported ?? false;
  return {
    id,
    name: display_name ?? id,
    maxInputTokens: max_input_tokens ?? undefined,
    maxOutputTokens: max_tokens ?? undefined,
    hasTools: true,
    hasStructuredAnswers: can?.structured_outputs?.supported ?? false,
    hasServerSearch,
    // The API does not say; models that search also fetch.
    hasServerFetch: can?.server_tools?.web_fetch?.supported ?? hasServerSearch,
    efforts: efforts.filter((effort) => can?.effort?.[effort]?.supported === true),
    reportsUsage: true,
  };
}
