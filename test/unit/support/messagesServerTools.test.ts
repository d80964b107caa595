import type { MessageParam, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/messagesServer/answer';
import { ask, lookUp, model, start } from '../../support/messagesServer/askedServer';

const search = {
  type: 'web_search_20260318' as const,
  name: 'web_search' as const,
  allowed_callers: ['direct' as const],
};
const fetchTool = {
  type: 'web_fetch_20260318' as const,
  name: 'web_fetch' as const,
  allowed_callers: ['direct' as const],
  citations: { enabled: true },
};

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
    expect(message.content.map(({ type }) => type)).toEqual([
      'text',
      'server_tool_use',
      'web_search_tool_result',
      'text',
      'text',
      'text',
    ]);
    expect(message.content[2]).toMatchObject({
      content: [{ type: 'web_search_result', url: page.url, title: 'Paris', page_age: null }],
    });
    expect(JSON.stringify(message.content)).not.toContain(page.text);
    expect(message.content[4]).toMatchObject({
      citations: [{ type: 'web_search_result_location', url: page.url, cited_text: '2.1 million inhabitants' }],
    });
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
    expect(message.content[1]).toMatchObject({
      type: 'web_fetch_tool_result',
      content: { type: 'web_fetch_result', url: page.url, content: { source: { type: 'text', data: page.text } } },
    });
    expect(message.content[2]).toMatchObject({
      citations: [
        {
          type: 'char_location',
          start_char_index: 10,
          end_char_index: 21,
          document_index: 0,
          cited_text: '2.1 million',
        },
      ],
    });
  });

  it('fetch: no address that nobody named, no domain that is blocked, not more often than allowed', async () => {
    const { client } = await start({ blocks: [0, 1, 2].map(() => ({ type: 'fetch' as const, url: page.url, page })) });
    const errors = async (tool: object, text: string): Promise<unknown[]> => {
      const message = await client.messages.create({
        ...ask,
        messages: [{ role: 'user', content: text }],
        tools: [{ ...fetchTool, ...tool }],
      });
      return message.content.flatMap((block) =>
        block.type === 'web_fetch_tool_result' ? ['error_code' in block.content ? block.content.error_code : 'ok'] : [],
      );
    };
    expect(await errors({}, 'Hello')).toEqual([
      'url_not_in_prior_context',
      'url_not_in_prior_context',
      'url_not_in_prior_context',
    ]);
    expect(await errors({ blocked_domains: ['paris.example'] }, page.url)).toContain('url_not_allowed');
    expect(await errors({ max_uses: 2 }, page.url)).toEqual(['ok', 'ok', 'max_uses_exceeded']);
  });

  it('search: an error comes with status 200', async () => {
    const { client } = await start({
      blocks: [
        { type: 'search', query: 'x', error: 'unavailable' },
        { type: 'text', text: 'Nothing.' },
      ],
    });
    const message = await client.messages.create({ ...ask, tools: [search] });
    expect(message.content[1]).toMatchObject({
      content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
    });
    expect(message.usage.server_tool_use).toBeNull();
  });

  it('pause: what was said is sent back as it came, and goes on', async () => {
    const { client } = await start((_, { n }) =>
      n === 0
        ? { blocks: found.blocks?.slice(0, 2) ?? [], stop: 'pause_turn' }
        : { blocks: found.blocks?.slice(2) ?? [] },
    );
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
        : {
            blocks: [
              { type: 'search', query: 'x', of: 'srvtoolu_0_0', results: [page] },
              { type: 'text', text: 'Done.' },
            ],
          },
    );
    const first = await client.messages.create({ ...ask, tools: [search, lookUp] });
    expect(first.stop_reason).toBe('tool_use');
    const messages: MessageParam[] = [
      ...ask.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_0_1' }] },
    ];
    const second = await client.messages.create({ ...ask, tools: [search, lookUp], messages });
    expect(second.content.map(({ type }) => type)).toEqual(['web_search_tool_result', 'text']);
  });

  it('that the model’s own code would call cannot be called directly', async () => {
    const { server, client } = await start(found);
    await expect(
      client.messages.create({ ...ask, tools: [{ type: search.type, name: 'web_search' }] }),
    ).rejects.toMatchObject({ status: 500 });
    expect(server.mistakes).toEqual([expect.stringContaining('allowed_callers')]);
  });

  it('documents of the request are cited by place', async () => {
    const { client } = await start({
      blocks: [{ type: 'text', text: 'So.', citations: [{ document: 1, quote: 'second' }] }],
    });
    const document = (data: string) => ({
      type: 'document' as const,
      source: { type: 'text' as const, media_type: 'text/plain' as const, data },
      title: data,
      citations: { enabled: true },
    });
    const messages: MessageParam[] = [{ role: 'user', content: [document('first'), document('the second')] }];
    const message = await client.messages.stream({ ...ask, messages }).finalMessage();
    expect(message.content[0]).toMatchObject({
      citations: [{ document_index: 1, document_title: 'the second', start_char_index: 4, end_char_index: 10 }],
    });
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
    expect(events.some((event) => event.type === 'content_block_delta' && event.delta.type === 'thinking_delta')).toBe(
      false,
    );
  });

  it('is shown on request', async () => {
    const { client } = await start(answer, { chunk: 4 });
    const message = await client.messages
      .stream({ ...ask, thinking: { type: 'adaptive', display: 'summarized' } })
      .finalMessage();
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
    const content = first.content.map((block) =>
      block.type === 'thinking' && change.edit === true ? { ...block, thinking: 'Mine.' } : block,
    );
    const messages: MessageParam[] = [
      ...ask.messages,
      { role: 'assistant', content },
      { role: 'user', content: 'And Spain?' },
    ];
    const request = { ...ask, model: on, system: change.system ?? 'Be brief.', messages };
    return {
      count: () => client.messages.countTokens({ model: on, system: request.system, messages }),
      send: () => client.messages.create(request),
    };
  };

  it('may be sent back as it came', async () => {
    await expect((await replay('claude-sonnet-5-5', {})).send()).resolves.toBeDefined();
  });

  it('may not be edited', async () => {
    await expect((await replay('claude-sonnet-5-5', { edit: true })).send()).rejects.toThrow(/Invalid `signature`/);
  });

  it('may not be sent back with another system, where the model binds it', async () => {
    await expect((await replay('claude-sonnet-5-5', { system: 'Be long.' })).send()).rejects.toThrow(
      /must be replayed/,
    );
  });

  it('is dropped in silence by another model', async () => {
    const elsewhere = await (await replay('claude-opus-5-5', { system: 'Be long.' })).count();
    const here = await (await replay('claude-sonnet-5-5', {})).count();
    expect(elsewhere.input_tokens).toBeLessThan(here.input_tokens);
    await expect((await replay('claude-opus-5-5', { system: 'Be long.' })).send()).resolves.toBeDefined();
  });
});
