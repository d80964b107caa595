import { Models } from '@anthropic-ai/sdk/resources/models';
import type { BaseAnthropic } from '@anthropic-ai/sdk/client';
import type { MessageCountTokensParams } from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import { requestKey, withModels, type Attempt, failed } from '../attempt';
import type { BaseUrl } from '../baseUrl';
import type { ProviderOptions } from '../descriptor';
import { IdleWatch } from '../idleWatch';
import { ModelError } from '../modelError';
import type { ModelDescription, ModelProvider, ModelReply, ModelRequest, SendWatch } from '../provider';
import { estimatedTokens } from './estimatedTokens';
import { messageParams } from './messageParams';
import { modelDescription } from './modelDescription';
import { openClient } from './client';
import { modelFailure } from './modelFailure';
import { sendRequest } from './sendRequest';

export interface AnthropicOptions extends ProviderOptions {
  /** A stream that is silent for so long is given up, in milliseconds. */
  stallMs?: number;
  /** How long everything but messages may take, in milliseconds. */
  answerMs?: number;
}

/** The Messages API, or whatever speaks it at the base URL, through the official SDK. Never tries twice. */
export const createAnthropicProvider = (options: AnthropicOptions): ModelProvider => new AnthropicProvider(options);

/** More models than any account has; a list that goes on is a fault of the server's. */
const mostModels = 1_000;
/** The list of models in the error of a missing one is a courtesy. */
const courtesyMs = 5_000;

class AnthropicProvider implements ModelProvider {
  readonly name = 'anthropic';
  readonly place: string;
  readonly #baseUrl: BaseUrl;
  readonly #key: () => Promise<string | undefined>;
  readonly #stallMs: number;
  readonly #answerMs: number;

  constructor({ baseUrl, key, stallMs = 90_000, answerMs = 15_000 }: AnthropicOptions) {
    this.place = baseUrl.origin;
    this.#baseUrl = baseUrl;
    this.#key = key;
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
      return sendRequest(request, watch, { baseUrl: this.#baseUrl, key, stallMs: this.#stallMs });
    });
  }

  /** Without the tools of the provider's side, which are not counted by it. */
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

  /** One question that is answered at once or not at all. */
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
      return await question(openClient({ baseUrl: this.#baseUrl, key }), limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      throw limit.isLate ? failed('unreachable', attempt, { silentMs: ms }) : modelFailure(error, attempt);
    } finally {
      limit.dispose();
    }
  }

  /** A missing model is told with those that exist, if they can be had quickly. */
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
