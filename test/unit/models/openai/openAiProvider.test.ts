import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkedBaseUrl } from '../../../../src/models/wire';
import type { ModelError } from '../../../../src/models/modelError';
import { createOpenAiProvider } from '../../../../src/models/openai/openAiProvider';
import type { ModelRequest } from '../../../../src/models/provider';
import { scripted, type ChatAnswer, type ChatFault } from '../../../support/chatServer/chatAnswer';
import {
  answer,
  anyone,
  closeServers,
  failureOf,
  plainServer,
  providerAt,
  request,
  started,
  tools,
  type StartOptions,
} from '../../../support/chatServer/chatProvider';
import type { ChatServer } from '../../../support/chatServer/chatServer';

const key = 'sk-test-4f9a1c77e2';
const never = new AbortController().signal;
afterEach(closeServers);

/** Sends once to a server that fails like this. */
async function failing(
  fault: ChatFault,
  options: StartOptions = {},
): Promise<{ error: ModelError; server: ChatServer }> {
  const { provider, server } = await started({ text: 'an answer of some length', fault }, options);
  return { error: await failureOf(provider.send(request(), anyone())), server };
}

describe('OpenAI-compatible requests', () => {
  it('streams an answer with its usage, one request, prefix first', async () => {
    const { provider, server } = await started({ text: 'Bicycles are quiet.' });
    const heard: string[] = [];
    let alive = 0;
    const reply = await provider.send(
      request(),
      anyone({ onText: (text) => heard.push(text), onAlive: () => (alive += 1) }),
    );
    expect(reply).toMatchObject({
      parts: [{ type: 'text', text: 'Bicycles are quiet.' }],
      stop: 'end',
      requestId: 'req_0',
      pages: [],
    });
    expect(reply.usage).toMatchObject({ cache_write: 0, cache_read: 0, output: 5 });
    expect(heard.join('')).toBe('Bicycles are quiet.');
    expect(heard.length).toBeGreaterThan(1);
    expect(alive).toBeGreaterThan(0);
    expect(server.wire).toHaveLength(1);
    expect(server.requests[0]?.body).toEqual({
      model: 'test-model',
      max_tokens: 500,
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'You debate.\n\nBe fair.' },
        { role: 'user', content: 'Speak.' },
      ],
    });
  });

  it('takes tool calls to their results and back', async () => {
    const call = { name: 'search', input: { query: 'lanes' } };
    const { provider, server } = await started(
      scripted([{ text: 'Let me see.', toolCalls: [call, call] }, { text: 'Done.' }]),
    );
    const first = await provider.send(request({ tools }), anyone());
    expect(first.stop).toBe('tool_use');
    expect(first.parts).toEqual([
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_call', id: 'call_0', ...call },
      { type: 'tool_call', id: 'call_1', ...call },
    ]);
    const results = ['call_0', 'call_1'].map((id, index) => ({
      type: 'tool_result' as const,
      id,
      name: 'search',
      text: `result ${index}`,
      isError: index === 1,
    }));
    const messages: ModelRequest['messages'] = [
      ...request().messages,
      { role: 'assistant', parts: first.parts },
      { role: 'user', parts: [...results, { type: 'text', text: 'Go on.' }] },
    ];
    await provider.send(request({ tools, messages }), anyone());
    expect(server.requests[1]?.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [0, 1].map((index) => ({
          id: `call_${index}`,
          type: 'function',
          function: { name: 'search', arguments: '{"query":"lanes"}' },
        })),
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'result 0' },
      { role: 'tool', tool_call_id: 'call_1', content: 'Error: result 1' },
      { role: 'user', content: 'Go on.' },
    ]);
  });

  it('reads what the cache of the server had from its usage', async () => {
    const { provider } = await started({ text: 'ok' });
    const long = request({ system: [{ type: 'text', text: 'The record so far. '.repeat(500) }] });
    const first = (await provider.send(long, anyone())).usage;
    const more = [
      ...long.messages,
      { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'ok' }] },
      { role: 'user' as const, parts: [{ type: 'text' as const, text: 'And?' }] },
    ];
    const second = (await provider.send({ ...long, messages: more }, anyone())).usage;
    expect(first).toMatchObject({ cache_read: 0 });
    expect(second?.cache_read).toBeGreaterThan(2_000);
    expect(second?.input).toBeLessThan(200);
  });

  it('asks for an answer by its schema', async () => {
    const { provider, server } = await started({ json: { side: 'for' } });
    const reply = await provider.send(request({ answer }), anyone());
    expect(reply.parts).toEqual([{ type: 'text', text: '{"side":"for"}' }]);
    expect(server.requests[0]?.body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { ...answer, strict: true },
    });
  });

  it.each<[string, ChatAnswer, object]>([
    [
      'cut for want of room',
      { text: 'half a', finish: 'length' },
      { stop: 'max_tokens', parts: [{ type: 'text', text: 'half a' }] },
    ],
    ['all thinking and no room', { reasoning: 'hm', finish: 'length' }, { stop: 'max_tokens', parts: [] }],
    ['refused in words', { refusal: 'I will not.' }, { stop: 'refusal', refusal: 'I will not.', parts: [] }],
    ['refused by a filter', { text: 'I', finish: 'content_filter' }, { stop: 'refusal' }],
    ['calls that end with "stop"', { toolCalls: [{ name: 'a', input: {} }], finish: 'stop' }, { stop: 'tool_use' }],
    [
      'broken arguments',
      { toolCalls: [{ name: 'a', input: '{"query": ' }] },
      { parts: [{ type: 'tool_call', id: 'call_0', name: 'a', input: '{"query": ' }] },
    ],
    [
      'no arguments',
      { toolCalls: [{ name: 'a', input: '' }] },
      { parts: [{ type: 'tool_call', id: 'call_0', name: 'a', input: {} }] },
    ],
    [
      'calls without ids',
      { toolCalls: [{ name: 'a', input: {}, id: null }] },
      { parts: [{ id: expect.stringMatching(/^call_.{36}$/) as string, name: 'a' }] },
    ],
    ['thinking told apart', { reasoning: 'secret', text: 'open' }, { parts: [{ type: 'text', text: 'open' }] }],
    [
      'thinking in the content',
      { text: '<think>secret</think>\n\nopen', pieceLength: 3 },
      { parts: [{ type: 'text', text: 'open' }] },
    ],
    [
      'behind thinking that the server began',
      { text: 'Say {"a": 1}?</think>\n\nopen', pieceLength: 3 },
      { parts: [{ type: 'text', text: 'open' }] },
    ],
    [
      'about the tag of thinking',
      { text: '{"a": "It writes </think> there."}' },
      { parts: [{ type: 'text', text: '{"a": "It writes </think> there."}' }] },
    ],
  ])('understands an answer that is %s', async (_, said, expected) => {
    for (const profile of ['openai', 'ollama', 'llamacpp'] as const) {
      const { provider } = await started(said, { profile });
      const heard: string[] = [];
      await expect(
        provider.send(request({ tools }), anyone({ onText: (text) => heard.push(text) })),
      ).resolves.toMatchObject(expected);
      expect(heard.join('')).not.toContain('secret');
    }
  });

  it('counts by characters', async () => {
    const { provider, server } = await started({});
    const small = await provider.countTokens(request(), never);
    const large = await provider.countTokens(
      request({ system: [{ type: 'text', text: 'x'.repeat(36_000) }], tools }),
      never,
    );
    expect(small).toBeGreaterThan(10);
    expect(large - small).toBeGreaterThan(10_000);
    expect(server.wire).toHaveLength(0);
  });
});

describe('OpenAI-compatible servers that fail', () => {
  it.each<[string, ChatFault, object]>([
    ['forbids', { kind: 'status', status: 403 }, { code: 'forbidden', isRetryable: false }],
    ['has no credit', { kind: 'status', status: 402 }, { code: 'spend_limit' }],
    [
      'has no quota',
      { kind: 'status', status: 429, code: 'insufficient_quota' },
      { code: 'spend_limit', isRetryable: false },
    ],
    [
      'limits',
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { code: 'rate_limited', facts: { retryAfterMs: 7_000, status: 429, requestId: 'req_0' } },
    ],
    ['finds it too large', { kind: 'status', status: 413 }, { code: 'too_large' }],
    [
      'has too small a context',
      { kind: 'status', status: 400, code: 'context_length_exceeded' },
      { code: 'too_large', isRetryable: false },
    ],
    [
      'says so in words',
      { kind: 'status', status: 400, message: 'the request exceeds the available context size, try increasing it' },
      { code: 'too_large' },
    ],
    ['breaks', { kind: 'status', status: 500 }, { code: 'server', isRetryable: true }],
    ['is down behind a proxy', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }, { code: 'server' }],
    [
      'still loads',
      { kind: 'status', status: 503, message: 'Loading model' },
      {
        code: 'loading',
        isRetryable: true,
        message: expect.stringContaining('is still loading its model') as string,
      },
    ],
    [
      'does not understand',
      { kind: 'status', status: 400, message: 'temperature is odd' },
      { code: 'bad_request', message: expect.stringContaining('temperature is odd') as string },
    ],
    ['closes the connection', { kind: 'reset' }, { code: 'interrupted' }],
    ['closes it in the middle', { kind: 'reset', after: 1 }, { code: 'interrupted', isRetryable: true }],
    ['ends without an end', { kind: 'cut', after: 1 }, { code: 'interrupted' }],
    ['sends no JSON', { kind: 'malformed', after: 1 }, { code: 'malformed' }],
    ['says nothing', { kind: 'empty' }, { code: 'empty', facts: { usage: { output: 6 } } }],
    [
      'fails in the middle',
      { kind: 'error', after: 1, message: 'CUDA out of memory' },
      { code: 'server', message: expect.stringContaining('CUDA') as string },
    ],
    [
      'is overloaded in the middle',
      { kind: 'error', after: 1, message: 'try later', code: 503 },
      { code: 'overloaded' },
    ],
    [
      'finds the request wrong in the middle',
      { kind: 'error', after: 1, message: 'x', code: 422 },
      { code: 'bad_request', facts: { status: 422 } },
    ],
    [
      'is limited in the middle',
      { kind: 'error', after: 1, message: 'x', type: 'rate_limit_error' },
      { code: 'rate_limited' },
    ],
  ])('tells of one that %s', async (_, fault, expected) => {
    const { error, server } = await failing(fault);
    expect(error).toMatchObject(expected);
    expect(error.facts).toMatchObject({ provider: 'openai-compatible', model: 'test-model' });
    // A refusal that names nothing is tried once without the question for usage.
    expect(server.requests).toHaveLength(
      fault.kind === 'status' && fault.status === 400 && error.code === 'bad_request' ? 2 : 1,
    );
  });

  it('watches for stalls: before the first token, and after it', async () => {
    const early = await failing({ kind: 'stall' }, { firstMs: 50, stallMs: 60_000 });
    expect(early.error.code).toBe('stalled');
    const late = await failing({ kind: 'stall', after: 1 }, { firstMs: 60_000, stallMs: 50 });
    expect(late.error.code).toBe('stalled');
    await expect.poll(() => [early.server.abandoned, late.server.abandoned]).toEqual([1, 1]);
  });

  it('ends the request itself when it is cancelled', async () => {
    const { provider, server } = await started({ text: 'never to be heard', fault: { kind: 'stall', after: 1 } });
    const cancel = new AbortController();
    const reason = new Error('enough');
    const sending = provider.send(request(), { signal: cancel.signal, onText: () => cancel.abort(reason) });
    await expect(sending).rejects.toBe(reason);
    await expect.poll(() => server.abandoned).toBe(1);
    await expect(provider.send(request(), { signal: cancel.signal })).rejects.toBe(reason);
    expect(server.wire).toHaveLength(1);
  });

  it('says where nothing listens', async () => {
    const { server } = await started({});
    await server.close();
    const error = await failureOf(providerAt(server.baseUrl).send(request(), anyone()));
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(`${server.origin} cannot be reached (ECONNREFUSED)`) as string,
    });
  });

  it('lists the models when there is no such one', async () => {
    const { provider } = await started({}, { models: [{ id: 'a' }, { id: 'b' }] });
    const expected = {
      code: 'no_model',
      facts: { models: ['a', 'b'] },
      message: expect.stringContaining('a, b') as string,
    };
    expect(await failureOf(provider.send(request(), anyone()))).toMatchObject(expected);
    expect(await failureOf(provider.describe('c', never))).toMatchObject(expected);
  });

  it('knows a wrong base URL', async () => {
    const { server } = await started({});
    expect(await failureOf(providerAt(`${server.origin}/api`).send(request(), anyone()))).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('/v1') as string,
    });
    const page = await plainServer({ 'content-type': 'text/html' }, 200, '<html>Welcome</html>');
    expect(await failureOf(providerAt(page).send(request(), anyone()))).toMatchObject({ code: 'malformed' });
  });

  it('reads an answer in one piece, and llama.cpp’s own error field', async () => {
    const whole = JSON.stringify(
      { choices: [{ message: { content: 'all at once' }, finish_reason: 'stop' }] },
      null,
      2,
    );
    const reply = await providerAt(await plainServer({ 'content-type': 'application/json' }, 200, whole)).send(
      request(),
      anyone(),
    );
    expect(reply).toMatchObject({ parts: [{ type: 'text', text: 'all at once' }], usage: undefined });
    const stream = await plainServer(
      { 'content-type': 'text/event-stream' },
      200,
      'error: {"code":500,"message":"slot lost"}\n\n',
    );
    expect(await failureOf(providerAt(stream).send(request(), anyone()))).toMatchObject({
      code: 'server',
      message: expect.stringContaining('slot lost') as string,
    });
  });
});

describe('OpenAI-compatible keys', () => {
  const hostile = {
    OPENAI_API_KEY: 'sk-from-environment',
    OPENAI_ADMIN_KEY: 'sk-admin-environment',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_ORG_ID: 'org-evil',
    OPENAI_PROJECT_ID: 'project-evil',
    OPENAI_LOG: 'debug',
    OPENAI_WEBHOOK_SECRET: 'whsec-evil',
    OPENAI_CUSTOM_HEADERS: 'Authorization: Bearer evil\nX-Evil: 1\nno header name: x',
  };
  beforeEach(() => {
    for (const [name, value] of Object.entries(hostile)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('takes nothing from the environment, sends only its own headers and prints nothing', async () => {
    const output = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => undefined),
    );
    const { provider, server } = await started({ text: 'ok' }, { key, sends: key });
    await provider.send(request(), anyone());
    await provider.list(never);
    await failureOf(
      providerAt(await plainServer({}, 200, 'event: thread.x\ndata: {broken\n\n')).send(request(), anyone()),
    );
    expect(Object.keys(server.wire[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect(new Set(server.wire.map(({ headers }) => headers['authorization']))).toEqual(new Set([`Bearer ${key}`]));
    expect(JSON.stringify(server.wire)).not.toMatch(/evil|environment/);
    expect(process.env['OPENAI_CUSTOM_HEADERS']).toBe(hostile.OPENAI_CUSTOM_HEADERS);
    for (const spy of output) expect(spy).not.toHaveBeenCalled();
  });

  it('needs none where none is asked for, and tells a missing from a wrong one', async () => {
    const open = await started({ text: 'ok' });
    await open.provider.send(request(), anyone());
    expect(open.server.wire[0]?.headers).not.toHaveProperty('authorization');
    const closed = await started({ text: 'ok' }, { key });
    expect(await failureOf(closed.provider.send(request(), anyone()))).toMatchObject({ code: 'key_missing' });
    expect(await failureOf(closed.provider.list(never))).toMatchObject({ code: 'key_missing' });
    const wrong = await failureOf(providerAt(closed.server.baseUrl, { sends: 'sk-wrong-9' }).send(request(), anyone()));
    expect(wrong.code).toBe('key_rejected');
    expect(wrong.message).not.toContain('sk-wrong');
  });

  it('keeps the key out of every message, though the server repeats it', async () => {
    const leak = `bad: ${key}`;
    const faults: ChatFault[] = [
      { kind: 'status', status: 400, message: leak },
      { kind: 'status', status: 500, body: `{"detail":"${leak}"}` },
      { kind: 'error', after: 1, message: leak },
      { kind: 'malformed', after: 1 },
    ];
    for (const fault of faults) {
      const { error } = await failing(fault, { key, sends: key });
      expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain(key);
    }
    const unfit = await failureOf(
      providerAt('http://127.0.0.1:9/v1', { sends: `${key}\nX: 1` }).send(request(), anyone()),
    );
    expect(unfit.code).toBe('key_rejected');
    expect(unfit.message).not.toContain(key);
  });

  it('does not follow a redirect with it', async () => {
    const other = await started({ text: 'ok' });
    const from = await plainServer({ location: `${other.server.baseUrl}/chat/completions` }, 307, '');
    const error = await failureOf(providerAt(from, { sends: key }).send(request(), anyone()));
    expect(error).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(other.server.baseUrl) as string,
    });
    expect(other.server.wire).toHaveLength(0);
  });

  it('is not even asked for where it would be exposed', async () => {
    let asked = 0;
    const { server } = await started({ text: 'ok' }, { key });
    const baseUrl = { ...checkedBaseUrl(server.baseUrl), isExposed: true };
    const provider = createOpenAiProvider({ baseUrl, key: () => Promise.resolve(`${key}${(asked += 1)}`) });
    const error = await failureOf(provider.send(request(), anyone()));
    expect(error).toMatchObject({ code: 'key_missing', message: expect.stringContaining('plain http') as string });
    expect(asked).toBe(0);
    expect(server.wire[0]?.headers).not.toHaveProperty('authorization');
  });
});
