import { describe, expect, it } from 'vitest';
import { errorBody, errorInEvent, readRefusal, refusalTable, type RefusalKind } from '../../../src/models/refusals';
import { statedSizes, type StatedSizes } from '../../../src/models/refusalSizes';

/** Of a request in mid-debate. */
const size = { prompt: 3_000, asked: 16_000 };

type Case = readonly [kind: RefusalKind, status: number | undefined, sent: unknown, prompt?: number];

const said = (message: string, more: object = {}): unknown => ({ error: { message, ...more } });

/** As they were reported; the servers' names stand in front. */
const cases: readonly Case[] = [
  [
    'overflow',
    400,
    said('The decoder prompt (length 21535) is longer than the maximum model length of 16384.'),
    20_000,
  ],
  [
    'overflow',
    400,
    {
      message:
        "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    },
    100_000,
  ],
  [
    'overflow',
    400,
    said("This model's maximum prompt length is 131072 but the request contains 136973 tokens."),
    130_000,
  ],
  [
    'overflow',
    400,
    said('The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).', {
      code: 400,
      status: 'INVALID_ARGUMENT',
    }),
    1_000_000,
  ],
  ['overflow', 400, said('The input token count exceeds the maximum number of tokens allowed (1048576).'), 1_100_000],
  ['overflow', 400, { message: 'Input is too long for requested model.' }],
  [
    'overflow',
    400,
    said('Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)'),
    260_000,
  ],
  [
    'overflow',
    400,
    said('<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]'),
    40_000,
  ],
  [
    'overflow',
    422,
    {
      error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1168',
      error_type: 'validation',
    },
    1_200,
  ],
  [
    'overflow',
    400,
    said('the request exceeds the available context size. try increasing the context size or enable context shift', {
      code: 400,
      type: 'exceed_context_size_error',
      n_prompt_tokens: 14429,
      n_ctx: 8192,
    }),
    14_000,
  ],
  [
    'overflow',
    400,
    {
      error:
        'Trying to keep the first 14538 tokens when context the overflows. However, the model is loaded with context length of only 2048 tokens, which is not enough.',
    },
    14_000,
  ],
  [
    'overflow',
    400,
    said(
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 10247 >= n_ctx: 4096).',
    ),
    10_000,
  ],
  ['overflow', 400, said('prompt is too long: 202128 tokens > 200000 maximum'), 190_000],
  ['overflow', 500, { detail: 'Requested tokens (2285) exceed context window of 2048' }, 2_200],
  [
    'overflow',
    400,
    said('Prompt contains 33000 tokens and 0 draft tokens, too large for model with 32768 maximum context length'),
    32_000,
  ],
  ['overflow', 413, said('Payload Too Large')],
  [
    'overflow',
    undefined,
    {
      object: 'error',
      message: 'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
      code: 400,
    },
    25_000,
  ],
  ['too_much_asked', 400, said('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]')],
  ['too_much_asked', 400, said('<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]')],
  [
    'too_much_asked',
    400,
    said(
      'max_tokens is too large: 16000. This model supports at most 8192 completion tokens, whereas you provided 16000.',
      { param: 'max_tokens', code: 'invalid_value' },
    ),
  ],
  [
    'too_much_asked',
    400,
    said(
      'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    ),
  ],
  [
    'too_much_asked',
    400,
    said(
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    ),
  ],
  [
    'too_much_asked',
    400,
    said(
      'Unable to submit request because it has a maxOutputTokens value of 16000 but the supported range is from 1 (inclusive) to 8193 (exclusive).',
    ),
  ],
  [
    'too_much_asked',
    400,
    said(
      "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 16384 tokens and your request has 2900 input tokens (16000 > 16384 - 2900).",
    ),
  ],
  [
    'too_much_asked',
    422,
    {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 16384. Given: 2900 `inputs` tokens and 16000 `max_new_tokens`',
    },
  ],
  [
    'too_much_asked',
    400,
    said(
      'input length and `max_tokens` exceed context limit: 190000 + 16000 > 204658, decrease input length or `max_tokens` and try again',
    ),
    180_000,
  ],
  [
    'too_much_asked',
    400,
    said('Provider returned error', {
      metadata: {
        raw: '{"message":"input length and `max_tokens` exceed context limit: 190000 + 16000 > 204658"}',
        provider_name: 'Amazon Bedrock',
      },
    }),
    180_000,
  ],
  ['too_much_asked', 400, said('model max length exceeded, max length:8192'), 60],
  [
    'bad_sample',
    400,
    said("Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.", {
      type: 'invalid_request_error',
      code: 'tool_use_failed',
      failed_generation: '<function=search>',
    }),
  ],
  ['bad_sample', 400, said('Failed to generate JSON. Please adjust your prompt.', { code: 'json_validate_failed' })],
  ['bad_sample', 400, said('Something went wrong.', { failed_generation: '{"side": ' })],
  [
    'bad_sample',
    500,
    { error: 'error parsing tool call: raw=\'{"input":"x"}]\', err=invalid character \']\' after top-level value' },
  ],
  ['bad_sample', undefined, { 'error parsing tool call': "invalid character 'c' looking for beginning of value" }],
  ['bad_sample', 500, said('Failed to parse input at pos 0: <|channel|>analysis', { code: 500, type: 'server_error' })],
  ['bad_sample', 502, said('The model produced invalid JSON')],
  [
    'filter',
    400,
    said(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      { param: 'prompt', code: 'content_filter', status: 400, innererror: { code: 'ResponsibleAIPolicyViolation' } },
    ),
  ],
  ['filter', 400, { detail: 'Content Exists Risk' }],
  [
    'filter',
    400,
    said('<400> InternalError.Algo.DataInspectionFailed: Input text data may contain inappropriate content.'),
  ],
  [
    'filter',
    403,
    said(
      'This model requires moderation on OpenAI. Your input was flagged for "harassment". No credits were charged.',
      { code: 403, metadata: { reasons: ['harassment'] } },
    ),
  ],
  ['filter', 400, said('Output blocked by content filtering policy', { type: 'invalid_request_error' })],
  [
    'too_large_for_rate',
    429,
    said(
      'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.',
    ),
    300_000,
  ],
  [
    'too_large_for_rate',
    413,
    said(
      'Request too large for model `llama-3.1-8b-instant` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 19010, please reduce your message size and try again.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
  ],
  [
    'busy',
    429,
    said(
      'Rate limit reached for model `llama-3.1-8b-instant` in organization `org_01` on tokens per minute (TPM): Limit 30000, Used 25034, Requested 19000. Please try again in 4.77s.',
    ),
  ],
  ['busy', 429, said('Too many requests')],
  [
    'money',
    429,
    said('You exceeded your current quota, please check your plan and billing details.', {
      code: 'insufficient_quota',
    }),
  ],
  ['key', 400, said('API key not valid. Please pass a valid API key.', { code: 400, status: 'INVALID_ARGUMENT' })],
  [
    'key',
    400,
    said(
      '{\n  "error": {\n    "code": 400,\n    "message": "API key not valid. Please pass a valid API key.",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n',
      { code: 400 },
    ),
  ],
  ['model', 404, said("model 'gpt-4o' not found, try pulling it first")],
  ['loading', 503, said('Loading model', { code: 503, type: 'unavailable_error' })],
  [
    'ability',
    400,
    said("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
      param: 'max_tokens',
      code: 'unsupported_parameter',
    }),
  ],
  [
    'ability',
    422,
    { detail: [{ loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
  ],
  [
    'ability',
    400,
    { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 },
  ],
  ['ability', 400, said('Invalid JSON payload received. Unknown name "stream_options": Cannot find field.')],
  ['other', 500, said('CUDA out of memory')],
  ['other', 400, said('temperature is odd')],
];

const textOf = (sent: unknown): string => JSON.stringify(sent);
const refusalOf = (status: number | undefined, sent: unknown) => ({ status, ...errorBody(textOf(sent)) });

describe('refusals', () => {
  it.each(cases.map((one) => [one[0], textOf(one[2]).slice(0, 90), one] as const))(
    'tell %s: %s',
    (_kind, _text, one) => {
      const [kind, status, sent, prompt = size.prompt] = one;
      expect(readRefusal(refusalOf(status, sent), { prompt, asked: size.asked }).kind).toBe(kind);
    },
  );

  it('have a report and a case for every row', () => {
    const used = new Set(
      cases.map(
        ([, status, sent, prompt = size.prompt]) =>
          readRefusal(refusalOf(status, sent), { prompt, asked: size.asked }).kind,
      ),
    );
    for (const { kind, report } of refusalTable) {
      expect(report).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/issues\/\d+$/);
      expect(used).toContain(kind);
    }
  });

  it.each<[string, StatedSizes, number?]>([
    ['the valid range of max_tokens is [1, 8192]', { output: 8_192 }],
    ['the valid range of max_tokens is [1,8192]', { output: 8_192 }],
    [
      'max_tokens: 16000 > 8,192, which is the maximum allowed number of output tokens for the model',
      { output: 8_192 },
    ],
    ['maxOutputTokens must be from 1 (inclusive) to 8193 (exclusive)', { output: 8_192 }],
    ['16,000 asked, 16,384 − 2,900 left', { window: 16_384, prompt: 2_900 }],
    ['(16000 > 16384 - 2900)', { window: 16_384, prompt: 2_900 }],
    [
      'maximum context length is 16384 tokens; 18900 requested (2900 in the messages, 16000 in the completion)',
      { window: 16_384, prompt: 2_900 },
    ],
    [
      'maximum context length is 8192 tokens; 16050 requested (50 in the messages, 16000 in the completion)',
      { window: 8_192, prompt: 50 },
      60,
    ],
    ["max_tokens 16000 > 8192 - 50, the model's context", { window: 8_192, prompt: 50 }, 60],
    ['tokens + `max_new_tokens` must be <= 4096. Given: 2900 and 16000', { window: 4_096, prompt: 2_900 }],
    ['input (1200293) exceeds 1048576', { window: 1_048_576, prompt: 1_200_293 }, 1_000_000],
    ['gpt-4o-2024-08-06 at https://a.example/2198766 says no (error code: 400)', {}],
    ['context of 32k tokens', { window: 32_000 }, 40_000],
  ])('name sizes: %s', (text, expected, prompt = size.prompt) => {
    expect(statedSizes(text, { prompt, asked: size.asked })).toEqual(expected);
  });

  it('are told from pieces of an answer', () => {
    for (const event of [
      { choices: [] },
      { choices: [{ delta: { content: 'error' } }] },
      { usage: {} },
      { id: 'x' },
      null,
      'text',
    ])
      expect(errorInEvent(event)).toBeUndefined();
    expect(errorInEvent({ detail: 'Not Found' })).toMatchObject({ message: 'Not Found' });
    expect(errorInEvent({ object: 'error', message: 'no', code: 400 })).toMatchObject({ message: 'no', code: 400 });
    expect(errorInEvent({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } })).toMatchObject({
      type: 'overloaded_error',
      message: 'busy',
    });
  });
});
