import { describe, expect, it } from 'vitest';
import type { ModelRequest, TextPart, UserPart } from '../../../../src/models/provider';
import { anthropicAt, aRequest, quietWatch } from '../../../support/anthropic';
import { stream } from '../../../support/rawMessage';
import { rawServer } from '../../../support/rawServer';

/** What the server is sent for this request. */
async function bodyOf(request: Partial<ModelRequest>): Promise<Record<string, unknown>> {
  const server = await rawServer((_, response) => stream(response));
  await anthropicAt(server).send(aRequest(request), quietWatch());
  return server.requests[0]?.body ?? {};
}

const point = (text: string): TextPart => ({ type: 'text', text, isCachePoint: true });
const text = (text: string): TextPart => ({ type: 'text', text });
const ephemeral = { cache_control: { type: 'ephemeral' } };

describe('a request to the Messages API', () => {
  it('holds model, limit, system and messages, and nothing that was not asked for', async () => {
    expect(await bodyOf({})).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 100,
      stream: true,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello?' }] }],
    });
  });

  it('leaves out system and texts that hold nothing, and messages that are left without any', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'user', parts: [text('One'), text(''), point(' \n')] },
      { role: 'assistant', parts: [text('')] },
      { role: 'user', parts: [point('Two')] },
    ];
    const body = await bodyOf({ system: [text('')], messages });
    expect(body).not.toHaveProperty('system');
    expect(body['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'One' }] },
      { role: 'user', content: [{ type: 'text', text: 'Two', ...ephemeral }] },
    ]);
  });

  it('marks cache points, the last four of them', async () => {
    const parts: UserPart[] = [
      point('c'),
      text('d'),
      { type: 'tool_result', id: 't', name: 'n', text: 'r' },
      point('e'),
    ];
    const { system, messages } = await bodyOf({
      system: [point('a'), text('-'), point('b')],
      messages: [
        { role: 'user', parts },
        { role: 'assistant', parts: [point('f')] },
        { role: 'user', parts: [point('g')] },
      ],
    });
    expect(system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: '-' },
      { type: 'text', text: 'b' },
    ]);
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: 'r' },
          { type: 'text', text: 'c', ...ephemeral },
          { type: 'text', text: 'd' },
          { type: 'text', text: 'e', ...ephemeral },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'f', ...ephemeral }] },
      { role: 'user', content: [{ type: 'text', text: 'g', ...ephemeral }] },
    ]);
  });

  it('marks cache points of the system too when there are few', async () => {
    const { system } = await bodyOf({ system: [point('a'), point('b')] });
    expect(system).toEqual([
      { type: 'text', text: 'a', ...ephemeral },
      { type: 'text', text: 'b', ...ephemeral },
    ]);
  });

  it('asks for an hour where a point does, and never behind five minutes', async () => {
    const hour = (text: string): TextPart => ({ type: 'text', text, isCachePoint: '1h' });
    const long = { cache_control: { type: 'ephemeral', ttl: '1h' } };
    const { system, messages } = await bodyOf({
      system: [hour('a')],
      messages: [{ role: 'user', parts: [hour('b'), point('c'), hour('d')] }],
    });
    expect(system).toEqual([{ type: 'text', text: 'a', ...long }]);
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'b', ...long },
          { type: 'text', text: 'c', ...ephemeral },
          { type: 'text', text: 'd', ...ephemeral },
        ],
      },
    ]);
  });

  it('sends calls and results of tools, errors among them', async () => {
    const { messages } = await bodyOf({
      messages: [
        { role: 'user', parts: [text('Look it up.')] },
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'toolu_1', name: 'read', input: { path: 'a' } }] },
        {
          role: 'user',
          parts: [{ type: 'tool_result', id: 'toolu_1', name: 'read', text: 'No such file.', isError: true }],
        },
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'toolu_2', name: 'read', input: {} }] },
        { role: 'user', parts: [{ type: 'tool_result', id: 'toolu_2', name: 'read', text: '' }] },
      ],
    });
    expect((messages as unknown[]).slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'No such file.', is_error: true }],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_2', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_2' }] },
    ]);
  });

  it('offers tools in one order, the provider’s own after ours, and never forces one', async () => {
    const inputSchema = { type: 'object', properties: {}, required: [] };
    const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema });
    const serverTools = { search: { maxUses: 3 }, fetch: { maxUses: 2, maxTokens: 5_000 } };
    const body = await bodyOf({ tools: [tool('search_evidence'), tool('fetch')], serverTools });
    expect(body).not.toHaveProperty('tool_choice');
    expect(body['tools']).toEqual([
      { name: 'fetch', description: 'Does fetch.', input_schema: inputSchema },
      { name: 'search_evidence', description: 'Does search_evidence.', input_schema: inputSchema },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
      {
        type: 'web_fetch_20250910',
        name: 'web_fetch',
        max_uses: 2,
        max_content_tokens: 5_000,
        citations: { enabled: false },
      },
    ]);
  });

  it('offers no tool that may not be used once', async () => {
    expect(
      await bodyOf({ serverTools: { search: { maxUses: 0 }, fetch: { maxUses: 0, maxTokens: 9 } } }),
    ).not.toHaveProperty('tools');
  });

  it('asks for a shape and an effort in output_config', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    expect((await bodyOf({ answer: { name: 'turn', schema }, effort: 'low' }))['output_config']).toEqual({
      effort: 'low',
      format: { type: 'json_schema', schema },
    });
    expect((await bodyOf({ effort: 'high' }))['output_config']).toEqual({ effort: 'high' });
    expect((await bodyOf({ answer: { name: 'turn', schema } }))['output_config']).toEqual({
      format: { type: 'json_schema', schema },
    });
  });

  it('sends no text in place of one that was changed, and no value that is no block', async () => {
    const original = { type: 'text', text: 'Secret.', citations: [{ type: 'web_search_result_location' }] };
    const called = {
      type: 'tool_use',
      id: 'a',
      name: 'b',
      input: { x: 1 },
      caller: { type: 'code_execution_20260120', tool_id: 'c' },
    };
    const { messages } = await bodyOf({
      messages: [
        { role: 'user', parts: [{ ...text('Secret.'), original }] },
        {
          role: 'assistant',
          parts: [
            { ...text('Struck.'), original },
            { type: 'tool_call', id: 'a', name: 'b', input: { x: 2 }, original: called },
            { type: 'opaque', value: 'of another provider' },
          ],
        },
      ],
    });
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Secret.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Struck.' },
          { type: 'tool_use', id: 'a', name: 'b', input: { x: 2 } },
        ],
      },
    ]);
  });
});
