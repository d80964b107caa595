import { describe, expect, it } from 'vitest';
import type { Learned, ModelRequest } from '../../../../src/models/provider';
import { objectOf } from '../../../../src/debate/log/objects';
import { anthropicAt, aRequest, failureOf, quietWatch } from '../../../support/anthropic';
import { apiError, json, said, stream } from '../../../support/rawMessage';
import { rawServer } from '../../../support/rawServer';

type Body = Record<string, unknown>;

/** A compatible server that refuses some requests, what was sent to it, and what was learned. */
async function learning(
  refuses: (body: Body) => string | undefined,
  { request = {}, status = 400 }: { request?: Partial<ModelRequest>; status?: number } = {},
) {
  const bodies: Body[] = [];
  const server = await rawServer(({ method, body }, response) => {
    const sent = objectOf(body);
    if (method === 'POST') bodies.push(sent);
    const refusal = method === 'POST' ? refuses(sent) : 'There is nothing here.';
    const type = status === 429 ? 'rate_limit_error' : 'invalid_request_error';
    if (refusal === undefined) stream(response, { blocks: [said('Yes.')] });
    else json(response, status, apiError(type, refusal));
  });
  const provider = anthropicAt(server);
  const learned: Learned[] = [];
  const sending = provider.send(aRequest({ maxOutputTokens: 16_000, ...request }), {
    ...quietWatch(),
    onLearned: (one) => learned.push(one),
  });
  return { sending, bodies, learned, provider };
}

const most = (body: Body): number => Number(body['max_tokens']);

describe('a server of the Messages API', () => {
  it.each([
    [8_192, 'max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for this model'],
    [8_192, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'],
  ])('that answers in %s tokens is asked for no more, once it has said so', async (limit, words) => {
    const { sending, bodies, learned, provider } = await learning((body) => (most(body) > limit ? words : undefined));
    expect(await sending).toMatchObject({ stop: 'end' });
    expect(bodies.map(most)).toEqual([16_000, limit]);
    expect(learned).toMatchObject([{ text: 'answers in 8,192 tokens at most' }]);
    await provider.send(aRequest({ maxOutputTokens: 16_000 }), quietWatch());
    expect(bodies.map(most)).toEqual([16_000, limit, limit]);
  });

  it('whose window is passed by the answer alone is asked for less', async () => {
    const { sending, bodies } = await learning((body) =>
      most(body) > 10_000 ? 'input length and `max_tokens` exceed context limit: 20 + 16000 > 10020' : undefined,
    );
    expect(await sending).toMatchObject({ stop: 'end' });
    expect(bodies.map(most)).toEqual([16_000, 10_000]);
  });

  it.each<[string, Partial<ModelRequest>, string]>([
    ['effort', { effort: 'low' }, 'output_config.effort: Extra inputs are not permitted'],
    [
      'server_tools',
      { serverTools: { search: { maxUses: 1 } } },
      'tools.0.web_search_20250305: not supported by this model',
    ],
  ])('that lacks %s is asked without it', async (_, request, words) => {
    const { sending, bodies, learned } = await learning(
      (body) => (body['output_config'] !== undefined || body['tools'] !== undefined ? words : undefined),
      { request },
    );
    expect(await sending).toMatchObject({ stop: 'end' });
    expect(bodies).toHaveLength(2);
    expect(learned).toHaveLength(1);
  });

  it('that lacks schemas is described so, for its caller to ask in plain text', async () => {
    const { sending, bodies, provider } = await learning(
      (body) =>
        body['output_config'] === undefined ? undefined : 'output_config.format: Extra inputs are not permitted',
      { request: { answer: { name: 'a', schema: { type: 'object' } } } },
    );
    expect(await failureOf(sending)).toMatchObject({ code: 'bad_request' });
    expect(bodies).toHaveLength(1);
    const able = {
      ...{ id: 'claude-sonnet-5-5', name: 'x', maxInputTokens: 1, maxOutputTokens: 1, hasTools: true },
      ...{ hasStructuredAnswers: true, hasServerSearch: true, hasServerFetch: true, efforts: [], reportsUsage: true },
    };
    expect(provider.asLearned?.(able)).toMatchObject({ hasStructuredAnswers: false, hasServerSearch: true });
  });

  it.each([
    ['filtered', 400, 'Output blocked by content filtering policy'],
    [
      'too_large',
      429,
      'This request of 36000 tokens would exceed your limit of 10000 tokens per minute; the request must be reduced.',
    ],
    ['too_large', 400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['rate_limited', 429, 'Number of requests has exceeded your per-minute rate limit'],
  ])('fails with %s under status %s: %s', async (code, status, words) => {
    const { sending } = await learning(() => words, { status });
    expect(await failureOf(sending)).toMatchObject({ code });
  });
});
