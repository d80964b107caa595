import Anthropic from '@anthropic-ai/sdk';
import type { MessageParam, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/messagesServer/answer';
import { startMessagesServer, type MessagesServer, type MessagesServerOptions } from '../support/messagesServer/messagesServer';
import { defaultModels } from '../support/messagesServer/models';
import { lastToolResults, lastUserText, systemText } from '../support/messagesServer/requestText';

const servers: MessagesServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const start = async (answer: Answer | MessagesServerOptions['answer'], options: Partial<MessagesServerOptions> = {}) => {
  const server = await startMessagesServer({ answer: typeof answer === 'function' ? answer : () => answer, ...options });
  servers.push(server);
  return { server, client: new Anthropic({ apiKey: 'test-key', baseURL: server.url, maxRetries: 0, openTelemetry: false, logLevel: 'off' }) };
};

const model = 'claude-opus-5-5';
const ask = { model, max_tokens: 1_000, messages: [{ role: 'user' as const, content: 'What is the capital of France?' }] };
const search = { type: 'web_search_20260318' as const, name: 'web_search' as const, allowed_callers: ['direct' as const] };
const fetchTool = { type: 'web_fetch_20260318' as const, name: 'web_fetch' as const, allowed_callers: ['direct' as const], citations: { enabled: true } };
const lookUp = { name: 'look_up', description: 'Looks a word up.', input_schema: { type: 'object' as const, properties: { word: { type: 'string' } } } };

describe('an answer', () => {
  it('comes whole, with usage, ids and request id', async () => {
    const { client } = await start({ text: 'Paris.' });
    const { data, response } = await client.messages.create(ask).withResponse();
    expect(data.content).toEqual([{ type: 'text', text: 'Paris.', citations: null }]);
    expect(data).toMatchObject({ type: 'message', role: 'assistant', model, stop_reason: 'end_turn', usage: { input_tokens: 8, output_tokens: 2 } });
    expect(response.headers.get('request-id')).toBe('req_000001');
  });

  it('comes in pieces that make the same message', async () => {
    const answer = { thinking: 'Hm.', text: 'Paris, the city of light, on the Seine.', toolCalls: [{ name: 'look_up', input: { word: 'Seine' } }] };
    const { client } = await start(answer, { chunk: 5 });
    const whole = await client.messages.create({ ...ask, tools: [lookUp] });
    const texts: string[] = [];
    const streamed = await client.messages.stream({ ...ask, tools: [lookUp] }).on('text', (delta) => texts.push(delta)).finalMessage();
    expect(streamed.content).toEqual(whole.content.map((block) => (block.type === 'tool_use' ? { ...block, id: 'toolu_1_0' } : block)));
    expect(streamed.usage).toEqual(whole.usage);
    expect(streamed.stop_reason).toBe('tool_use');
    expect(texts).toHaveLength(8);
  });

  it('tells its events in the documented order', async () => {
    const { server } = await start({ text: 'Yes.', toolCalls: [{ name: 'look_up', input: {} }] });
    const response = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-key', 'anthropic-version': '2026-10-21', 'content-type': 'application/json' },
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
    const message = await client.messages.create({ ...ask, max_tokens: 10 });
    expect(message).toMatchObject({ content: [{ text: 'x'.repeat(40) }], stop_reason: 'max_tokens', usage: { output_tokens: 10 } });
  });

  it('is cut in the middle of a tool’s input', async () => {
    const { client } = await start({ toolCalls: [{ name: 'look_up', input: { word: 'Donaudampfschifffahrt' } }] });
    const json: string[] = [];
    const stream = client.messages.stream({ ...ask, max_tokens: 7, tools: [lookUp] }).on('inputJson', (delta) => json.push(delta));
    expect((await stream.finalMessage()).stop_reason).toBe('max_tokens');
    expect(json.join('')).toBe('{"word":"Donaudampfschifffahrt"}'.slice(0, 7 * 4 - 'look_up'.length));
  });

  it('ends at a stop sequence', async () => {
    const { client } = await start({ text: 'one END two' });
    const message = await client.messages.create({ ...ask, stop_sequences: ['END'] });
    expect(message).toMatchObject({ content: [{ text: 'one ' }], stop_reason: 'stop_sequence', stop_sequence: 'END' });
  });

  it('ends where the context does', async () => {
    const small = defaultModels.map((entry) => ({ ...entry, maxInputTokens: 20 }));
    const { client } = await start({ text: 'x'.repeat(100) }, { models: small });
    expect((await client.messages.create(ask)).stop_reason).toBe('model_context_window_exceeded');
  });

  it('can be a refusal, with its category', async () => {
    const { client } = await start({ stop: 'refusal', refusal: { category: 'bio', explanation: 'No.' } });
    const message = await client.messages.stream(ask).finalMessage();
    expect(message).toMatchObject({ content: [], stop_reason: 'refusal', stop_details: { type: 'refusal', category: 'bio', explanation: 'No.' } });
  });

  it('fits the format of the request, or the script is wrong', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
    const request = { ...ask, output_config: { format: { type: 'json_schema' as const, schema } } };
    const { server, client } = await start((_, { n }) => [{ json: { city: 'Paris' } }, { json: { town: 'Paris' } }, { text: 'Paris' }, { text: 'P', isUnchecked: true }][n] ?? {});
    expect((await client.messages.create(request)).content).toMatchObject([{ text: '{"city":"Paris"}' }]);
    await expect(client.messages.create(request)).rejects.toMatchObject({ status: 500 });
    await expect(client.messages.create(request)).rejects.toMatchObject({ status: 500 });
    expect((await client.messages.create(request)).content).toMatchObject([{ text: 'P' }]);
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

  it('of no tokens fills the cache', async () => {
    const { client } = await start(() => {
      throw new Error('not asked');
    });
    const system = [{ type: 'text' as const, text: 'x'.repeat(4_000), cache_control: { type: 'ephemeral' as const } }];
    expect(await client.messages.create({ ...ask, max_tokens: 0, system })).toMatchObject({ content: [], stop_reason: 'max_tokens', usage: { output_tokens: 0, cache_creation_input_tokens: 1_000 } });
    expect((await client.messages.create({ ...ask, max_tokens: 0, system })).usage.cache_read_input_tokens).toBe(1_000);
  });
});

describe('tools of ours', () => {
  it('are called, answered and gone on with', async () => {
    const { server, client } = await start((request) => {
      const results = [...lastToolResults(request).values()];
      return results.length === 0 ? { text: 'I look.', toolCalls: [{ name: 'look_up', input: { word: 'a' } }, { name: 'look_up', input: { word: 'b' } }] } : { text: results.join('+') };
    });
    const first = await client.messages.stream({ ...ask, tools: [lookUp] }).finalMessage();
    const calls = first.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    expect(calls.map(({ input }) => input)).toEqual([{ word: 'a' }, { word: 'b' }]);
    const messages: MessageParam[] = [
      ...ask.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: calls.map(({ id, input }) => ({ type: 'tool_result', tool_use_id: id, content: JSON.stringify(input) })) },
    ];
    expect((await client.messages.create({ ...ask, tools: [lookUp], messages })).content).toMatchObject([{ text: '{"word":"a"}+{"word":"b"}' }]);
    expect(server.mistakes).toEqual([]);
  });

  it('that were not offered cannot be called', async () => {
    const { server, client } = await start({ toolCalls: [{ name: 'delete_all', input: {} }] });
    await expect(client.messages.create({ ...ask, tools: [lookUp] })).rejects.toMatchObject({ status: 500 });
    expect(server.mistakes).toEqual([expect.stringContaining('delete_all')]);
  });
});

const page = { url: 'https://paris.example/facts', title: 'Paris', text: 'Paris has 2.1 million inhabitants.' };
const found: Answer = {
  blocks: [
    { type: 'text', text: 'I search.' },
    { type: 'search', query: 'Paris', results: [page] },
    { type: 'text', text: 'It has ' },
    { type: 'text', text: '2.1 million people', citations: [{ url: page.url, quote: '2.1 million inhabitants' }] },
    { type: 'text', text: '.' },
  ],
};

describe('tools on the server’s side', () => {
  it('search: encrypted results, citations that split the text, searches billed, the prompt read again', async () => {
    const { client } = await start(found);
    const message = await client.messages.stream({ ...ask, tools: [search] }).finalMessage();
    expect(message.content.map(({ type }) => type)).toEqual(['text', 'server_tool_use', 'web_search_tool_result', 'text', 'text', 'text']);
    expect(message.content[2]).toMatchObject({ content: [{ type: 'web_search_result', url: page.url, title: 'Paris', page_age: null }] });
    expect(JSON.stringify(message.content)).not.toContain(page.text);
    expect(message.content[4]).toMatchObject({ citations: [{ type: 'web_search_result_location', url: page.url, cited_text: '2.1 million inhabitants' }] });
    expect(message.usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
    const plain = await client.messages.countTokens({ model, messages: ask.messages, tools: [search] });
    expect(message.usage.input_tokens).toBeGreaterThan(2 * plain.input_tokens);
  });

  it('fetch: plain text, cited by place', async () => {
    const { client } = await start({
      blocks: [
        { type: 'fetch', url: page.url, page },
        { type: 'text', text: 'Many.', citations: [{ url: page.url, quote: '2.1 million' }] },
      ],
    });
    const messages = [{ role: 'user' as const, content: `Read ${page.url}` }];
    const message = await client.messages.stream({ ...ask, messages, tools: [fetchTool] }).finalMessage();
    expect(message.content[1]).toMatchObject({ type: 'web_fetch_tool_result', content: { type: 'web_fetch_result', url: page.url, content: { source: { type: 'text', data: page.text } } } });
    expect(message.content[2]).toMatchObject({ citations: [{ type: 'char_location', start_char_index: 10, end_char_index: 21, document_index: 0, cited_text: '2.1 million' }] });
  });

  it('fetch: no address that nobody named, no domain that is blocked, not more often than allowed', async () => {
    const { client } = await start({ blocks: [0, 1, 2].map(() => ({ type: 'fetch' as const, url: page.url, page })) });
    const errors = async (tool: object, text: string): Promise<unknown[]> => {
      const message = await client.messages.create({ ...ask, messages: [{ role: 'user', content: text }], tools: [{ ...fetchTool, ...tool }] });
      return message.content.flatMap((block) => (block.type === 'web_fetch_tool_result' ? ['error_code' in block.content ? block.content.error_code : 'ok'] : []));
    };
    expect(await errors({}, 'Hello')).toEqual(['url_not_in_prior_context', 'url_not_in_prior_context', 'url_not_in_prior_context']);
    expect(await errors({ blocked_domains: ['paris.example'] }, page.url)).toContain('url_not_allowed');
    expect(await errors({ max_uses: 2 }, page.url)).toEqual(['ok', 'ok', 'max_uses_exceeded']);
  });

  it('search: an error comes with status 200', async () => {
    const { client } = await start({ blocks: [{ type: 'search', query: 'x', error: 'unavailable' }, { type: 'text', text: 'Nothing.' }] });
    const message = await client.messages.create({ ...ask, tools: [search] });
    expect(message.content[1]).toMatchObject({ content: { type: 'web_search_tool_result_error', error_code: 'unavailable' } });
    expect(message.usage.server_tool_use).toBeNull();
  });

  it('pause: what was said is sent back as it came, and goes on', async () => {
    const { client } = await start((_, { n }) => (n === 0 ? { blocks: found.blocks?.slice(0, 2) ?? [], stop: 'pause_turn' } : { blocks: found.blocks?.slice(2) ?? [] }));
    const first = await client.messages.stream({ ...ask, tools: [search] }).finalMessage();
    expect(first.stop_reason).toBe('pause_turn');
    const messages: MessageParam[] = [...ask.messages, { role: 'assistant', content: first.content }];
    const second = await client.messages.stream({ ...ask, tools: [search], messages }).finalMessage();
    expect(second.stop_reason).toBe('end_turn');
    expect(second.content[1]).toMatchObject({ citations: [{ url: page.url }] });
  });

  it('beside a call of ours a search runs with the next request', async () => {
    const { client } = await start((_, { n }) =>
      n === 0
        ? { blocks: [{ type: 'search', query: 'x', isPending: true }], toolCalls: [{ name: 'look_up', input: {} }] }
        : { blocks: [{ type: 'search', query: 'x', of: 'srvtoolu_0_0', results: [page] }, { type: 'text', text: 'Done.' }] },
    );
    const first = await client.messages.create({ ...ask, tools: [search, lookUp] });
    expect(first.stop_reason).toBe('tool_use');
    const messages: MessageParam[] = [...ask.messages, { role: 'assistant', content: first.content }, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_0_1' }] }];
    const second = await client.messages.create({ ...ask, tools: [search, lookUp], messages });
    expect(second.content.map(({ type }) => type)).toEqual(['web_search_tool_result', 'text']);
  });

  it('that the model’s own code would call cannot be called directly', async () => {
    const { server, client } = await start(found);
    await expect(client.messages.create({ ...ask, tools: [{ type: search.type, name: 'web_search' }] })).rejects.toMatchObject({ status: 500 });
    expect(server.mistakes).toEqual([expect.stringContaining('allowed_callers')]);
  });

  it('documents of the request are cited by place', async () => {
    const { client } = await start({ blocks: [{ type: 'text', text: 'So.', citations: [{ document: 1, quote: 'second' }] }] });
    const document = (data: string) => ({ type: 'document' as const, source: { type: 'text' as const, media_type: 'text/plain' as const, data }, title: data, citations: { enabled: true } });
    const messages: MessageParam[] = [{ role: 'user', content: [document('first'), document('the second')] }];
    const message = await client.messages.stream({ ...ask, messages }).finalMessage();
    expect(message.content[0]).toMatchObject({ citations: [{ document_index: 1, document_title: 'the second', start_char_index: 4, end_char_index: 10 }] });
  });
});

describe('thinking', () => {
  const answer: Answer = { thinking: 'Let me think about this.', text: 'Paris.' };

  it('is omitted by default, and billed', async () => {
    const { client } = await start(answer);
    const events: RawMessageStreamEvent[] = [];
    const stream = client.messages.stream(ask).on('streamEvent', (event) => events.push(event));
    const message = await stream.finalMessage();
    expect(message.content[0]).toMatchObject({ type: 'thinking', thinking: '' });
    expect(message.usage).toMatchObject({ output_tokens: 8, output_tokens_details: { thinking_tokens: 6 } });
    expect(events.some((event) => event.type === 'content_block_delta' && event.delta.type === 'thinking_delta')).toBe(false);
  });

  it('is shown on request', async () => {
    const { client } = await start(answer, { chunk: 4 });
    const message = await client.messages.stream({ ...ask, thinking: { type: 'adaptive', display: 'summarized' } }).finalMessage();
    expect(message.content[0]).toMatchObject({ type: 'thinking', thinking: answer.thinking });
  });

  it('counts against max_tokens', async () => {
    const { client } = await start({ thinking: 'x'.repeat(400), text: 'Paris.' });
    const message = await client.messages.create({ ...ask, max_tokens: 50 });
    expect(message).toMatchObject({ content: [{ type: 'thinking' }], stop_reason: 'max_tokens' });
  });

  const replay = async (on: string, change: { system?: string; edit?: boolean }) => {
    const { client } = await start(answer);
    const first = await client.messages.create({ ...ask, model: 'claude-sonnet-5-5', system: 'Be brief.' });
    const content = first.content.map((block) => (block.type === 'thinking' && change.edit === true ? { ...block, thinking: 'Mine.' } : block));
    const messages: MessageParam[] = [...ask.messages, { role: 'assistant', content }, { role: 'user', content: 'And Spain?' }];
    const request = { ...ask, model: on, system: change.system ?? 'Be brief.', messages };
    return { count: () => client.messages.countTokens({ model: on, system: request.system, messages }), send: () => client.messages.create(request) };
  };

  it('may be sent back as it came', async () => {
    await expect((await replay('claude-sonnet-5-5', {})).send()).resolves.toBeDefined();
  });

  it('may not be edited', async () => {
    await expect((await replay('claude-sonnet-5-5', { edit: true })).send()).rejects.toThrow(/Invalid `signature`/);
  });

  it('may not be sent back with another system, where the model binds it', async () => {
    await expect((await replay('claude-sonnet-5-5', { system: 'Be long.' })).send()).rejects.toThrow(/must be replayed/);
  });

  it('is dropped in silence by another model', async () => {
    const elsewhere = await (await replay('claude-opus-5-5', { system: 'Be long.' })).count();
    const here = await (await replay('claude-sonnet-5-5', {})).count();
    expect(elsewhere.input_tokens).toBeLessThan(here.input_tokens);
    await expect((await replay('claude-opus-5-5', { system: 'Be long.' })).send()).resolves.toBeDefined();
  });
});

describe('models', () => {
  it('are listed page by page, the retired only on request', async () => {
    const models = defaultModels.map((entry) => (entry.id === 'claude-opus-4-7' ? { ...entry, lifecycle: 'retired' as const } : entry));
    const { client, server } = await start({}, { models });
    const ids: string[] = [];
    for await (const info of client.models.list({ limit: 4 })) ids.push(info.id);
    expect(ids).toEqual(defaultModels.map(({ id }) => id).filter((id) => id !== 'claude-opus-4-7'));
    expect(server.requests).toHaveLength(3);
    expect((await client.models.list({ lifecycle: ['retired'] })).data.map(({ id }) => id)).toEqual(['claude-opus-4-7']);
  });

  it('say what they can', async () => {
    const { client } = await start({});
    const info = await client.models.retrieve('claude-haiku-4-5');
    expect(info).toMatchObject({ id: 'claude-haiku-4-5-20251001', max_input_tokens: 200_000, max_tokens: 64_000 });
    expect(info.capabilities).toMatchObject({ effort: { supported: false }, thinking: { types: { adaptive: { supported: false }, enabled: { supported: true } } } });
  });

  it('that do not exist are not found', async () => {
    const { client } = await start({});
    await expect(client.models.retrieve('claude-9')).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
    await expect(client.messages.create({ ...ask, model: 'claude-9' })).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
  });

  it('count what a request then costs', async () => {
    const { client } = await start({ text: 'x' });
    const { max_tokens, ...counted } = { ...ask, tools: [lookUp], system: 'Be brief.' };
    const { input_tokens } = await client.messages.countTokens(counted);
    expect((await client.messages.create({ ...counted, max_tokens })).usage.input_tokens).toBe(input_tokens);
  });
});

describe('the record of requests', () => {
  it('holds what came, when, and what it cost', async () => {
    const { server, client } = await start((request) => ({ text: `${systemText(request)}/${lastUserText(request)}` }), { now: () => 1_234 });
    const message = await client.messages.create({ ...ask, system: 'S' });
    expect(message.content).toMatchObject([{ text: 'S/What is the capital of France?' }]);
    await server.settled();
    const [record] = server.requests;
    expect(record).toMatchObject({ method: 'POST', path: '/v1/messages', at: 1_234, status: 200, stopReason: 'end_turn', closedEarly: false, isDone: true });
    expect(record?.body).toEqual({ ...ask, system: 'S' });
    expect(record?.headers).toMatchObject({ authorization: 'Bearer test-key', 'anthropic-version': '2026-10-21' });
    expect(record?.usage).toEqual(message.usage);
    expect(server.totals()).toEqual({ input: message.usage.input_tokens, output: message.usage.output_tokens, read: 0, write5m: 0, write1h: 0 });
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

  it('is of parallel requests too: on a cold prefix each pays, after the first has begun none does', async () => {
    const { server, client } = await start({ text: 'Yes.' });
    const system = [{ type: 'text' as const, text: 'x'.repeat(8_000), cache_control: { type: 'ephemeral' as const } }];
    const send = () => client.messages.stream({ ...ask, system }).finalMessage();
    await send();
    await Promise.all([send(), send(), send()]);
    expect(server.totals()).toMatchObject({ write5m: 2_000, read: 6_000 });
    expect(server.cache.entries()).toMatchObject([{ tokens: 2_000, ttl: '5m', model }]);
  });
});
