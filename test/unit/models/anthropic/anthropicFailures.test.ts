import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { cleanText, retryAfter } from '../../../../src/models/attempt';
import type { ModelError } from '../../../../src/models/modelError';
import { anthropicAt, aRequest, failureOf, quietWatch, testKey } from '../../../support/anthropic';
import { listening } from '../../../support/listening';
import { apiError, begin, json, rawEvents, said, type RawEvent } from '../../../support/rawMessage';
import { rawServer } from '../../../support/rawServer';

/** What a request fails with when the server does this. */
async function failure(
  answer: (response: ServerResponse) => void,
  options: { stallMs?: number } = {},
): Promise<ModelError> {
  const server = await rawServer(({ method }, response) =>
    method === 'POST' ? answer(response) : json(response, 500, {}),
  );
  const error = await failureOf(anthropicAt(server, options).send(aRequest(), quietWatch()));
  expect(error.message).toContain(server.url);
  expect(error.facts).toMatchObject({ provider: 'anthropic', model: 'claude-sonnet-5-5' });
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  return error;
}

const [head, ...rest] = rawEvents({ blocks: [said('Half a ')] });
/** Up to the first words of the answer. */
const half = [head, ...rest].slice(0, 4) as RawEvent[];
const halfUsage = { input: 10, cache_write: 0, cache_read: 0, output: 1 };

describe('an error of the Messages API', () => {
  it.each([
    ['key_rejected', 401, apiError('authentication_error', 'invalid bearer token')],
    ['forbidden', 403, apiError('permission_error', 'not allowed')],
    ['no_model', 404, apiError('not_found_error', 'model: claude-sonnet-5-5')],
    ['too_large', 413, apiError('request_too_large', 'Request exceeds the maximum size')],
    ['too_large', 413, '<html>Entity too large</html>'],
    ['too_large', 400, apiError('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum')],
    [
      'too_large',
      400,
      apiError('invalid_request_error', 'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000'),
    ],
    ['spend_limit', 402, apiError('billing_error', 'Pay first')],
    ['spend_limit', 402, ''],
    ['spend_limit', 400, apiError('invalid_request_error', 'Your credit balance is too low to access the API.')],
    [
      'spend_limit',
      400,
      apiError(
        'invalid_request_error',
        'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
      ),
    ],
    ['spend_limit', 429, apiError('rate_limit_error', 'Stop', { error_code: 'contract_spend_limit_reached' })],
    ['spend_limit', 429, apiError('rate_limit_error', 'Stop', { error_code: 'enforced_spend_limit_reached' })],
    [
      'spend_limit',
      402,
      apiError('invalid_request_error', 'Stop', { error_code: 'linked_organization_spend_limit_reached' }),
    ],
    ['spend_limit', 429, apiError('rate_limit_error', 'The organization has crossed its monthly usage threshold.')],
    [
      'rate_limited',
      429,
      apiError('rate_limit_error', 'Number of request tokens has exceeded your per-minute rate limit'),
    ],
    ['rate_limited', 429, apiError('rate_limit_error', 'Slower', { error_code: 'ramp_limit_exceeded' })],
    ['rate_limited', 429, ''],
    ['overloaded', 529, apiError('overloaded_error', 'Overloaded')],
    ['overloaded', 529, '<html>'],
    ['overloaded', 503, apiError('overloaded_error', 'Overloaded')],
    ['server', 500, apiError('api_error', 'Internal server error')],
    ['server', 502, '<html>Bad gateway</html>'],
    ['server', 504, apiError('timeout_error', 'Timed out')],
    ['server', 408, ''],
    ['server', 409, ''],
    [
      'bad_request',
      400,
      apiError(
        'invalid_request_error',
        'max_tokens: 200000 > 128000, which is the maximum allowed number of output tokens',
      ),
    ],
    ['bad_request', 400, apiError('invalid_request_error', 'Forced tool_choice is not supported on this model')],
    ['bad_request', 422, '{}'],
    ['bad_request', 400, '{"error":{"message":7,"type":8,"details":"x"}}'],
  ])('is %s with status %i (%j)', async (code, status, body) => {
    const error = await failure((response) => json(response, status, body));
    expect(error).toMatchObject({ code, facts: { status, requestId: 'req_e' } });
    expect(error.facts.retryAfterMs).toBeUndefined();
  });

  it('says in the provider’s words what is wrong, but neither the key nor the whole body', async () => {
    const message = `Bad key ${testKey}, Bearer ${testKey}\n\u202e and "sk-ant-other-key-42" ${'x'.repeat(5_000)}`;
    const { message: text } = await failure((response) =>
      json(response, 400, { ...apiError('invalid_request_error', message), secret: 'body' }),
    );
    expect(text).toContain('“Bad key …');
    for (const part of ['sk-ant', 'Test-Key', 'secret', 'body', '\n', '\u202e']) expect(text).not.toContain(part);
    expect(text.length).toBeLessThan(500);
    const raw = await failure((response) => json(response, 502, `<html>${testKey}</html>`));
    expect(raw.message).not.toMatch(/html|sk-ant/);
  });

  it('has no cause that would tell what its message does not', async () => {
    const error = await failure((response) => json(response, 400, apiError('invalid_request_error', testKey)));
    expect(error.cause).toBeUndefined();
    expect(JSON.stringify([error.message, error.facts])).not.toContain(testKey);
  });

  it('asks for patience in seconds or until a date', async () => {
    const limited = (header: Record<string, string>) =>
      failure((response) => json(response, 429, apiError('rate_limit_error', 'Slower'), header));
    expect((await limited({ 'retry-after': '17' })).facts.retryAfterMs).toBe(17_000);
    expect(
      (await limited({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })).facts.retryAfterMs,
    ).toBeGreaterThan(3_000_000);
    expect((await failure((response) => json(response, 529, '', { 'retry-after': '5' }))).facts.retryAfterMs).toBe(
      5_000,
    );
    expect((await failure((response) => json(response, 503, '', { 'retry-after': '6' }))).facts.retryAfterMs).toBe(
      6_000,
    );
  });

  it('is about the pace, not about money, when it says how long to wait', async () => {
    const error = await failure((response) =>
      json(response, 429, apiError('rate_limit_error', 'Above the usage limit of this minute.'), {
        'retry-after': '3',
      }),
    );
    expect(error).toMatchObject({ code: 'rate_limited', facts: { retryAfterMs: 3_000 } });
  });

  it('names the models that exist when one does not', async () => {
    const server = await rawServer(({ method }, response) =>
      method === 'GET'
        ? json(response, 200, { data: [{ id: 'claude-opus-5-5' }, { id: 'claude-haiku-5-5' }], has_more: false })
        : json(response, 404, apiError('not_found_error', 'model: claude-3')),
    );
    const error = await failureOf(anthropicAt(server).send(aRequest({ model: 'claude-3' }), quietWatch()));
    expect(error).toMatchObject({
      code: 'no_model',
      blocks: true,
      isRetryable: false,
      facts: { model: 'claude-3', status: 404, models: ['claude-opus-5-5', 'claude-haiku-5-5'] },
    });
    expect(error.message).toContain('claude-3');
  });

  it('reads no more of its text than is shown', async () => {
    let written = 0;
    const error = await failure((response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const more = (): void => {
        if (response.destroyed) return;
        written += 1;
        response.write('x'.repeat(10_000), more);
      };
      more();
    });
    expect(error.code).toBe('server');
    expect(written).toBeGreaterThan(5);
  });
});

describe('a connection to the Messages API', () => {
  it('may not come about', async () => {
    const { url, close } = await listening(createServer());
    await close();
    const error = await failureOf(anthropicAt({ url }).send(aRequest(), quietWatch()));
    expect(error).toMatchObject({ code: 'unreachable', blocks: true, isRetryable: true });
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('may end before anything was said', async () => {
    expect((await failure((response) => void response.destroy())).code).toBe('unreachable');
  });

  it('may break in mid-answer; what was used until then is known', async () => {
    const error = await failure((response) => {
      begin(response, half);
      setImmediate(() => response.destroy());
    });
    expect(error).toMatchObject({
      code: 'interrupted',
      isRetryable: true,
      facts: { usage: halfUsage, requestId: 'req_1' },
    });
  });

  it('may end too early without an error', async () => {
    const error = await failure((response) => {
      begin(response, half);
      response.end();
    });
    expect(error).toMatchObject({ code: 'interrupted', facts: { usage: halfUsage } });
    expect(
      (
        await failure((response) => {
          begin(response, []);
          response.end();
        })
      ).code,
    ).toBe('interrupted');
    // All but the last event: whatever the text says, nobody knows whether that was it.
    expect(
      (
        await failure((response) => {
          begin(response, rawEvents().slice(0, -1));
          response.end();
        })
      ).code,
    ).toBe('interrupted');
  });

  it('may stay silent: then it is closed', async () => {
    for (const events of [undefined, [], half]) {
      const server = await rawServer((_, response) => {
        if (events !== undefined) begin(response, events);
      });
      const error = await failureOf(anthropicAt(server, { stallMs: 800 }).send(aRequest(), quietWatch()));
      expect(error).toMatchObject({ code: 'stalled', blocks: false, isRetryable: true });
      expect(error.facts.usage).toEqual(events === half ? halfUsage : undefined);
      await server.requests[0]?.closed;
    }
  });

  it('is no failure once the last event is there', async () => {
    const server = await rawServer((_, response) => {
      begin(response, rawEvents());
      setImmediate(() => response.destroy());
    });
    expect((await anthropicAt(server).send(aRequest(), quietWatch())).stop).toBe('end');
  });
});

describe('a stream of the Messages API', () => {
  it.each([
    ['overloaded_error', 'overloaded'],
    ['api_error', 'server'],
    ['timeout_error', 'server'],
    ['rate_limit_error', 'rate_limited'],
    ['authentication_error', 'key_rejected'],
    ['permission_error', 'forbidden'],
    ['billing_error', 'spend_limit'],
    ['surprise_error', 'malformed'],
  ])('may hold an %s, which is %s', async (type, code) => {
    const error = await failure((response) => {
      begin(response, [...half, apiError(type, `It is the ${type}.`) as RawEvent]);
      response.end();
    });
    expect(error).toMatchObject({ code, facts: { usage: halfUsage, requestId: 'req_1' } });
    expect(error.facts.status).toBeUndefined();
    expect(error.message).toContain(`It is the ${type}.`);
  });

  it('does not lose the error while somebody is busy with the text before it', async () => {
    const server = await rawServer((_, response) => {
      begin(response, [...half, apiError('overloaded_error', 'Overloaded') as RawEvent]);
      response.end();
    });
    const texts: string[] = [];
    const busy = (text: string): void => {
      texts.push(text);
      for (const until = performance.now() + 50; performance.now() < until;) continue;
    };
    expect((await failureOf(anthropicAt(server).send(aRequest(), quietWatch({ onText: busy })))).code).toBe(
      'overloaded',
    );
    expect(texts).toEqual(['Half a ']);
  });

  const [start, ping, open, delta, close, end, stop] = rawEvents() as [
    RawEvent,
    RawEvent,
    RawEvent,
    RawEvent,
    RawEvent,
    RawEvent,
    RawEvent,
  ];
  it.each<[string, unknown[]]>([
    ['a block before the message', [open]],
    ['a second beginning', [start, start]],
    ['a gap between blocks', [start, { ...open, index: 1 }]],
    ['a piece of no block', [start, delta]],
    ['a piece of a closed block', [start, open, close, delta]],
    ['two ends of a block', [start, open, close, close]],
    ['a piece without its text', [start, open, { ...delta, delta: { type: 'text_delta' } }]],
    ['a block without a type', [start, { ...open, content_block: { text: '' } }]],
    ['a number for a block', [start, { ...open, index: 'first' }]],
    ['words for a count', [{ type: 'message_start', message: { usage: { input_tokens: 'many' } } }]],
    ['a text that is none', [start, { ...open, content_block: { type: 'text', text: 7 } }, end, stop]],
    ['a call without a name', [start, ping, { ...open, content_block: { type: 'tool_use', id: 'a' } }, end, stop]],
    ['no event at all', [{ type: 'x' }, 7].slice(1)],
  ])('is malformed with %s', async (_, events) => {
    const error = await failure((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(`event: message\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
    expect(error).toMatchObject({ code: 'malformed', isRetryable: true });
  });

  it.each([
    ['JSON that breaks off', 'text/event-stream', 'event: message_start\ndata: {"type":\n\n'],
    ['a page for people', 'text/html', '<html><title>Sign in</title></html>'],
    ['an answer that is no stream', 'application/json', '{"type":"message","content":[]}'],
  ])('is malformed when it is %s', async (_, type, body) => {
    const quiet = vi.spyOn(console, 'error');
    const error = await failure((response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });
    expect(error).toMatchObject({ code: 'malformed' });
    expect(quiet).not.toHaveBeenCalled();
    quiet.mockRestore();
  });
});

describe('retryAfter', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const of = (name: string, value: string) => retryAfter(new Headers({ [name]: value }), now);

  it('reads seconds, fractions, dates and milliseconds', () => {
    expect(of('retry-after', '17')).toBe(17_000);
    expect(of('retry-after', '0.5')).toBe(500);
    expect(of('retry-after', 'Fri, 20 Nov 2026 12:01:00 GMT')).toBe(60_000);
    expect(of('retry-after', 'Fri, 20 Nov 2026 11:00:00 GMT')).toBe(0);
    expect(of('retry-after-ms', '1500.2')).toBe(1_501);
  });

  it('believes nothing that is none, and no eternity', () => {
    for (const value of ['soon', '', '-5x']) expect(of('retry-after', value)).toBeUndefined();
    expect(retryAfter(undefined, now)).toBeUndefined();
    expect(of('retry-after', '9'.repeat(400))).toBe(31 * 24 * 3_600_000);
  });
});

describe('cleanText', () => {
  it('leaves neither the key nor what looks like one', () => {
    const text = cleanText('x-api-key: abc Authorization=Bearer zzz my-own-key sk-proj-123456', 'my-own-key');
    for (const secret of ['abc', 'zzz', 'my-own-key', '123456']) expect(text).not.toContain(secret);
  });

  it('makes one short line', () => {
    expect(cleanText(' a\r\n\tb\u0000c\u202e ', undefined)).toBe('a b c');
    expect(cleanText('x'.repeat(1_000), '')).toHaveLength(300);
  });
});
