import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import { ask, lookUp, model, said, start } from '../../support/messagesServer/askedServer';
import { defaultModels } from '../../support/messagesServer/models';

describe('an answer', () => {
  it('comes whole, with usage, ids and request id', async () => {
    const { client } = await start({ text: 'Paris.' });
    const stream = client.messages.stream(ask);
    const message = await stream.finalMessage();
    expect(message.content).toEqual([{ type: 'text', text: 'Paris.', citations: null }]);
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: 'end_turn',
      usage: { input_tokens: 8, output_tokens: 2 },
    });
    expect(stream.request_id).toBe('req_000001');
  });

  it('comes in pieces', async () => {
    const answer = {
      thinking: 'Hm.',
      text: 'Paris, the city of light, on the Seine.',
      toolCalls: [{ name: 'look_up', input: { word: 'Seine' } }],
    };
    const { client } = await start(answer, { chunk: 5 });
    const texts: string[] = [];
    const message = await client.messages
      .stream({ ...ask, tools: [lookUp] })
      .on('text', (delta) => texts.push(delta))
      .finalMessage();
    expect(message.content).toMatchObject([
      { type: 'thinking' },
      { type: 'text', text: answer.text },
      { type: 'tool_use', id: 'toolu_0_0', ...answer.toolCalls[0] },
    ]);
    expect(message.stop_reason).toBe('tool_use');
    expect(texts).toHaveLength(8);
  });

  it('tells its events in the documented order', async () => {
    const { server } = await start({ text: 'Yes.', toolCalls: [{ name: 'look_up', input: {} }] });
    const response = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer test-key',
        'anthropic-version': '2026-10-21',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...ask, tools: [lookUp], stream: true }),
    });
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual([
      ...['message_start', 'content_block_start', 'ping', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_delta', 'content_block_stop'],
      ...['message_delta', 'message_stop'],
    ]);
  });

  it('is cut at max_tokens', async () => {
    const { client } = await start({ text: 'x'.repeat(100) });
    const message = await client.messages.stream({ ...ask, max_tokens: 10 }).finalMessage();
    expect(message).toMatchObject({
      content: [{ text: 'x'.repeat(40) }],
      stop_reason: 'max_tokens',
      usage: { output_tokens: 10 },
    });
  });

  it('is cut in the middle of a tool’s input', async () => {
    const { client } = await start({ toolCalls: [{ name: 'look_up', input: { word: 'Donaudampfschifffahrt' } }] });
    const json: string[] = [];
    const stream = client.messages
      .stream({ ...ask, max_tokens: 7, tools: [lookUp] })
      .on('inputJson', (delta) => json.push(delta));
    expect((await stream.finalMessage()).stop_reason).toBe('max_tokens');
    expect(json.join('')).toBe('{"word":"Donaudampfschifffahrt"}'.slice(0, 7 * 4 - 'look_up'.length));
  });

  it('ends where the context does', async () => {
    const small = defaultModels.map((entry) => ({ ...entry, maxInputTokens: 20 }));
    const { client } = await start({ text: 'x'.repeat(100) }, { models: small });
    expect((await client.messages.stream(ask).finalMessage()).stop_reason).toBe('model_context_window_exceeded');
  });

  it('can be a refusal, with its category', async () => {
    const { client } = await start({ stop: 'refusal', refusal: { category: 'bio', explanation: 'No.' } });
    const message = await client.messages.stream(ask).finalMessage();
    expect(message).toMatchObject({
      content: [],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: 'bio', explanation: 'No.' },
    });
  });

  it('fits the format of the request, or the script is wrong', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const request = { ...ask, output_config: { format: { type: 'json_schema' as const, schema } } };
    const { server, client } = await start(
      (_, { n }) =>
        [{ json: { city: 'Paris' } }, { json: { town: 'Paris' } }, { text: 'Paris' }, { text: 'P', isUnchecked: true }][
          n
        ] ?? {},
    );
    expect((await client.messages.stream(request).finalMessage()).content).toMatchObject([
      { text: '{"city":"Paris"}' },
    ]);
    await expect(client.messages.stream(request).finalMessage()).rejects.toMatchObject({ status: 500 });
    await expect(client.messages.stream(request).finalMessage()).rejects.toMatchObject({ status: 500 });
    expect((await client.messages.stream(request).finalMessage()).content).toMatchObject([{ text: 'P' }]);
    expect(server.mistakes).toEqual([expect.stringContaining('does not fit'), expect.stringContaining('no JSON')]);
  });

  it('waits where the script says so', async () => {
    let go = (): void => undefined;
    const until = new Promise<void>((resolve) => (go = resolve));
    const { client } = await start({ text: 'one and two', until }, { chunk: 3 });
    const stream = client.messages.stream(ask);
    const texts: string[] = [];
    stream.on('text', (delta) => texts.push(delta));
    await stream.emitted('text');
    expect(texts).toEqual(['one']);
    go();
    await stream.finalMessage();
    expect(texts.join('')).toBe('one and two');
  });
});

describe('tools of ours', () => {
  it('are called, answered and gone on with', async () => {
    const { server, client } = await start((_, { n }) =>
      n === 0
        ? {
            text: 'I look.',
            toolCalls: [
              { name: 'look_up', input: { word: 'a' } },
              { name: 'look_up', input: { word: 'b' } },
            ],
          }
        : { text: 'Found.' },
    );
    const first = await client.messages.stream({ ...ask, tools: [lookUp] }).finalMessage();
    const calls = first.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    expect(calls.map(({ input }) => input)).toEqual([{ word: 'a' }, { word: 'b' }]);
    const messages: MessageParam[] = [
      ...ask.messages,
      { role: 'assistant', content: first.content },
      {
        role: 'user',
        content: calls.map(({ id, input }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: JSON.stringify(input),
        })),
      },
    ];
    expect((await client.messages.stream({ ...ask, tools: [lookUp], messages }).finalMessage()).content).toMatchObject([
      { text: 'Found.' },
    ]);
    expect(server.mistakes).toEqual([]);
  });

  it('that were not offered cannot be called', async () => {
    const { server, client } = await start({ toolCalls: [{ name: 'delete_all', input: {} }] });
    await expect(client.messages.stream({ ...ask, tools: [lookUp] }).finalMessage()).rejects.toMatchObject({
      status: 500,
    });
    expect(server.mistakes).toEqual([expect.stringContaining('delete_all')]);
  });
});

describe('models', () => {
  it('are listed page by page', async () => {
    const { client, server } = await start({});
    const ids: string[] = [];
    for await (const info of client.models.list({ limit: 4 })) ids.push(info.id);
    expect(ids).toEqual(defaultModels.map(({ id }) => id));
    expect(server.requests).toHaveLength(3);
    await expect(client.models.list({ before_id: model })).rejects.toMatchObject({ status: 400 });
  });

  it('say what they can', async () => {
    const { client } = await start({});
    const info = await client.models.retrieve('claude-haiku-4-5');
    expect(info).toMatchObject({ id: 'claude-haiku-4-5-20251001', max_input_tokens: 200_000, max_tokens: 64_000 });
    expect(info.capabilities).toMatchObject({
      effort: { supported: false },
      server_tools: { web_search: { supported: true } },
      structured_outputs: { supported: true },
    });
  });

  it('that do not exist are not found', async () => {
    const { client } = await start({});
    await expect(client.models.retrieve('claude-9')).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
    await expect(client.messages.stream({ ...ask, model: 'claude-9' }).finalMessage()).rejects.toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
  });

  it('count what a request then costs', async () => {
    const { client } = await start({ text: 'x' });
    const { max_tokens, ...counted } = { ...ask, tools: [lookUp], system: said('Be brief.') };
    const { input_tokens } = await client.messages.countTokens(counted);
    expect((await client.messages.stream({ ...counted, max_tokens }).finalMessage()).usage.input_tokens).toBe(
      input_tokens,
    );
  });
});

describe('the record of requests', () => {
  it('holds what came, when, and what it cost', async () => {
    const { server, client } = await start({ text: 'Paris.' }, { now: () => 1_234 });
    const message = await client.messages.stream({ ...ask, system: said('S') }).finalMessage();
    await server.settled();
    const [record] = server.requests;
    expect(record).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      at: 1_234,
      status: 200,
      stopReason: 'end_turn',
      closedEarly: false,
      isDone: true,
    });
    expect(record?.body).toEqual({ ...ask, system: said('S'), stream: true });
    expect(record?.headers).toMatchObject({ authorization: 'Bearer test-key', 'anthropic-version': '2026-10-21' });
    expect(record?.usage).toEqual(message.usage);
    expect(server.totals()).toEqual({
      input: message.usage.input_tokens,
      output: message.usage.output_tokens,
      read: 0,
      write5m: 0,
      write1h: 0,
    });
  });

  it('knows when the client left', async () => {
    let signal: AbortSignal | undefined;
    const { server, client } = await start((_, info) => {
      signal = info.signal;
      return { text: 'one two three', until: new Promise(() => undefined) };
    });
    const stream = client.messages.stream(ask);
    await stream.emitted('text');
    stream.abort();
    await expect(stream.finalMessage()).rejects.toThrow(/aborted/i);
    await server.settled();
    expect(server.requests[0]).toMatchObject({ closedEarly: true, isDone: true });
    expect(signal?.aborted).toBe(true);
  });

  const system = [{ type: 'text' as const, text: 'x'.repeat(8_000), cache_control: { type: 'ephemeral' as const } }];

  it('of parallel requests on a cold prefix: each pays for it', async () => {
    let allHere = (): void => undefined;
    const all = new Promise<void>((resolve) => (allHere = resolve));
    const { server, client } = await start(async (_, { n }) => {
      if (n === 2) allHere();
      await all;
      return { text: 'Yes.' };
    });
    await Promise.all([1, 2, 3].map(() => client.messages.stream({ ...ask, system }).finalMessage()));
    expect(server.totals()).toMatchObject({ write5m: 6_000, read: 0 });
  });

  it('of parallel requests after one whose answer has begun: none does', async () => {
    const { server, client } = await start((_, { n }) => ({
      text: 'Yes, it is.',
      ...(n === 0 ? { until: new Promise(() => undefined) } : {}),
    }));
    const first = client.messages.stream({ ...ask, system });
    await first.emitted('text');
    await Promise.all([1, 2, 3].map(() => client.messages.stream({ ...ask, system }).finalMessage()));
    first.abort();
    await expect(first.finalMessage()).rejects.toThrow();
    expect(server.totals()).toMatchObject({ write5m: 2_000, read: 6_000 });
    expect(server.cache.entries()).toMatchObject([{ tokens: 2_000, ttl: '5m', model }]);
  });
});
