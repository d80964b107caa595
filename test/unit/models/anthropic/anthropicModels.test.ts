import { afterEach, describe, expect, it, vi } from 'vitest';
import { IdleWatch } from '../../../../src/models/wire';
import type { ModelDescription } from '../../../../src/models/provider';
import { anthropicAt, aRequest, failureOf } from '../../../support/anthropic';
import { apiError, json } from '../../../support/rawMessage';
import { rawServer } from '../../../support/rawServer';

const { signal } = new AbortController();
const yes = { supported: true };
const no = { supported: false };

const info = (id: string, more: Record<string, unknown> = {}) => ({
  type: 'model',
  id,
  display_name: 'A model',
  created_at: '2026-10-01T00:00:00Z',
  max_input_tokens: 1_000_000,
  max_tokens: 128_000,
  capabilities: {
    structured_outputs: yes,
    citations: yes,
    image_input: no,
    server_tools: { supported: true, web_search: yes, code_execution: yes },
    effort: { supported: true, low: yes, medium: no, high: yes, xhigh: yes, max: yes },
  },
  ...more,
});

async function described(body: unknown): Promise<ModelDescription> {
  const server = await rawServer((_, response) => json(response, 200, body));
  return anthropicAt(server).describe('claude-sonnet-5-5', signal);
}

describe('the description of a model', () => {
  it('comes from the Models API', async () => {
    expect(await described(info('claude-sonnet-5-5'))).toEqual({
      id: 'claude-sonnet-5-5',
      name: 'A model',
      maxInputTokens: 1_000_000,
      maxOutputTokens: 128_000,
      hasTools: true,
      hasStructuredAnswers: true,
      hasServerSearch: true,
      hasServerFetch: true,
      efforts: ['low', 'high'],
      reportsUsage: true,
    });
  });

  it('promises nothing that the API does not tell', async () => {
    const nothing = {
      hasStructuredAnswers: false,
      hasServerSearch: false,
      hasServerFetch: false,
      efforts: [],
      hasTools: true,
    };
    for (const capabilities of [
      null,
      {},
      'all',
      { structured_outputs: null, server_tools: null, effort: null },
      { structured_outputs: no, server_tools: { web_search: no } },
    ])
      expect(await described(info('m', { capabilities }))).toMatchObject(nothing);
    expect(await described({ id: 'm' })).toEqual({
      ...nothing,
      id: 'm',
      name: 'm',
      maxInputTokens: undefined,
      maxOutputTokens: undefined,
      reportsUsage: true,
    });
    expect(await described(info('m', { max_input_tokens: null, max_tokens: 0 }))).toMatchObject({
      maxInputTokens: undefined,
      maxOutputTokens: undefined,
    });
  });

  it.each<[string, unknown]>([
    ['no id', {}],
    ['a list', []],
    ['a page', '<html>'],
  ])('is none in %s', async (_, body) => {
    await expect(described(body)).rejects.toMatchObject({ code: 'malformed' });
  });

  it('asks for the model by its id, whatever that holds', async () => {
    const server = await rawServer((_, response) => json(response, 200, { id: 'x' }));
    await anthropicAt(server).describe('a/b?c d', signal);
    expect(server.requests[0]?.path).toBe('/v1/models/a%2Fb%3Fc%20d');
  });

  it('names the models that exist when it does not', async () => {
    const server = await rawServer(({ path }, response) =>
      path.includes('?')
        ? json(response, 200, { data: [info('claude-opus-5-5')], has_more: false })
        : json(response, 404, apiError('not_found_error', 'model: gone')),
    );
    expect(await failureOf(anthropicAt(server).describe('gone', signal))).toMatchObject({
      code: 'no_model',
      facts: { model: 'gone', models: ['claude-opus-5-5'] },
    });
  });

  it('names none when they cannot be had in time', async () => {
    const server = await rawServer(({ path }, response) => {
      if (!path.includes('?')) json(response, 404, apiError('not_found_error', 'model: gone'));
    });
    const error = await failureOf(anthropicAt(server, { answerMs: 300 }).describe('gone', signal));
    expect(error).toMatchObject({ code: 'no_model' });
    expect(error.facts).not.toHaveProperty('models');
  });

  it.each([
    [401, 'authentication_error', 'key_rejected'],
    [403, 'permission_error', 'forbidden'],
    [429, 'rate_limit_error', 'rate_limited'],
    [529, 'overloaded_error', 'overloaded'],
    [500, 'api_error', 'server'],
  ])('fails with status %i as %s, which is %s', async (status, type, code) => {
    const server = await rawServer((_, response) => json(response, status, apiError(type, 'No.')));
    expect(await failureOf(anthropicAt(server).describe('m', signal))).toMatchObject({ code, facts: { status } });
    expect(server.requests).toHaveLength(1);
  });

  it('does not wait for ever, neither for an answer nor for its end', async () => {
    for (const start of [false, true]) {
      const server = await rawServer((_, response) => {
        if (start) response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      });
      const error = await failureOf(anthropicAt(server, { answerMs: 60 }).describe('m', signal));
      expect(error).toMatchObject({ code: 'unreachable', isRetryable: true });
      await server.requests[0]?.closed;
    }
  });

  it('is given up when it is aborted', async () => {
    const abort = new AbortController();
    const reason = new Error('Stopped.');
    const server = await rawServer(() => abort.abort(reason));
    await expect(anthropicAt(server).describe('m', abort.signal)).rejects.toBe(reason);
    await server.requests[0]?.closed;
  });
});

describe('the list of models', () => {
  it('has all pages', async () => {
    const server = await rawServer(({ path }, response) => {
      const after = new URLSearchParams(path.split('?')[1]).get('after_id');
      const page = after === null ? ['a', 'b'] : after === 'b' ? ['c'] : [];
      json(response, 200, {
        data: page.map((id) => info(id)),
        has_more: after === null,
        first_id: page[0],
        last_id: page.at(-1),
      });
    });
    expect((await anthropicAt(server).list(signal)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(server.requests).toHaveLength(2);
  });

  it('ends, also where the server’s does not', async () => {
    const page = Array.from({ length: 100 }, (_, index) => info(`m${index}`));
    const server = await rawServer((_, response) => json(response, 200, { data: page, has_more: true, last_id: 'm' }));
    expect(await anthropicAt(server).list(signal)).toHaveLength(1_000);
  });

  it('doubts the address, not a model, when there is none', async () => {
    const server = await rawServer((_, response) => json(response, 404, '<html>'));
    const error = await failureOf(anthropicAt(server).list(signal));
    expect(error).toMatchObject({ code: 'bad_request', facts: { status: 404 } });
    expect(error.message).toContain('base URL');
    expect(error.facts).not.toHaveProperty('model');
  });
});

describe('the tokens of a request', () => {
  const request = aRequest({
    tools: [{ name: 'read', description: 'Reads.', inputSchema: { type: 'object' } }],
    serverTools: { search: { maxUses: 1 }, fetch: { maxUses: 1, maxTokens: 1 } },
    effort: 'low',
  });

  it('are counted by the provider, without the tools of its side', async () => {
    const server = await rawServer((_, response) => json(response, 200, { input_tokens: 42 }));
    expect(await anthropicAt(server).countTokens(request, signal)).toBe(42);
    expect(server.requests[0]).toMatchObject({ path: '/v1/messages/count_tokens' });
    expect(server.requests[0]?.body).toEqual({
      model: 'claude-sonnet-5-5',
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello?' }] }],
      tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
      output_config: { effort: 'low' },
    });
  });

  it('are estimated by length where it does not', async () => {
    for (const [status, body] of [
      [400, {}],
      [404, ''],
      [500, ''],
      [200, {}],
      [200, { input_tokens: 'many' }],
    ] as const) {
      const server = await rawServer((_, response) => json(response, status, body));
      const provider = anthropicAt(server);
      const few = await provider.countTokens(request, signal);
      const long = { type: 'text', text: 'word '.repeat(1_000) } as const;
      const many = await provider.countTokens({ ...request, system: [long] }, signal);
      expect(few).toBeGreaterThan(10);
      // 5,000 letters are between 1,000 and 2,000 tokens.
      expect(many - few).toBeGreaterThan(1_000);
      expect(many - few).toBeLessThan(2_000);
    }
  });
});

describe('IdleWatch', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const watching = (ms: number): { watch: IdleWatch; outer: AbortController } => {
    vi.useFakeTimers();
    const outer = new AbortController();
    return { watch: new IdleWatch(ms, outer.signal), outer };
  };

  it('fires when nothing was heard for so long, counted from the last sign', () => {
    const { watch } = watching(100);
    vi.advanceTimersByTime(99);
    watch.touch();
    vi.advanceTimersByTime(99);
    expect([watch.isLate, watch.signal.aborted]).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect([watch.isLate, watch.signal.aborted]).toEqual([true, true]);
  });

  it('passes on an abort, and does not fire after it', () => {
    const { watch, outer } = watching(100);
    outer.abort();
    vi.advanceTimersByTime(1_000);
    watch.touch();
    expect([watch.isLate, watch.signal.aborted]).toEqual([false, true]);
    expect(new IdleWatch(100, outer.signal).signal.aborted).toBe(true);
  });

  it('ends soon after what was waited for, whatever is heard then', () => {
    const { watch } = watching(100);
    watch.finish(10);
    vi.advanceTimersByTime(9);
    watch.touch();
    watch.finish(10);
    vi.advanceTimersByTime(1);
    expect(watch.signal.aborted).toBe(true);
  });

  it('does nothing once it was stopped', () => {
    const { watch, outer } = watching(100);
    watch.dispose();
    vi.advanceTimersByTime(1_000);
    outer.abort();
    expect([watch.isLate, watch.signal.aborted, vi.getTimerCount()]).toEqual([false, false, 0]);
  });
});
