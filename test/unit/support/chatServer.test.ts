import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { scripted, type Answerer, type ChatAnswer } from '../../support/chatServer/chatAnswer';
import { startChatServer, type ChatServer, type ChatServerOptions } from '../../support/chatServer/chatServer';

let server: ChatServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function started(answer: Answerer, options: Omit<ChatServerOptions, 'answer'> = {}) {
  server = await startChatServer({ answer, ...options });
  const client = new OpenAI({ baseURL: server.baseUrl, apiKey: 'none', maxRetries: 0, logLevel: 'off' });
  return { server, client };
}

const ask = {
  model: 'test-model',
  messages: [{ role: 'user', content: 'Hello?' }],
} satisfies Partial<OpenAI.ChatCompletionCreateParams>;

async function streamed(answer: ChatAnswer, options: Omit<ChatServerOptions, 'answer'> = {}) {
  const { client, server } = await started(scripted([answer]), options);
  const stream = await client.chat.completions.create({
    ...ask,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { server, chunks, choices: chunks.flatMap((chunk) => chunk.choices) };
}

describe('chat server', () => {
  it('answers the real package in one piece', async () => {
    const { client, server } = await started(({ lastUser }) => ({ text: `You said ${lastUser}` }));
    const reply = await client.chat.completions.create({
      ...ask,
      messages: [{ role: 'system', content: 'Be brief.' }, ...ask.messages],
    });
    expect(reply.choices[0]?.message.content).toBe('You said Hello?');
    expect(reply.choices[0]?.finish_reason).toBe('stop');
    expect(server.requests[0]).toMatchObject({
      index: 0,
      model: 'test-model',
      system: 'Be brief.',
      lastUser: 'Hello?',
      stream: false,
    });
  });

  it('streams text in pieces, then why it ends, then usage', async () => {
    const { chunks, choices } = await streamed({ text: 'one two three four five' });
    expect(choices.map((choice) => choice.delta.content ?? '').join('')).toBe('one two three four five');
    expect(choices.filter((choice) => choice.delta.content).length).toBeGreaterThan(1);
    expect(choices.at(-1)?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 6 } });
  });

  it('streams tool calls in pieces of their arguments', async () => {
    const { choices } = await streamed({ toolCalls: [{ name: 'search', input: { query: 'bicycle lanes' } }] });
    const calls = choices.flatMap((choice) => choice.delta.tool_calls ?? []);
    expect(calls[0]).toMatchObject({ index: 0, id: 'call_0', function: { name: 'search' } });
    expect(JSON.parse(calls.map((call) => call.function?.arguments ?? '').join(''))).toEqual({
      query: 'bicycle lanes',
    });
    expect(choices.at(-1)?.finish_reason).toBe('tool_calls');
  });

  it('tells what its prefix cache had', async () => {
    const { client } = await started(() => ({ text: 'ok' }));
    const long = 'The record so far. '.repeat(400);
    const once = (tail: string) =>
      client.chat.completions.create({ ...ask, messages: [{ role: 'user', content: long + tail }] });
    expect((await once('a')).usage?.prompt_tokens_details?.cached_tokens).toBe(0);
    const cached = (await once('b')).usage?.prompt_tokens_details?.cached_tokens ?? 0;
    expect(cached).toBeGreaterThan(1024);
    expect(cached % 128).toBe(0);
  });

  it('refuses a wrong key, an unknown model, an open schema and an orphaned tool message', async () => {
    const { client } = await started(() => ({ text: 'ok' }), { key: 'none' });
    const { create } = { create: client.chat.completions.create.bind(client.chat.completions) };
    await expect(create({ ...ask, model: 'gone' })).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    const json_schema = { name: 'a', strict: true, schema: { type: 'object', properties: { b: { type: 'string' } } } };
    await expect(create({ ...ask, response_format: { type: 'json_schema', json_schema } })).rejects.toThrow(
      /additionalProperties/,
    );
    await expect(create({ ...ask, messages: [{ role: 'tool', tool_call_id: 'x', content: 'y' }] })).rejects.toThrow(
      /preceding message/,
    );
    const stranger = new OpenAI({ baseURL: client.baseURL, apiKey: 'wrong', maxRetries: 0, logLevel: 'off' });
    await expect(stranger.chat.completions.create(ask)).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ['refuse', /response_format/],
    ['vague', /^400 Bad Request$/],
  ] as const)('lacks what its profile lacks (%s)', async (jsonSchema, message) => {
    const { client, server } = await started(() => ({ text: 'ok' }), { change: { jsonSchema } });
    const json_schema = { name: 'a', schema: {} };
    await expect(
      client.chat.completions.create({ ...ask, response_format: { type: 'json_schema', json_schema } }),
    ).rejects.toThrow(message);
    expect(server.requests).toHaveLength(0);
    await expect(client.chat.completions.create(ask)).resolves.toBeDefined();
  });

  it('fails as its script says', async () => {
    const status = { kind: 'status', status: 429, message: 'slow down', headers: { 'retry-after': '7' } } as const;
    const { client, server } = await started(scripted([{ fault: status }, { fault: { kind: 'reset' } }]));
    const failure = await client.chat.completions.create(ask).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OpenAI.RateLimitError);
    expect((failure as InstanceType<typeof OpenAI.RateLimitError>).headers.get('retry-after')).toBe('7');
    await expect(client.chat.completions.create(ask)).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
    expect(server.problems).toEqual([]);
    await expect(client.chat.completions.create(ask)).rejects.toMatchObject({ status: 500 });
    expect(String(server.problems[0])).toContain('one more was asked for');
  });

  it('breaks off streams as its script says', async () => {
    const text = 'a text of several pieces, to be cut';
    await expect(streamed({ text, fault: { kind: 'reset', after: 1 } })).rejects.toThrow();
    await server?.close();
    await expect(streamed({ text, fault: { kind: 'malformed', after: 1 } })).rejects.toBeInstanceOf(SyntaxError);
    await server?.close();
    await expect(streamed({ text, fault: { kind: 'error', after: 1, message: 'overloaded' } })).rejects.toThrow(
      'overloaded',
    );
    await server?.close();
    const { choices } = await streamed({ text, fault: { kind: 'cut', after: 2 } });
    expect(choices.map((choice) => choice.delta.content ?? '').join('')).toBe(text.slice(0, 24));
    expect(choices.every((choice) => choice.finish_reason === null)).toBe(true);
  });

  it('holds a stalled stream until the client goes away', async () => {
    const { client, server } = await started(scripted([{ text: 'never', fault: { kind: 'stall', after: 0 } }]));
    const stream = await client.chat.completions.create({ ...ask, stream: true });
    for await (const chunk of stream) {
      expect(chunk.choices[0]?.delta.role).toBe('assistant');
      stream.controller.abort();
    }
    await expect.poll(() => server.abandoned).toBe(1);
  });

  it('has the endpoints of the server that it plays', async () => {
    const models = [
      { id: 'llama3:latest', native: { capabilities: ['completion'], model_info: { 'llama.context_length': 4096 } } },
    ];
    const { server } = await started(() => ({}), { profile: 'ollama', models });
    const show = await fetch(`${server.origin}/api/show`, {
      method: 'POST',
      body: JSON.stringify({ model: 'llama3' }),
    });
    expect(await show.json()).toEqual({ capabilities: ['completion'], model_info: { 'llama.context_length': 4096 } });
    expect((await fetch(`${server.origin}/props`)).status).toBe(404);
    expect(server.wire.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/show', 'GET /props']);
  });
});
