import { afterEach, describe, expect, it } from 'vitest';
import type { Awaiting, ModelProvider } from '../../../../src/models/provider';
import { modelFactsText } from '../../../../src/models/modelSize';
import type { Answerer, ChatAnswer } from '../../../support/chatServer/chatAnswer';
import {
  answer,
  anyone,
  closeServers,
  failureOf,
  providerAt,
  request,
  started,
  tools,
  type StartOptions,
} from '../../../support/chatServer/chatProvider';
import type { ChatServer } from '../../../support/chatServer/chatServer';

const never = new AbortController().signal;
afterEach(closeServers);

describe('OpenAI-compatible models', () => {
  const describeWith = async (said: Answerer | ChatAnswer, options: StartOptions = {}, model = 'test-model') => {
    const { provider, server } = await started(said, options);
    return { server, provider, description: await provider.describe(model, never) };
  };
  /** Does as it is told. */
  const able: Answerer = ({ tools: offered, answer: shape }) =>
    offered.length > 0
      ? { toolCalls: [{ name: 'ready', input: {} }] }
      : shape === undefined
        ? { text: 'ready' }
        : { json: { ready: true } };
  const mute = { text: 'ready' };

  it('describes an able one after three small requests that are as a debate’s, once', async () => {
    const { provider, server, description } = await describeWith(able);
    expect(description).toMatchObject({
      id: 'test-model',
      hasTools: true,
      hasStructuredAnswers: true,
      hasServerSearch: false,
      reportsUsage: true,
      efforts: [],
      maxInputTokens: undefined,
    });
    expect(server.requests.map(({ maxTokens }) => maxTokens)).toEqual([16_000, 16_000, 16_000]);
    const roles = server.requests.map(({ messages }) => messages.map(({ role }) => role).join(' '));
    expect(roles).toEqual(['system user', 'system user assistant tool', 'system user']);
    expect(server.requests.map(({ tools, answer: shape }) => [tools.length, shape?.name])).toEqual([
      [1, undefined],
      [1, undefined],
      [0, 'ready'],
    ]);
    await provider.describe('test-model', never);
    expect(server.requests).toHaveLength(3);
    await server.close();
    expect(await failureOf(provider.describe('test-model', never))).toMatchObject({ code: 'unreachable' });
  });

  it('probes once for seats that ask side by side, and lets one that was cancelled stop nobody', async () => {
    const cancel = new AbortController();
    const reason = new Error('enough');
    const { provider, server } = await started((asked) => {
      cancel.abort(reason);
      return able(asked);
    });
    const seats = [cancel.signal, never, never, never].map((signal) => provider.describe('test-model', signal));
    await expect(seats[0]).rejects.toBe(reason);
    expect((await Promise.all(seats.slice(1))).every(({ hasTools }) => hasTools)).toBe(true);
    // Three questions, and one more where it was the cancelled one that asked.
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  it('notices what a server ignores, refuses by name, or refuses without a word', async () => {
    for (const stance of ['ignore', 'refuse', 'vague'] as const) {
      const { description } = await describeWith(mute, { change: { tools: stance, jsonSchema: stance } });
      expect(description).toMatchObject({ hasTools: false, hasStructuredAnswers: false, reportsUsage: true });
    }
  });

  it('gets along with a bare server, and with one that refuses everything without a word', async () => {
    for (const change of [{}, { tools: 'vague', jsonSchema: 'vague', streamOptions: 'vague' }] as const) {
      const { provider, server, description } = await describeWith(mute, { profile: 'bare', change }, 'whatever');
      expect(description).toMatchObject({
        id: 'whatever',
        hasTools: false,
        hasStructuredAnswers: false,
        reportsUsage: false,
      });
      const before = server.wire.length;
      const reply = await provider.send(request({ model: 'whatever' }), anyone());
      expect(reply).toMatchObject({ stop: 'end', usage: undefined });
      expect(server.wire.length - before).toBe(1);
    }
  });

  it('answers without usage where it was refused, and says honestly what else is lacking', async () => {
    const { provider, server } = await started(mute, { profile: 'bare' });
    expect(await provider.send(request(), anyone())).toMatchObject({ stop: 'end', usage: undefined });
    expect(server.wire).toHaveLength(2);
    expect(await failureOf(provider.send(request({ tools }), anyone()))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('lacks tool calls') as string,
    });
    expect(await failureOf(provider.send(request({ answer }), anyone()))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('JSON Schema') as string,
    });
    expect(server.wire).toHaveLength(4);
  });

  it('blames no ability that has worked', async () => {
    const { provider, server } = await started(able);
    await provider.send(request({ tools }), anyone());
    server.use(() => ({
      fault: { kind: 'status', status: 400, message: 'tools are fine, but something else is not' },
    }));
    const error = await failureOf(provider.send(request({ tools }), anyone()));
    expect(error.message).toContain('refused the request');
    expect(server.wire).toHaveLength(2);
    expect(await describeAfter(provider, server, able)).toMatchObject({ hasTools: true });
  });

  it('reads what Ollama says: tools, and the context that it really runs with', async () => {
    const model_info = { 'general.architecture': 'llama', 'llama.context_length': 131_072 };
    const models = [
      { id: 'llama3:latest', native: { model_info, runsWith: 4096 } },
      { id: 'set', native: { model_info, parameters: 'stop "<|eot|>"\nnum_ctx                        8192' } },
      { id: 'old', native: { model_info } },
      { id: 'plain', native: { model_info, capabilities: ['completion'], runsWith: 4096 } },
    ];
    const { provider, server } = await started(mute, { profile: 'ollama', models });
    const found = await Promise.all(['llama3', 'set', 'old', 'plain'].map((model) => provider.describe(model, never)));
    // A model that is not loaded says only what it could take; where the server does not say what it gives it, that stands.
    expect(found.map(({ maxInputTokens }) => maxInputTokens)).toEqual([4096, 8192, 131_072, 4096]);
    expect(found.map(({ hasTools }) => hasTools)).toEqual([true, true, true, false]);
    expect(found.every(({ hasStructuredAnswers }) => hasStructuredAnswers)).toBe(true);
    expect(server.requests.map(({ model, maxTokens }) => [model, maxTokens]).sort()).toEqual([
      ['llama3', 1],
      ['old', 1],
      ['plain', 1],
      ['set', 1],
    ]);
  });

  it('takes what LM Studio runs a model with, and not what the model could take', async () => {
    const native = { max_context_length: 131_072, runsWith: 4_096 };
    const { provider, server } = await started(able, { profile: 'lmstudio', models: [{ id: 'test-model', native }] });
    expect(await provider.about?.('test-model', never)).toEqual({ mostInputTokens: 131_072 });
    expect(server.requests).toHaveLength(0);
    expect(await provider.describe('test-model', never)).toMatchObject({ maxInputTokens: 4_096 });
  });

  it.each(['ollama', 'lmstudio'] as const)('says that %s has to load a model, where it has to', async (profile) => {
    const { provider, server } = await started(able, { profile });
    const told: Awaiting[] = [];
    await provider.describe('test-model', never, (awaiting) => told.push(awaiting));
    expect(told).toEqual([{ ms: 0, isLoading: true }]);
    const other = providerAt(server.baseUrl);
    await other.describe('test-model', never, (awaiting) => told.push(awaiting));
    expect(told).toHaveLength(1);
  });

  it('reads the context length where llama.cpp, LM Studio and vLLM say it', async () => {
    const native = { default_generation_settings: { n_ctx: 16_384 } };
    const llama = await describeWith(able, { profile: 'llamacpp', models: [{ id: 'test-model', native }] });
    expect(llama.description).toMatchObject({ maxInputTokens: 16_384, hasTools: true });
    const studio = await describeWith(able, {
      profile: 'lmstudio',
      models: [{ id: 'test-model', native: { max_context_length: 32_768 } }],
    });
    expect(studio.description.maxInputTokens).toBe(32_768);
    const vllm = await describeWith(able, {
      profile: 'vllm',
      models: [{ id: 'test-model', extra: { max_model_len: 65_536 } }],
    });
    expect(vllm.description.maxInputTokens).toBe(65_536);
    expect(vllm.server.wire.map(({ path }) => path)).toEqual([
      '/v1/models',
      ...Array.from({ length: 3 }, () => '/v1/chat/completions'),
    ]);
  });

  it.each(['ollama', 'llamacpp', 'lmstudio', 'vllm'] as const)(
    'has answers held to their schema by %s, in the one way that all of them know',
    async (profile) => {
      const { provider, server, description } = await describeWith(able, { profile });
      expect(description.hasStructuredAnswers).toBe(true);
      const reply = await provider.send(request({ answer }), anyone());
      expect(reply.parts).toEqual([{ type: 'text', text: '{"ready":true}' }]);
      expect(server.requests.at(-1)?.body['response_format']).toEqual({
        type: 'json_schema',
        json_schema: { ...answer, strict: true },
      });
    },
  );

  it('remembers that a schema was taken and ignored, though the server said that it knows them', async () => {
    const { provider, server, description } = await describeWith(mute, { profile: 'ollama' });
    expect(description.hasStructuredAnswers).toBe(true);
    expect(await failureOf(provider.send(request({ answer }), anyone()))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('JSON Schema') as string,
      facts: { usage: { output: 2 } },
    });
    expect(await provider.describe('test-model', never)).toMatchObject({ hasStructuredAnswers: false });
    server.use(() => ({ text: ' \n{"side":"for"}' }));
    await provider.send(request({ answer }), anyone());
    expect(await provider.describe('test-model', never)).toMatchObject({ hasStructuredAnswers: false });
  });

  it('lists models, or none where there is no list', async () => {
    const { provider } = await started({}, { models: [{ id: 'a', extra: { context_length: 9_000 } }, { id: 'b' }] });
    expect((await provider.list(never)).map(({ id, maxInputTokens }) => [id, maxInputTokens])).toEqual([
      ['a', 9_000],
      ['b', undefined],
    ]);
    expect(await (await started({}, { profile: 'bare' })).provider.list(never)).toEqual([]);
  });

  it('lists size and window of models as far as their server tells them, and loads none', async () => {
    const listed = async (options: StartOptions) => {
      const { provider, server } = await started(mute, options);
      const found = await provider.list(never);
      expect(server.requests).toEqual([]);
      return found.map(({ id, size, maxInputTokens, mostInputTokens }) => [
        id,
        modelFactsText({ size, maxInputTokens, mostInputTokens }),
      ]);
    };
    const details = { parameter_size: '8.2B', quantization_level: 'Q4_K_M' };
    const model_info = { 'qwen3.context_length': 40_960 };
    expect(
      await listed({
        profile: 'ollama',
        models: [
          { id: 'qwen3:8b', native: { details, model_info, bytes: 5_225_388_164 } },
          { id: 'set', native: { model_info, parameters: 'num_ctx 16384' } },
          { id: 'odd', native: { model_info: {}, details: { parameter_size: '$(alert) huge' } } },
        ],
      }),
    ).toEqual([
      ['qwen3:8b', '8.2B parameters, Q4_K_M, 5.2 GB, could read 40,960 tokens'],
      ['set', 'reads 16,384 tokens'],
      ['odd', ''],
    ]);
    expect(
      await listed({
        profile: 'lmstudio',
        models: [
          { id: 'loaded', native: { quantization: '4bit', loaded_context_length: 4_096, max_context_length: 32_768 } },
          { id: 'not', native: { max_context_length: 32_768 } },
        ],
      }),
    ).toEqual([
      ['loaded', '4bit, reads 4,096 tokens'],
      ['not', 'could read 32,768 tokens'],
    ]);
    const meta = { n_ctx: 8_192, n_ctx_train: 131_072, n_params: 4_647_450_147, size: 3_090_917_516 };
    expect(await listed({ profile: 'llamacpp', models: [{ id: '/models/gemma.gguf', extra: { meta } }] })).toEqual([
      ['/models/gemma.gguf', '4.6B parameters, 3.1 GB, reads 8,192 tokens'],
    ]);
    expect(await listed({ profile: 'vllm', models: [{ id: 'qwen', extra: { max_model_len: 65_536 } }] })).toEqual([
      ['qwen', 'reads 65,536 tokens'],
    ]);
    expect(await listed({ profile: 'openai' })).toEqual([['test-model', '']]);
  });

  it('keeps no description that failed', async () => {
    const { provider, server } = await started({ fault: { kind: 'status', status: 429 } });
    expect(await failureOf(provider.describe('test-model', never))).toMatchObject({ code: 'rate_limited' });
    expect(await describeAfter(provider, server, able)).toMatchObject({ hasTools: true });
  });
});

async function describeAfter(provider: ModelProvider, server: ChatServer, said: Answerer) {
  server.use(said);
  return await provider.describe('test-model', never);
}
