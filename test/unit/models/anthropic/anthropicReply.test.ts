import { describe, expect, it } from 'vitest';
import type { ModelReply } from '../../../../src/models/provider';
import { anthropicAt, aRequest, failureOf, quietWatch, testKey } from '../../../support/anthropic';
import { begin, proceed, rawEvents, said, stream, type RawEvent, type RawMessage } from '../../../support/rawMessage';
import { rawServer } from '../../../support/rawServer';

async function replyTo(message: RawMessage): Promise<ModelReply> {
  const server = await rawServer((_, response) => stream(response, message));
  return anthropicAt(server).send(aRequest(), quietWatch());
}

const failed = async (message: RawMessage) => failureOf(replyTo(message));

const json = (...pieces: string[]): RawEvent[] =>
  pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
const direct = { caller: { type: 'direct' } };
const call = (input: string[], extra: Record<string, unknown> = direct) => ({
  start: { type: 'tool_use', id: 'toolu_1', name: 'read', input: {}, ...extra },
  deltas: json(...input),
});

const citation = {
  type: 'web_search_result_location',
  url: 'https://a.example/',
  title: 'A',
  cited_text: 'c',
  encrypted_index: 'E/==',
};
const search = {
  start: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {}, ...direct },
  deltas: json('', '{"query":"mo', 'ths"}'),
};
const found = {
  start: {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    ...direct,
    content: [
      { type: 'web_search_result', url: 'https://a.example/', title: 'A', page_age: null, encrypted_content: 'x+/=' },
    ],
  },
};
const thought = {
  start: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    { type: 'thinking_delta', thinking: 'Hm' },
    { type: 'thinking_delta', thinking: ' …' },
    { type: 'signature_delta', signature: 'sig+/=' },
  ],
};
const hidden = { start: { type: 'redacted_thinking', data: 'r3d' } };
const cited = {
  start: { type: 'text', text: '', citations: [] },
  deltas: [
    { type: 'citations_delta', citation },
    { type: 'text_delta', text: 'Moths ' },
    { type: 'text_delta', text: 'fly.' },
  ],
};
const fetch = {
  start: { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_fetch', input: {}, ...direct },
  deltas: json('{"url":"https://a.example/"}'),
};
const fetched = (source: unknown, title: string | null = 'A page') => ({
  start: {
    type: 'web_fetch_tool_result',
    tool_use_id: 'srvtoolu_2',
    ...direct,
    content: {
      type: 'web_fetch_result',
      url: 'https://a.example/',
      retrieved_at: null,
      content: { type: 'document', title, citations: null, source },
    },
  },
});
const plain = { type: 'text', media_type: 'text/plain', data: 'Moths fly at night.' };

describe('a reply of the Messages API', () => {
  it('keeps texts apart as they came and adds nothing between them', async () => {
    const reply = await replyTo({ blocks: [said('Hel', 'lo'), said(), said(' world', '.')] });
    expect(reply).toEqual({
      parts: [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' world.' },
      ],
      stop: 'end',
      usage: { input: 10, cache_write: 0, cache_read: 0, output: 7 },
      pages: [],
      requestId: 'req_1',
    });
  });

  it('reads letters that are cut between two packets', async () => {
    const server = await rawServer(async (_, response) => {
      const whole = Buffer.from(
        rawEvents({ blocks: [said('Zürich 🦋')] })
          .map((event) => `event: ${event.type}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`)
          .join(''),
      );
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of whole) {
        response.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      response.end();
    });
    expect((await anthropicAt(server).send(aRequest(), quietWatch())).parts).toEqual([
      { type: 'text', text: 'Zürich 🦋' },
    ]);
  });

  it('reads calls of tools, with an input and without', async () => {
    const second = { start: { type: 'tool_use', id: 'toolu_2', name: 'list', input: {} } };
    const reply = await replyTo({
      blocks: [said('I look.'), call(['', '{"pa', 'th":"a"}']), second],
      stop: 'tool_use',
    });
    expect(reply.stop).toBe('tool_use');
    expect(reply.parts).toEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool_call', id: 'toolu_1', name: 'read', input: { path: 'a' } },
      { type: 'tool_call', id: 'toolu_2', name: 'list', input: {} },
    ]);
  });

  it.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['max_tokens', 'max_tokens'],
    ['pause_turn', 'pause'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context_window'],
  ])('calls %s %s', async (stop, ours) => {
    expect((await replyTo({ stop })).stop).toBe(ours);
  });

  it.each(['compaction', null])('knows no stop reason %s', async (stop) => {
    expect(await failed({ stop })).toMatchObject({ code: 'malformed', facts: { usage: { output: 7 } } });
  });

  it('tells why the model refuses', async () => {
    const stopDetails = { type: 'refusal', category: 'bio', explanation: 'This could harm.' };
    expect(await replyTo({ blocks: [], stop: 'refusal', stopDetails })).toMatchObject({
      stop: 'refusal',
      refusal: 'This could harm.',
      parts: [],
    });
    expect(await replyTo({ stop: 'refusal', stopDetails: { ...stopDetails, explanation: null } })).toMatchObject({
      refusal: 'bio',
    });
    expect(await replyTo({ stop: 'refusal' })).toMatchObject({ refusal: undefined });
  });

  it('leaves out a call that a limit has cut off, and takes no other that is broken', async () => {
    const blocks = [said('I look.'), call(['{"path":"a'])];
    expect((await replyTo({ blocks, stop: 'max_tokens' })).parts).toEqual([{ type: 'text', text: 'I look.' }]);
    expect(await failed({ blocks, stop: 'tool_use' })).toMatchObject({ code: 'malformed' });
  });

  it('takes no tool use without a tool', async () => {
    expect(await failed({ stop: 'tool_use' })).toMatchObject({ code: 'malformed' });
  });

  it('counts totals that come late over those that came early, and never adds', async () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1_000,
      output_tokens: 1,
      server_tool_use: null,
    };
    expect((await replyTo({ usage })).usage).toEqual({ input: 10, cache_write: 100, cache_read: 1_000, output: 7 });
    const lastUsage = {
      input_tokens: 12,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: 2_000,
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
    };
    expect((await replyTo({ usage, lastUsage })).usage).toEqual({
      input: 12,
      cache_write: 100,
      cache_read: 2_000,
      output: 7,
      searches: 2,
    });
  });

  it('passes on text, tools of the provider and signs of life as they come', async () => {
    const texts: string[] = [];
    const tools: unknown[] = [];
    let alive = 0;
    const server = await rawServer((_, response) =>
      stream(response, { blocks: [search, found, fetch, fetched(plain), said('Mo', 'ths')] }),
    );
    await anthropicAt(server).send(
      aRequest(),
      quietWatch({
        onText: (text) => texts.push(text),
        onServerTool: (tool) => tools.push(tool),
        onAlive: () => (alive += 1),
      }),
    );
    expect(texts).toEqual(['Mo', 'ths']);
    expect(tools).toEqual([
      { kind: 'search', detail: 'moths' },
      { kind: 'fetch', detail: 'https://a.example/' },
    ]);
    expect(alive).toBeGreaterThan(0);
  });

  it('passes on a ping as a sign of life', async () => {
    let release = (): void => undefined;
    const pinged = new Promise<void>((resolve) => (release = resolve));
    const server = await rawServer(async (_, response) => {
      begin(response, [{ type: 'ping' }]);
      await pinged;
      proceed(response, rawEvents());
      response.end();
    });
    // The server says no more until somebody has heard the ping (the head of the answer is a sign of life too).
    let heard = 0;
    const reply = await anthropicAt(server).send(
      aRequest(),
      quietWatch({ onAlive: () => (heard += 1) === 2 && release() }),
    );
    expect(reply.stop).toBe('end');
  });

  it('keeps pages whose plain text came, no others', async () => {
    const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' };
    const error = {
      start: {
        type: 'web_fetch_tool_result',
        tool_use_id: 'x',
        content: { type: 'web_fetch_tool_result_error', error_code: 'unavailable' },
      },
    };
    const { pages } = await replyTo({
      blocks: [search, found, fetched(plain), fetched(plain, null), fetched(pdf), error, said('Moths.')],
    });
    expect(pages).toEqual([
      { url: 'https://a.example/', title: 'A page', text: 'Moths fly at night.' },
      { url: 'https://a.example/', title: 'https://a.example/', text: 'Moths fly at night.' },
    ]);
  });

  it('ignores events and pieces of types that came up later', async () => {
    const server = await rawServer((_, response) => {
      const events = rawEvents({
        blocks: [{ start: said().start, deltas: [{ type: 'aroma_delta', aroma: 'rose' }, ...said('Hi').deltas] }],
      });
      begin(response, [...events.slice(0, 1), { type: 'weather', sun: true }, ...events.slice(1)]);
      response.end();
    });
    expect((await anthropicAt(server).send(aRequest(), quietWatch())).parts).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  it('waits for nobody who forgets to hang up after the last event', async () => {
    const server = await rawServer((_, response) => begin(response, rawEvents()));
    expect((await anthropicAt(server).send(aRequest(), quietWatch())).stop).toBe('end');
    await server.requests[0]?.closed;
  });

  it.each([
    ['no block', []],
    ['an empty text', [said()]],
    ['blanks', [said(' \n')]],
    ['thinking alone', [thought]],
  ])('is none with %s in it', async (_, blocks) => {
    expect(await failed({ blocks })).toMatchObject({
      code: 'empty',
      isRetryable: true,
      blocks: false,
      facts: { usage: { input: 10, output: 7 }, requestId: 'req_1' },
    });
  });
});

describe('what the API wants back as it came', () => {
  /** What a second request sends for the blocks of a first answer. */
  async function returned(message: RawMessage): Promise<{ reply: ModelReply; content: unknown }> {
    const server = await rawServer((_, response, n) => stream(response, n === 0 ? message : {}));
    const provider = anthropicAt(server);
    const first = aRequest();
    const reply = await provider.send(first, quietWatch());
    // As a caller may that keeps messages as JSON.
    const parts = JSON.parse(JSON.stringify(reply.parts)) as ModelReply['parts'];
    await provider.send({ ...first, messages: [...first.messages, { role: 'assistant', parts }] }, quietWatch());
    const messages = server.requests[1]?.body?.['messages'] as { content: unknown }[];
    return { reply, content: messages[1]?.content };
  }

  const whole = [
    { type: 'thinking', thinking: 'Hm …', signature: 'sig+/=' },
    { type: 'redacted_thinking', data: 'r3d' },
    { type: 'text', text: 'I search.' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'moths' }, ...direct },
    found.start,
    { type: 'text', text: 'Moths fly.', citations: [citation] },
    { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_fetch', input: { url: 'https://a.example/' }, ...direct },
  ];

  it('a paused turn: every block, in its order, with its citations', async () => {
    const { reply, content } = await returned({
      blocks: [thought, hidden, said('I search.'), search, found, cited, fetch],
      stop: 'pause_turn',
    });
    expect(reply.stop).toBe('pause');
    expect(content).toEqual(whole);
  });

  it('the text is there for others too', async () => {
    const { reply } = await returned({ blocks: [search, found, cited] });
    expect(reply.parts.filter((part) => part.type === 'text')).toMatchObject([{ text: 'Moths fly.' }]);
    expect(reply.parts.map(({ type }) => type)).toEqual(['opaque', 'opaque', 'text']);
  });

  it('blocks of types that came up later', async () => {
    const later = { type: 'dream', images: ['…'], depth: { of: 3 } };
    expect((await returned({ blocks: [{ start: later }, said('I wake.')] })).content).toEqual([
      later,
      { type: 'text', text: 'I wake.' },
    ]);
  });

  it('a call of a tool that code of the model’s has made', async () => {
    const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' };
    const { reply, content } = await returned({ blocks: [call(['{"path":"a"}'], { caller })], stop: 'tool_use' });
    expect(reply.parts).toMatchObject([{ type: 'tool_call', input: { path: 'a' } }]);
    expect(content).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' }, caller }]);
  });

  it('never holds the key', async () => {
    const { reply } = await returned({ blocks: [thought, cited] });
    expect(JSON.stringify(reply)).not.toContain(testKey);
  });
});
