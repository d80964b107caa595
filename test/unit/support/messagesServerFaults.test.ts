import Anthropic, { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../support/messagesServer/faults';
import { said } from '../../support/messagesServer/askedServer';
import { startMessagesServer, type MessagesServer } from '../../support/messagesServer/messagesServer';

const servers: MessagesServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const words = 'One two three four five six seven eight nine ten.';
const start = async (fault: Fault, onlyFirst = false) => {
  const server = await startMessagesServer({
    answer: () => ({ text: words }),
    faults: (_, n) => (onlyFirst && n > 0 ? undefined : fault),
    chunk: 5,
  });
  servers.push(server);
  return { server, client: new Anthropic({ apiKey: 'test-key', baseURL: server.url, maxRetries: 0, logLevel: 'off' }) };
};

const ask = { model: 'claude-opus-5-5', max_tokens: 100, messages: [{ role: 'user' as const, content: said('Hi') }] };

const stream = async (client: Anthropic): Promise<{ texts: string[]; error: unknown }> => {
  const texts: string[] = [];
  const running = client.messages.stream(ask).on('text', (delta) => texts.push(delta));
  const error: unknown = await running.finalMessage().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { texts, error };
};

describe('a status by script', () => {
  it.each([
    [400, Anthropic.BadRequestError, 'invalid_request_error'],
    [401, Anthropic.AuthenticationError, 'authentication_error'],
    [402, Anthropic.PaymentRequiredError, 'billing_error'],
    [403, Anthropic.PermissionDeniedError, 'permission_error'],
    [404, Anthropic.NotFoundError, 'not_found_error'],
    [413, Anthropic.ContentTooLargeError, 'request_too_large'],
    [429, Anthropic.RateLimitError, 'rate_limit_error'],
    [500, Anthropic.InternalServerError, 'api_error'],
    [529, Anthropic.OverloadedError, 'overloaded_error'],
  ])('%i is the SDK’s error of it', async (status, kind, type) => {
    const { server, client } = await start({ status });
    const { error } = await stream(client);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, type, requestID: expect.stringMatching(/^req_/) as string });
    expect(server.totals()).toEqual({ input: 0, read: 0, write5m: 0, write1h: 0, output: 0 });
    expect(server.requests.map((request) => request.error?.type)).toEqual([type]);
  });

  it('tells when to come back', async () => {
    const { client } = await start({ status: 429, retryAfter: 17 });
    expect(((await stream(client)).error as APIError).headers?.get('retry-after')).toBe('17');
  });

  it('tells the finer code', async () => {
    const { client } = await start({ status: 429, errorCode: 'ramp_limit_exceeded' });
    expect((await stream(client)).error).toMatchObject({ errorCode: 'ramp_limit_exceeded', type: 'rate_limit_error' });
  });

  it('can have a body of its own', async () => {
    const { client } = await start({ status: 502, body: '<html>Bad gateway</html>' });
    expect((await stream(client)).error).toMatchObject({ status: 502, type: null });
  });

  it('strikes models and counting as well', async () => {
    const { client } = await start({ status: 503 });
    await expect(client.models.list()).rejects.toMatchObject({ status: 503 });
    await expect(client.messages.countTokens({ model: ask.model, messages: ask.messages })).rejects.toMatchObject({
      status: 503,
    });
  });

  it('only where the script says so', async () => {
    const { server, client } = await start({ status: 529 }, true);
    expect((await stream(client)).error).toBeInstanceOf(Anthropic.OverloadedError);
    expect((await stream(client)).error).toBeUndefined();
    expect(server.requests.map(({ status }) => status)).toEqual([529, 200]);
  });

  it('does not reach the cache', async () => {
    const { server, client } = await start({ status: 500 }, true);
    const system = [{ type: 'text' as const, text: 'x'.repeat(4_000), cache_control: { type: 'ephemeral' as const } }];
    await expect(client.messages.stream({ ...ask, system }).finalMessage()).rejects.toThrow();
    expect(server.cache.entries()).toEqual([]);
    const { usage } = await client.messages.stream({ ...ask, system }).finalMessage();
    expect(usage.cache_creation_input_tokens).toBe(1_000);
  });
});

describe('a broken connection', () => {
  it.each(['before', 'after-headers'] as const)('%s: nothing was said', async (reset) => {
    const { client } = await start({ reset });
    const { texts, error } = await stream(client);
    expect(texts).toEqual([]);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof APIConnectionError).toBe(reset === 'before');
  });

  it('in mid-stream: some of it was said', async () => {
    const { server, client } = await start({ reset: 'mid-stream' });
    const { texts, error } = await stream(client);
    expect(texts.length).toBeGreaterThan(0);
    expect(words).not.toBe(texts.join(''));
    expect(words.startsWith(texts.join(''))).toBe(true);
    expect(error).toBeInstanceOf(Error);
    await server.settled();
    expect(server.requests[0]).toMatchObject({ closedEarly: false, fault: { reset: 'mid-stream' } });
  });
});

describe('a stall', () => {
  it.each([
    ['before-headers', 0],
    ['after-headers', 0],
    ['after-first-token', 1],
  ] as const)('%s says no more, until the client leaves', async (stall, said) => {
    const { server, client } = await start({ stall });
    const texts: string[] = [];
    const running = client.messages.stream(ask).on('text', (delta) => texts.push(delta));
    if (said > 0) await running.emitted('text');
    else if (stall === 'after-headers') await running.emitted('connect');
    else while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    running.abort();
    await expect(running.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
    await server.settled();
    expect(texts).toHaveLength(said);
    expect(server.requests[0]).toMatchObject({ closedEarly: true, isDone: true });
  });

  it.each(['before-headers', 'after-first-token'] as const)('%s ends when the server closes', async (stall) => {
    const { server, client } = await start({ stall });
    const running = client.messages.stream(ask);
    const ended = running.finalMessage().catch((reason: unknown) => reason);
    if (stall === 'after-first-token') await running.emitted('text');
    else while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    expect(await ended).toBeInstanceOf(Error);
    expect(server.requests[0]).toMatchObject({ closedEarly: false, isDone: true });
  });
});

describe('an answer out of form', () => {
  it.each(['json', 'event', 'truncated'] as const)('%s fails the stream after it began', async (malformed) => {
    const { client } = await start({ malformed });
    const { texts, error } = await stream(client);
    expect(texts.length).toBeGreaterThan(0);
    expect(error).toBeInstanceOf(Error);
  });

  it('json and truncated fail the list of models too', async () => {
    const { client } = await start({ malformed: 'truncated' });
    await expect(client.models.list()).rejects.toThrow();
  });

  it('an error in mid-stream has a type and no status', async () => {
    const { client } = await start({ errorEvent: 'overloaded_error' });
    const { texts, error } = await stream(client);
    expect(texts.length).toBeGreaterThan(0);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: undefined, type: 'overloaded_error' });
  });

  it('an end without a stop keeps all of the text and fails', async () => {
    const { client } = await start({ endWithoutStop: true });
    const { texts, error } = await stream(client);
    expect(texts.join('')).toBe(words);
    expect(error).toBeInstanceOf(Error);
  });

  it('empty is whole, and says nothing', async () => {
    const { server, client } = await start({ empty: true });
    expect(await client.messages.stream(ask).finalMessage()).toMatchObject({ content: [], stop_reason: 'end_turn' });
    expect(server.mistakes).toEqual([]);
  });
});
