import { describe, expect, it, onTestFinished } from 'vitest';
import type { AssistantPart, ModelMessage, ModelReply, ModelRequest } from '../../../../src/models/provider';
import { anthropicAt, aRequest, failureOf, quietWatch } from '../../../support/anthropic';
import type { Fault } from '../../../support/messagesServer/faults';
import {
  startMessagesServer,
  type MessagesServer,
  type MessagesServerOptions,
} from '../../../support/messagesServer/messagesServer';

const key = 'test-key';
const { signal } = new AbortController();

async function serving(options: MessagesServerOptions): Promise<MessagesServer> {
  const server = await startMessagesServer({ key, ...options });
  onTestFinished(async () => {
    await server.close();
    expect(server.mistakes).toEqual([]);
  });
  return server;
}

const providerAt = (server: MessagesServer, stallMs?: number) =>
  anthropicAt(server, { key: () => Promise.resolve(key), ...(stallMs === undefined ? {} : { stallMs }) });

const user = (text: string): ModelMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const assistant = (parts: readonly AssistantPart[]): ModelMessage => ({ role: 'assistant', parts });
const textOf = (reply: ModelReply): string =>
  reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

const read = {
  name: 'read',
  description: 'Reads a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
    additionalProperties: false,
  },
};
const page = { url: 'https://moths.example/night', title: 'Moths', text: 'Most moths fly at night. Some fly by day.' };

describe('the Messages API, as documented', () => {
  it('goes on after a pause and after a call of a tool, with all that it had thought, found and cited', async () => {
    const server = await serving({
      answer: (_, { n }) => {
        if (n === 0)
          return {
            thinking: 'I need a source.',
            blocks: [
              { type: 'search', query: 'moths', results: [page] },
              {
                type: 'text',
                text: 'Moths fly at night',
                citations: [{ url: page.url, quote: 'Most moths fly at night.' }],
              },
              { type: 'text', text: '. I read on.' },
              { type: 'fetch', url: page.url, page },
            ],
            stop: 'pause_turn',
          };
        if (n === 1) return { thinking: 'Now the file.', toolCalls: [{ name: 'read', input: { path: 'notes.md' } }] };
        return { text: 'Some fly by day.' };
      },
    });
    const provider = providerAt(server);
    const first = aRequest({
      tools: [read],
      serverTools: { search: { maxUses: 3 }, fetch: { maxUses: 3, maxTokens: 1_000 } },
      messages: [user('Do moths fly at night?')],
      maxOutputTokens: 2_000,
    });
    const paused = await provider.send(first, quietWatch());
    expect(paused).toMatchObject({
      stop: 'pause',
      pages: [{ url: page.url, title: 'Moths', text: page.text }],
      usage: { searches: 1 },
    });
    expect(textOf(paused)).toBe('Moths fly at night. I read on.');

    const second: ModelRequest = { ...first, messages: [...first.messages, assistant(paused.parts)] };
    const calling = await provider.send(second, quietWatch());
    const [call] = calling.parts.filter((part) => part.type === 'tool_call');
    if (call === undefined) throw new Error('No call.');
    expect(call).toMatchObject({ name: 'read', input: { path: 'notes.md' } });

    const result: ModelMessage = {
      role: 'user',
      parts: [{ type: 'tool_result', id: call.id, name: 'read', text: 'Day moths exist.' }],
    };
    const last = await provider.send(
      { ...second, messages: [...second.messages, assistant(calling.parts), result] },
      quietWatch(),
    );
    expect(last).toMatchObject({ stop: 'end', parts: [{ type: 'text', text: 'Some fly by day.' }] });
  });

  it('is served from its cache what a cache point ends', async () => {
    const server = await serving({ answer: () => ({ text: 'Yes.' }) });
    const provider = providerAt(server);
    const record = {
      type: 'text' as const,
      text: 'A long record of a debate. '.repeat(400),
      isCachePoint: true as const,
    };
    const ask = (question: string) =>
      provider.send(
        aRequest({ messages: [{ role: 'user', parts: [record, { type: 'text', text: question }] }] }),
        quietWatch(),
      );
    const [first, second] = [await ask('Is it long?'), await ask('Is it dull?')];
    const written = first.usage?.cache_write ?? 0;
    expect(written).toBeGreaterThan(1_000);
    expect(first.usage).toMatchObject({ cache_read: 0 });
    expect(second.usage).toMatchObject({ cache_read: written, cache_write: 0 });
    expect(second.usage?.input).toBeLessThan(100);
  });

  it('tells what was written for an hour apart, as it costs more', async () => {
    const server = await serving({ answer: () => ({ text: 'Yes.' }) });
    const long = 'A long record of a debate. '.repeat(400);
    const { usage } = await providerAt(server).send(
      aRequest({
        messages: [
          {
            role: 'user',
            parts: [
              { type: 'text', text: long, isCachePoint: '1h' },
              { type: 'text', text: long, isCachePoint: true },
            ],
          },
        ],
      }),
      quietWatch(),
    );
    const { cache_write: all = 0, cache_write_1h: hour = 0 } = usage ?? {};
    expect(hour).toBeGreaterThan(1_000);
    expect(all - hour).toBeGreaterThan(1_000);
    expect(server.totals()).toMatchObject({ write1h: hour, write5m: all - hour });
  });

  it('gives its answer the shape that was asked for', async () => {
    const schema = {
      type: 'object',
      properties: { stance: { type: 'string' } },
      required: ['stance'],
      additionalProperties: false,
    };
    const server = await serving({ answer: () => ({ json: { stance: 'for' } }) });
    const reply = await providerAt(server).send(
      aRequest({ answer: { name: 'turn', schema }, effort: 'low' }),
      quietWatch(),
    );
    expect(JSON.parse(textOf(reply))).toEqual({ stance: 'for' });
  });

  it('cuts at the limit, refuses, and runs out of its window', async () => {
    const server = await serving({
      answer: (_, { n }) =>
        n === 0
          ? { text: 'word '.repeat(1_000) }
          : n === 1
            ? { text: 'I', stop: 'refusal', refusal: { category: 'cyber', explanation: 'Not this.' } }
            : n === 2
              ? { text: 'Too much', stop: 'model_context_window_exceeded' }
              : { toolCalls: [{ name: 'read', input: { path: 'x'.repeat(2_000) } }] },
    });
    const provider = providerAt(server);
    expect(await provider.send(aRequest(), quietWatch())).toMatchObject({ stop: 'max_tokens', usage: { output: 100 } });
    expect(await provider.send(aRequest(), quietWatch())).toMatchObject({ stop: 'refusal', refusal: 'Not this.' });
    expect(await provider.send(aRequest(), quietWatch())).toMatchObject({ stop: 'context_window' });
    expect(await provider.send(aRequest({ tools: [read] }), quietWatch())).toMatchObject({
      stop: 'max_tokens',
      parts: [],
    });
  });

  it('describes its models, lists them and counts tokens', async () => {
    const server = await serving({ answer: () => ({ text: 'Yes.' }) });
    const provider = providerAt(server);
    const description = await provider.describe('claude-sonnet-5-5', signal);
    expect(description).toMatchObject({
      id: 'claude-sonnet-5-5',
      hasStructuredAnswers: true,
      hasServerSearch: true,
      hasServerFetch: true,
      efforts: ['low', 'medium', 'high'],
    });
    const listed = await provider.list(signal);
    expect(listed.find(({ id }) => id === 'claude-sonnet-5-5')).toEqual(description);
    const missing = await failureOf(provider.describe('claude-2', signal));
    expect(missing.facts.models).toEqual(listed.map(({ id }) => id));
    const request = aRequest({
      tools: [read],
      serverTools: { search: { maxUses: 1 } },
      messages: [user('How long is this? '.repeat(100))],
    });
    const counted = await provider.countTokens(request, signal);
    expect(server.requests.at(-1)).toMatchObject({ path: '/v1/messages/count_tokens', status: 200 });
    const { usage } = await provider.send({ ...request, serverTools: {} }, quietWatch());
    expect(usage?.input).toBe(counted);
  });

  it('knows no other key', async () => {
    const server = await serving({ answer: () => ({ text: 'Yes.' }) });
    expect(await failureOf(anthropicAt(server).send(aRequest(), quietWatch()))).toMatchObject({
      code: 'key_rejected',
      blocks: true,
    });
  });

  it.each<[string, Fault]>([
    ['key_rejected', { status: 401 }],
    ['spend_limit', { status: 402 }],
    ['forbidden', { status: 403 }],
    ['too_large', { status: 413, body: '<html>' }],
    ['rate_limited', { status: 429, retryAfter: 3 }],
    ['spend_limit', { status: 429, errorCode: 'enforced_spend_limit_reached' }],
    ['server', { status: 500 }],
    ['server', { status: 502, body: '<html>' }],
    ['overloaded', { status: 529, retryAfter: 'Fri, 20 Nov 2026 12:01:00 GMT' }],
    ['unreachable', { reset: 'before' }],
    ['interrupted', { reset: 'after-headers' }],
    ['interrupted', { reset: 'mid-stream' }],
    ['stalled', { stall: 'before-headers' }],
    ['stalled', { stall: 'after-headers' }],
    ['stalled', { stall: 'after-first-token' }],
    ['malformed', { malformed: 'json' }],
    ['malformed', { malformed: 'event' }],
    ['interrupted', { malformed: 'truncated' }],
    ['overloaded', { errorEvent: 'overloaded_error' }],
    ['server', { errorEvent: 'api_error' }],
    ['rate_limited', { errorEvent: 'rate_limit_error' }],
    ['empty', { empty: true }],
    ['interrupted', { endWithoutStop: true }],
  ])('fails as %s: %j; the next request is answered', async (code, fault) => {
    const server = await serving({
      answer: () => ({ text: 'A longer answer, in several pieces of text, so that it has a middle.' }),
      faults: (_, n) => (n === 0 ? fault : undefined),
    });
    const provider = providerAt(server, 'stall' in fault ? 200 : undefined);
    const error = await failureOf(provider.send(aRequest(), quietWatch()));
    expect(error.code).toBe(code);
    const hadBegun = 'errorEvent' in fault || 'malformed' in fault || 'empty' in fault || 'endWithoutStop' in fault;
    if (hadBegun) expect(error.facts.usage?.input).toBeGreaterThan(0);
    const patient = providerAt(server);
    expect(textOf(await patient.send(aRequest(), quietWatch()))).toContain('A longer answer');
    expect(server.requests).toHaveLength(2);
    await server.settled();
    if ('stall' in fault) expect(server.requests[0]?.closedEarly).toBe(true);
  });
});
