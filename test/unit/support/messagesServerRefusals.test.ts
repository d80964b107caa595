import Anthropic from '@anthropic-ai/sdk';
import type { ContentBlockParam, Message, MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { said } from '../../support/messagesServer/askedServer';
import { startMessagesServer, type MessagesServer } from '../../support/messagesServer/messagesServer';
import { defaultModels } from '../../support/messagesServer/models';

let server: MessagesServer;
let client: Anthropic;
const small = defaultModels.map((entry) =>
  entry.id === 'claude-opus-4-8' ? { ...entry, maxInputTokens: 100, webTools: false } : entry,
);

beforeAll(async () => {
  const blocks = [
    { type: 'search' as const, query: 'q', results: [{ url: 'https://a.example/', title: 'A', text: 'a' }] },
  ];
  const answer = ({ tools }: { tools?: unknown }) => (tools === undefined ? { text: '{}' } : { blocks, text: 'Ok.' });
  server = await startMessagesServer({ answer, models: small, maxBodyBytes: 1_000_000 });
  client = new Anthropic({ apiKey: 'test-key', baseURL: server.url, maxRetries: 0, logLevel: 'off' });
});
afterAll(() => server.close());

const opus = 'claude-opus-5-5';
/** A request may be wrong in ways that the SDK's types do not know. */
type Body = Record<string, unknown>;
const send = (body: Body, headers: Record<string, string> = {}): Promise<Message> =>
  client.messages
    .stream(
      {
        model: opus,
        max_tokens: 100,
        messages: [{ role: 'user', content: said('Hi') }],
        ...body,
      } as unknown as MessageCreateParams,
      { headers },
    )
    .finalMessage();
const refused = async (body: Body, message: RegExp | string): Promise<void> => {
  await expect(send(body)).rejects.toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    apiMessage: expect.stringMatching(message) as string,
  });
};
const format = (schema: Body): Body => ({ output_config: { format: { type: 'json_schema', schema } } });
const object = (properties: Body, rest: Body = {}): Body => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...rest,
});
const tool = { name: 'look_up', input_schema: { type: 'object' } };
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 };
const user = (...content: Body[]): Body => ({ role: 'user', content });
const assistant = (...content: Body[]): Body => ({ role: 'assistant', content });
const text = (words: string, rest: Body = {}): Body => ({ type: 'text', text: words, ...rest });
const mark = (ttl?: string): Body => ({ cache_control: { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) } });
const call = { type: 'tool_use', id: 't1', name: 'look_up', input: {} };
const result = { type: 'tool_result', tool_use_id: 't1', content: 'x' };

describe('who may ask', () => {
  it.each([
    ['a wrong key', { apiKey: 'wrong' }],
    ['no key', { apiKey: null }],
  ])('%s is 401', async (_, options) => {
    const stranger = new Anthropic({
      baseURL: server.url,
      maxRetries: 0,
      logLevel: 'off',
      ...options,
      ...(options.apiKey === null ? { defaultHeaders: { authorization: null, 'x-api-key': '' } } : {}),
    });
    await expect(
      stranger.messages
        .stream({ model: opus, max_tokens: 1, messages: [{ role: 'user', content: said('x') }] })
        .finalMessage(),
    ).rejects.toMatchObject({ status: 401, type: 'authentication_error' });
    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401 });
  });

  it('another version of the API is 400', async () => {
    await expect(send({}, { 'anthropic-version': '2023-06-01' })).rejects.toMatchObject({ status: 400 });
  });

  it('an unknown path is 404', async () => {
    await expect(client.get('/v1/nothing')).rejects.toMatchObject({ status: 404, type: 'not_found_error' });
  });
});

describe('how much may be asked', () => {
  it('a body over the limit is 413, from an edge that speaks HTML', async () => {
    const error: unknown = await send({ system: [text('x'.repeat(1_100_000))] }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Anthropic.ContentTooLargeError);
    expect(error).toMatchObject({ status: 413, type: null });
  });

  it('a prompt over the context is 400', async () => {
    await refused(
      { model: 'claude-opus-4-8', system: [text('x'.repeat(800))] },
      'prompt is too long: 201 tokens > 100 maximum',
    );
  });

  it('more output than the model writes is 400', async () => {
    await refused({ max_tokens: 128_001 }, 'max_tokens: 128001 > 128000');
  });
});

const refusals: [string, Body, RegExp | string][] = [
  ['an unknown field', { effort: 'high' }, 'effort: Extra inputs are not permitted'],
  ['an unknown field of a block', { messages: [user(text('x', { bold: true }))] }, 'messages.0.content.0.bold: Extra'],
  ['a missing field', { messages: [user({ type: 'text' })] }, 'messages.0.content.0.text: Field required'],
  ['no tokens', { max_tokens: 0 }, 'max_tokens: Too small'],
  ['no messages', { messages: [] }, 'at least one message'],
  ['temperature', { temperature: 1 }, 'temperature: Extra inputs'],
  ['thinking of one’s own', { thinking: { type: 'disabled' } }, 'thinking: Extra inputs'],
  ['a choice of tools', { tools: [tool], tool_choice: { type: 'auto' } }, 'tool_choice: Extra inputs'],
  ['a mark on the whole request', mark(), 'cache_control: Extra inputs'],
  [
    'effort on a model without',
    { model: 'claude-haiku-4-5', output_config: { effort: 'low' } },
    'output_config.effort',
  ],
  ['a prefilled answer', { messages: [user(text('x')), assistant(text('The answer is'))] }, 'prefill'],
  ['an answer first', { messages: [assistant(text('x')), user(text('y'))] }, 'first message'],
  ['a system message', { messages: [user(text('x')), { role: 'system', content: said('y') }] }, 'messages.1.role'],
  ['an empty text', { messages: [user(text(''))] }, 'must be non-empty'],
  ['a blank text', { messages: [user(text(' \n'))] }, 'non-whitespace'],
  ['an empty message', { messages: [user()] }, 'non-empty content'],
  ['a mark on an empty text', { system: [text('', mark())] }, 'cache_control cannot be set for empty text'],
  ['a message that is no list of blocks', { messages: [{ role: 'user', content: 'x' }] }, 'messages.0.content'],
  ['an image', { messages: [user({ type: 'image', source: {} })] }, 'messages.0.content.0.type'],
  [
    'a tool’s result of the assistant',
    { messages: [user(text('x')), assistant(result), user(text('z'))] },
    'messages.1.content.0.type',
  ],
  [
    'cited text of the user',
    { messages: [user(text('x', { citations: [{ type: 'char_location' }] }))] },
    'messages.0.content.0.citations: Extra inputs',
  ],
  ['five breakpoints', { system: [1, 2, 3, 4, 5].map((n) => text(`${n}`, mark())) }, 'maximum of 4'],
  ['an hour after five minutes', { system: [text('a', mark()), text('b', mark('1h'))] }, 'must not come after'],
  [
    'a mark on thinking',
    { messages: [user(text('x')), assistant({ type: 'thinking', thinking: '', signature: '', ...mark() })] },
    'Extra inputs',
  ],
  [
    'a call without a result',
    { tools: [tool], messages: [user(text('x')), assistant(call), user(text('y'))] },
    'without `tool_result`',
  ],
  ['a result without a call', { tools: [tool], messages: [user(result)] }, 'unexpected `tool_use_id`'],
  [
    'a result for another call',
    { tools: [tool], messages: [user(text('x')), assistant(call), user({ ...result, tool_use_id: 't2' })] },
    '`tool_result`',
  ],
  [
    'two results for a call',
    { tools: [tool], messages: [user(text('x')), assistant(call), user(result, result)] },
    'single result',
  ],
  [
    'text before a result',
    { tools: [tool], messages: [user(text('x')), assistant(call), user(text('y'), result)] },
    'must come before',
  ],
  ['a name with a blank', { tools: [{ ...tool, name: 'look up' }] }, 'tools.0.custom.name'],
  ['two tools of a name', { tools: [tool, tool] }, 'must be unique'],
  ['a tool without a schema', { tools: [{ name: 'a' }] }, 'tools.0.input_schema: Field required'],
  [
    'a choice at the top of a tool’s schema',
    { tools: [{ ...tool, input_schema: { type: 'object', anyOf: [] } }] },
    'top level',
  ],
  [
    'a tool’s schema that is none',
    { tools: [{ ...tool, input_schema: { type: 'object', properties: { a: { type: 'text' } } } }] },
    'JSON schema is invalid',
  ],
  ['domains', { tools: [{ ...search, allowed_domains: ['a.example'] }] }, 'tools.0.allowed_domains: Extra inputs'],
  ['search on a model without', { model: 'claude-opus-4-8', tools: [search] }, 'not supported on this model'],
  ['a newer search', { tools: [{ ...search, type: 'web_search_20260318' }] }, 'tools.0.type'],
  ['a strict tool', { tools: [{ ...tool, strict: true }] }, 'tools.0.strict: Extra inputs'],
];

describe('what is refused with 400', () => {
  it.each(refusals)('%s', async (_, body, message) => {
    await refused(body, message);
  });

  it('an answer that is not streamed', async () => {
    await expect(
      client.messages.create({ model: opus, max_tokens: 100, messages: [{ role: 'user', content: said('Hi') }] }),
    ).rejects.toMatchObject({ status: 400, apiMessage: 'stream: Invalid input: expected true' });
  });

  it('edited search results', async () => {
    const first = await send({ tools: [search] });
    const edit = (block: ContentBlockParam): ContentBlockParam =>
      block.type === 'web_search_tool_result' && Array.isArray(block.content)
        ? { ...block, content: block.content.map((page) => ({ ...page, title: 'B' })) }
        : block;
    const messages = (content: ContentBlockParam[]): Body => ({
      messages: [user(text('Hi')), { role: 'assistant', content }, user(text('On.'))],
    });
    await expect(send({ tools: [search], ...messages(first.content) })).resolves.toBeDefined();
    await refused({ tools: [search], ...messages(first.content.map(edit)) }, 'encrypted_content');
    await refused(
      { tools: [search], ...messages(first.content.filter(({ type }) => type !== 'server_tool_use')) },
      'unexpected `tool_use_id`',
    );
    await refused(
      { tools: [search], ...messages(first.content.filter(({ type }) => type !== 'web_search_tool_result')) },
      'without a corresponding result',
    );
  });

  it('the same when tokens are counted', async () => {
    const body = { model: opus, messages: [{ role: 'user' as const, content: said('x') }] };
    await expect(
      client.messages.countTokens({ ...body, model: 'claude-haiku-4-5', output_config: { effort: 'low' } }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(client.messages.countTokens({ ...body, max_tokens: 5 } as never)).rejects.toMatchObject({
      status: 400,
    });
  });
});

const list = { type: 'array', items: { type: 'string' } };
const many = (count: number, schema: Body): Body =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, schema]));
const schemas: [string, Body, string][] = [
  ['an open object', { type: 'object', properties: {} }, 'additionalProperties'],
  ['an open object inside', object({ a: { ...list, items: { type: 'object' } } }), 'additionalProperties'],
  ['bounds of numbers', object({ a: { type: 'number', minimum: 0 } }), "'minimum'"],
  ['bounds of lengths', object({ a: { type: 'string', maxLength: 10 } }), "'maxLength'"],
  ['more than one item', object({ a: { ...list, minItems: 2 } }), 'minItems'],
  ['at most so many items', object({ a: { ...list, maxItems: 2 } }), "'maxItems'"],
  ['oneOf', object({ a: { oneOf: [{ type: 'string' }] } }), "'oneOf'"],
  ['an unknown format of text', object({ a: { type: 'string', format: 'color' } }), 'color'],
  ['a pattern that looks ahead', object({ a: { type: 'string', pattern: '^(?=a)' } }), 'pattern'],
  [
    'recursion',
    object({ a: { $ref: '#/$defs/n' } }, { $defs: { n: object({ b: { $ref: '#/$defs/n' } }) } }),
    'Recursive',
  ],
  ['a reference elsewhere', object({ a: { $ref: 'https://a.example/schema' } }), '$ref'],
  ['objects to choose from', object({ a: { enum: [{ b: 1 }] } }), 'enum'],
  ['25 optional properties', object(many(25, { type: 'string' }), { required: [] }), 'too many optional'],
  ['17 unions', object(many(17, { type: ['string', 'null'] })), 'too many parameters with union'],
];

describe('schemas of answers', () => {
  it.each(schemas)('%s is refused', async (_, schema, message) => {
    await refused(format(schema), message.replace('$', '\\$'));
  });

  it('what is documented is taken', async () => {
    const rich = object(
      {
        a: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        b: { $ref: '#/$defs/b' },
        c: { ...list, minItems: 1 },
        d: { enum: ['x', 1, null] },
        e: { const: 'e' },
        f: { type: 'integer', description: 'A number' },
        g: { type: 'string', pattern: '^[a-z]+$' },
      },
      { $defs: { b: object({ x: { type: 'boolean' } }) } },
    );
    await expect(
      client.messages.countTokens({ model: opus, messages: [{ role: 'user', content: said('x') }], ...format(rich) }),
    ).resolves.toBeDefined();
  });
});
