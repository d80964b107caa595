import { describe, expect, it } from 'vitest';
import { isModelError } from '../../../../src/models/modelError';
import { editorModelError } from '../../../../src/ui/models/editorModelError';
import { offeredTools, shownInput } from '../../../../src/ui/models/offeredTools';
import { usageFromPart } from '../../../../src/ui/models/usagePart';
import { formatEditorModelId, parseEditorModelId, vendorsIn } from '../../../../src/ui/models/vendors';

describe('the id of a model of the editor', () => {
  it('is its vendor and its id there, which may hold slashes', () => {
    expect(parseEditorModelId('copilot/gpt-5.2')).toEqual({ vendor: 'copilot', id: 'gpt-5.2' });
    expect(parseEditorModelId('openrouter/meta/llama-4')).toEqual({ vendor: 'openrouter', id: 'meta/llama-4' });
    for (const wrong of ['', 'gpt', '/gpt', 'copilot/', ' / '])
      expect(parseEditorModelId(wrong), wrong).toBeUndefined();
    expect(formatEditorModelId({ vendor: 'a', id: 'b/c' })).toBe('a/b/c');
  });
});

describe('those who bring models', () => {
  it('are found in the manifests of extensions, whatever else stands there', () => {
    const manifests = [
      { contributes: { languageModelChatProviders: [{ vendor: 'one' }, { vendor: 7 }, null, { vendor: 'copilot' }] } },
      { contributes: { languageModelChatProviders: { vendor: 'alone' } } },
      { contributes: {} },
      {},
      undefined,
      { contributes: { languageModelChatProviders: 'nonsense' } },
    ];
    expect(vendorsIn(manifests, ['one', 'named']).sort()).toEqual(['alone', 'copilot', 'named', 'one']);
    expect(vendorsIn([])).toEqual(['copilot']);
  });
});

describe('usage that comes as data', () => {
  const part = (value: unknown, mime = 'application/x-usage') =>
    usageFromPart(mime, new TextEncoder().encode(JSON.stringify(value)));

  it.each([
    [
      { input_tokens: 5, output_tokens: 3, cache_read_input_tokens: 7, cache_creation_input_tokens: null },
      { input: 5, cache_write: 0, cache_read: 7, output: 3 },
    ],
    [
      { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } },
      { input: 6, cache_write: 0, cache_read: 4, output: 2 },
    ],
    [
      { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
      { input: 10, cache_write: 0, cache_read: 0, output: 2 },
    ],
    [
      { input: 1, output: 2, cache_read: 3 },
      { input: 1, cache_write: 0, cache_read: 3, output: 2 },
    ],
  ])('is read as three protocols tell it: %j', (value, usage) => expect(part(value)).toEqual(usage));

  it('is read of parts that say so, and of no others', () => {
    for (const mime of ['usage', 'application/usage+json', 'application/vnd.x.usage'])
      expect(part({ input: 1, output: 2 }, mime), mime).toBeDefined();
    for (const mime of ['application/json', 'image/png', 'usages'])
      expect(part({ input: 1, output: 2 }, mime), mime).toBeUndefined();
    expect(part({ input: -1, output: 2 })).toBeUndefined();
    expect(part({ input: '1', output: 2 })).toBeUndefined();
    expect(usageFromPart('usage', new Uint8Array([0xff, 0x00]))).toBeUndefined();
  });
});

describe('an error of the editor', () => {
  const editorError = (code: string, message: string, cause?: unknown): Error =>
    Object.assign(new Error(message, { cause }), { name: 'LanguageModelError', code });
  const codeOf = (error: unknown, hasBegun = false): string => {
    const found = editorModelError(error, { model: 'v/m', hasBegun });
    return isModelError(found) ? found.code : 'refusal';
  };

  it.each([
    ['no_consent', editorError('NoPermissions', 'cannot be used')],
    ['no_model', editorError('NotFound', 'unknown')],
    ['spend_limit', editorError('Blocked', '')],
    ['spend_limit', editorError('Blocked', 'You have exceeded your premium requests')],
    ['rate_limited', editorError('Blocked', 'Rate limit exceeded, try again later')],
    ['refusal', editorError('Blocked', 'Response was filtered by the content filter')],
    ['spend_limit', editorError('Unknown', 'failed', new Error('402 quota exceeded'))],
    ['unreachable', editorError('Unknown', 'failed', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))],
    ['unreachable', editorError('Unknown', 'failed', { message: 'connect', code: 'ENOTFOUND' })],
    ['too_large', new Error('The prompt is too long: 300000 tokens')],
    ['too_large', new Error('message exceeds the limit')],
    [
      'too_large',
      new Error(
        'Request Failed: 400 {"error":{"message":"prompt token count of 136973 exceeds the limit of 128000","code":"model_max_prompt_tokens_exceeded"}}',
      ),
    ],
    ['too_large', new Error('Request Failed: 400 the request exceeds the available context size')],
    [
      'refusal',
      editorError(
        'Unknown',
        'Request Failed: 400 {"error":{"code":"content_filter","message":"The response was filtered due to the prompt triggering a content management policy."}}',
      ),
    ],
    [
      'bad_sample',
      new Error("Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."),
    ],
    ['bad_sample', new Error('error parsing tool call: invalid character')],
    [
      'too_large',
      new Error('429 Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389.'),
    ],
    ['overloaded', new Error('HTTP 529 overloaded')],
    ['key_rejected', new Error('401 Unauthorized')],
    ['server', new Error('something odd')],
    ['server', 'thrown as a text'],
  ])('is %s: %s', (code, error) => expect(codeOf(error)).toBe(code));

  it('in the middle of an answer is an interruption', () => {
    expect(codeOf(new Error('something odd'), true)).toBe('interrupted');
    expect(codeOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true)).toBe('interrupted');
    expect(codeOf(editorError('Blocked', 'quota'), true)).toBe('spend_limit');
  });

  it('about a model that is gone names those that exist', () => {
    const found = editorModelError(editorError('NotFound', ''), {
      model: 'v/m',
      hasBegun: false,
      models: ['v/a', 'w/b'],
    });
    expect(found).toMatchObject({ code: 'no_model', facts: { model: 'v/m', models: ['v/a', 'w/b'] } });
    expect((found as Error).message).toContain('v/a, w/b');
  });

  it('whose causes go in a circle ends', () => {
    const circle: { message: string; cause?: unknown } = { message: 'round' };
    circle.cause = circle;
    expect(codeOf(circle)).toBe('server');
  });
});

describe('tools of the editor', () => {
  const tool = (name: string, tags: string[] = [], inputSchema?: object) => ({
    name,
    description: `does ${name}`,
    tags,
    inputSchema,
  });

  it('are offered without Rostrum’s own, read-only only where they say so, with the schema of an object', () => {
    const offered = offeredTools([
      tool('rostrum_start_debate'),
      tool('a', ['vscode', 'ReadOnly'], { type: 'object', properties: { q: {} } }),
      tool('b'),
    ]);
    expect(offered).toEqual([
      { name: 'a', description: 'does a', isReadOnly: true, inputSchema: { type: 'object', properties: { q: {} } } },
      { name: 'b', description: 'does b', isReadOnly: false, inputSchema: { type: 'object', properties: {} } },
    ]);
  });

  it('show their whole input, without signs that hide or reorder it', () => {
    expect(shownInput({ path: 'a\u202Eb' })).toContain('\\u202e');
    expect(shownInput({ path: 'a\u202Eb' })).not.toContain('\u202E');
    const long = shownInput({ text: 'x'.repeat(5_000) });
    expect(long.length).toBeLessThan(2_100);
    expect(long).toMatch(/more characters\)$/);
    expect(shownInput(undefined)).toBe('{}');
  });
});
