import type { MessageParam, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/messagesServer/answer';
import { ask, lookUp, model, said, start } from '../../support/messagesServer/askedServer';

const search = { type: 'web_search_20250305' as const, name: 'web_search' as const, max_uses: 5 };
const fetchTool = {
  type: 'web_fetch_20250910' as const,
  name: 'web_fetch' as const,
  max_uses: 5,
  max_content_tokens: 1_000,
  citations: { enabled: false },
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

  it('fetch: plain text', async () => {
    const { client } = await start({ blocks: [{ type: 'fetch', url: page.url, page }], text: 'Many.' });
    const messages = [{ role: 'user' as const, content: said(`Read ${page.url}`) }];
    const message = await client.messages.stream({ ...ask, messages, tools: [fetchTool] }).finalMessage();
    expect(message.content[1]).toMatchObject({
      type: 'web_fetch_tool_result',
      content: { type: 'web_fetch_result', url: page.url, content: { source: { type: 'text', data: page.text } } },
    });
  });

  it('fetch: no address that nobody named, not more often than allowed', async () => {
    const { client } = await start({ blocks: [0, 1, 2].map(() => ({ type: 'fetch' as const, url: page.url, page })) });
    const errors = async (tool: object, text: string): Promise<unknown[]> => {
      const message = await client.messages
        .stream({
          ...ask,
          messages: [{ role: 'user', content: said(text) }],
          tools: [{ ...fetchTool, ...tool }],
        })
        .finalMessage();
      return message.content.flatMap((block) =>
        block.type === 'web_fetch_tool_result' ? ['error_code' in block.content ? block.content.error_code : 'ok'] : [],
      );
    };
    expect(await errors({}, 'Hello')).toEqual([
      'url_not_in_prior_context',
      'url_not_in_prior_context',
      'url_not_in_prior_context',
    ]);
    expect(await errors({ max_uses: 2 }, page.url)).toEqual(['ok', 'ok', 'max_uses_exceeded']);
  });

  it('search: an error comes with status 200', async () => {
    const { client } = await start({
      blocks: [
        { type: 'search', query: 'x', error: 'unavailable' },
        { type: 'text', text: 'Nothing.' },
      ],
    });
    const message = await client.messages.stream({ ...ask, tools: [search] }).finalMessage();
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
    const first = await client.messages.stream({ ...ask, tools: [search, lookUp] }).finalMessage();
    expect(first.stop_reason).toBe('tool_use');
    const messages: MessageParam[] = [
      ...ask.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_0_1' }] },
    ];
    const second = await client.messages.stream({ ...ask, tools: [search, lookUp], messages }).finalMessage();
    expect(second.content.map(({ type }) => type)).toEqual(['web_search_tool_result', 'text']);
  });
});

describe('thinking', () => {
  const answer: Answer = { thinking: 'Let me think about this.', text: 'Paris.' };

  it('is not shown, and billed', async () => {
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

  it('counts against max_tokens', async () => {
    const { client } = await start({ thinking: 'x'.repeat(400), text: 'Paris.' });
    const message = await client.messages.stream({ ...ask, max_tokens: 50 }).finalMessage();
    expect(message).toMatchObject({ content: [{ type: 'thinking' }], stop_reason: 'max_tokens' });
  });

  const replay = async (on: string, change: { system?: string; edit?: boolean }) => {
    const { client } = await start(answer);
    const first = await client.messages
      .stream({ ...ask, model: 'claude-sonnet-5-5', system: said('Be brief.') })
      .finalMessage();
    const content = first.content.map((block) =>
      block.type === 'thinking' && change.edit === true ? { ...block, thinking: 'Mine.' } : block,
    );
    const messages: MessageParam[] = [
      ...ask.messages,
      { role: 'assistant', content },
      { role: 'user', content: said('And Spain?') },
    ];
    const request = { ...ask, model: on, system: said(change.system ?? 'Be brief.'), messages };
    return {
      count: () => client.messages.countTokens({ model: on, system: request.system, messages }),
      send: () => client.messages.stream(request).finalMessage(),
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
