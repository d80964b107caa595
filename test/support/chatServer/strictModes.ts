import type { ChatFault } from './chatAnswer';
import type { ChatBody } from './chatRules';

/** A strict server's response in place of an answer: a status and any body. */
export interface StrictRefusal {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A server as it was reported: what it refuses, in its own words, and how its answers end. */
export interface StrictMode {
  row: string;
  /** Server whose words these are. */
  name: string;
  /** `prompt`: tokens in this server's count; `count`: requests of this kind so far, from 0. */
  refuses?(body: ChatBody, seen: { prompt: number; count: number }): StrictRefusal | undefined;
  /** Fault of the answer to the nth request. */
  fault?(count: number): ChatFault | undefined;
  /** Set if answers end without a reason. */
  hasNoFinish?: true;
  /** Requests that a whole debate needs beyond those with a server that accepts everything. */
  mostMore: number;
  /** Code of the pause, if the debate cannot be held. */
  pausesFor?: string;
}

const refused = (message: string, more: object = {}, status = 400): StrictRefusal => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } },
});

const detail = (text: string, status = 400): StrictRefusal => ({ status, body: { detail: text } });

const hasTools = ({ messages }: ChatBody): boolean => messages.some(({ role }) => role === 'tool');
const hasSystem = ({ messages }: ChatBody): boolean => messages.some(({ role }) => role === 'system');
const hasEmpty = ({ messages }: ChatBody): boolean => messages.some(({ content }) => content === '');

/** Messages of users and assistants alternate, without other roles. */
const alternates = ({ messages }: ChatBody): boolean =>
  messages
    .filter(({ role }) => role !== 'system')
    .every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));

const asked = ({ max_tokens, max_completion_tokens }: ChatBody): number => max_tokens ?? max_completion_tokens ?? 0;

const mode = (
  row: string,
  mostMore: number,
  name: string,
  more: Omit<StrictMode, 'row' | 'name' | 'mostMore'>,
): StrictMode => ({
  row,
  mostMore,
  name,
  ...more,
});

const refusing =
  (
    isMeant: (body: ChatBody, prompt: number) => boolean,
    refusal: (body: ChatBody, prompt: number) => StrictRefusal,
  ): NonNullable<StrictMode['refuses']> =>
  (body, { prompt }) =>
    isMeant(body, prompt) ? refusal(body, prompt) : undefined;

const tokenField = (name: string, refusal: StrictRefusal): StrictMode =>
  mode('token-field', 1, name, {
    refuses: refusing(
      ({ max_tokens }) => max_tokens !== undefined,
      () => refusal,
    ),
  });

const mostOutput = 8_192;
const smallOutput = (name: string, refusal: (asked: number) => StrictRefusal): StrictMode =>
  mode('small-output', 3, name, {
    refuses: refusing(
      (body) => asked(body) > mostOutput,
      (body) => refusal(asked(body)),
    ),
  });

const window = 26_000;
const windowed = (name: string, refusal: (prompt: number, asked: number) => StrictRefusal): StrictMode =>
  mode('window', 16, name, {
    refuses: refusing(
      (body, prompt) => prompt + asked(body) > window,
      (body, prompt) => refusal(prompt, asked(body)),
    ),
    pausesFor: 'context_window',
  });

const noSystem = (name: string, refusal: StrictRefusal): StrictMode =>
  mode('no-system', 1, name, { refuses: refusing(hasSystem, () => refusal) });

const toolRoles = (name: string, isMeant: (body: ChatBody) => boolean, refusal: StrictRefusal): StrictMode =>
  mode('tool-roles', 2, name, { refuses: refusing(isMeant, () => refusal) });

const emptyContent = (name: string, refusal: StrictRefusal, isMeant = hasEmpty): StrictMode =>
  mode('empty-content', 2, name, { refuses: refusing(isMeant, () => refusal) });

const badSample = (name: string, every: number, bad: { refusal: StrictRefusal } | { fault: ChatFault }): StrictMode =>
  mode('bad-sample', 40, name, {
    ...('refusal' in bad ? { refuses: (_, { count }) => (count % every === every - 1 ? bad.refusal : undefined) } : {}),
    ...('fault' in bad ? { fault: (count) => (count % every === every - 1 ? bad.fault : undefined) } : {}),
  });

const small = 14_000;
const overflow = (name: string, refusal: (prompt: number) => StrictRefusal): StrictMode =>
  mode('overflow', 16, name, {
    refuses: refusing(
      (_, prompt) => prompt > small,
      (_, prompt) => refusal(prompt),
    ),
    pausesFor: 'context_window',
  });

/** Refuses the third request of a debate once. */
const filter = (name: string, refusal: StrictRefusal): StrictMode =>
  mode('filter', 2, name, { refuses: (_, { count }) => (count === 6 ? refusal : undefined) });

const perMinute = 24_000;
const tooLargeForRate = (name: string, refusal: (whole: number) => StrictRefusal): StrictMode =>
  mode('too-large-429', 16, name, {
    refuses: refusing(
      (body, prompt) => prompt + asked(body) > perMinute,
      (body, prompt) => refusal(prompt + asked(body)),
    ),
    pausesFor: 'context_window',
  });

/** Returns an error under a wrong status in place of every fifth answer. */
const errorAnswer = (name: string, refusal: StrictRefusal): StrictMode =>
  mode('ok-errors', 40, name, {
    refuses: (_, { count }) => (count % 5 === 4 ? { ...refusal, status: 200 } : undefined),
  });

/** A server that refuses without words, so that the cause must be found by trials. */
const wordless = (strict: StrictMode): StrictMode => ({ ...strict, mostMore: strict.mostMore + 8 });

export const strictModes: readonly StrictMode[] = [
  tokenField(
    'Azure',
    refused(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    ),
  ),
  tokenField('a gateway', detail('max_tokens is deprecated for reasoning models, please send max_completion_tokens')),
  tokenField('pydantic', {
    status: 422,
    body: { detail: [{ loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
  }),
  wordless(tokenField('one without a word', { status: 400, body: 'Bad Request' })),

  smallOutput('DeepSeek', () =>
    refused(`Invalid max_tokens value, the valid range of max_tokens is [1, ${mostOutput}]`),
  ),
  smallOutput('OpenAI', (value) =>
    refused(
      `max_tokens is too large: ${value}. This model supports at most ${mostOutput} completion tokens, whereas you provided ${value}.`,
      { param: 'max_tokens' },
    ),
  ),
  smallOutput('Bedrock', () =>
    refused(
      `The maximum tokens you requested exceeds the model limit of ${mostOutput}. Try again with a maximum tokens value that is lower than ${mostOutput}.`,
    ),
  ),
  smallOutput('one without numbers', () => detail('requested output tokens exceed what this deployment allows', 422)),

  windowed('vLLM', (prompt, value) =>
    refused(
      `'max_tokens' or 'max_completion_tokens' is too large: ${value}. This model's maximum context length is ${window} tokens and your request has ${prompt} input tokens (${value} > ${window} - ${prompt}).`,
    ),
  ),
  windowed('vLLM before', (prompt, value) => ({
    status: 400,
    body: {
      object: 'error',
      message: `This model's maximum context length is ${window} tokens. However, you requested ${prompt + value} tokens (${prompt} in the messages, ${value} in the completion). Please reduce the length of the messages or completion.`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  })),
  windowed('TGI', (prompt, value) => ({
    status: 422,
    body: {
      error: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${window}. Given: ${prompt} \`inputs\` tokens and ${value} \`max_new_tokens\``,
      error_type: 'validation',
    },
  })),
  windowed('a gateway', (prompt, value) =>
    refused('Provider returned error', {
      metadata: {
        raw: JSON.stringify({
          message: `input length and \`max_tokens\` exceed context limit: ${prompt} + ${value} > ${window}`,
        }),
      },
    }),
  ),

  noSystem('vLLM', {
    status: 400,
    body: { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 },
  }),
  noSystem(
    'llama.cpp',
    refused(
      "Value is not callable: null at row 1, column 72:\n{{ raise_exception('System role not supported') }}",
      { code: 500, type: 'server_error' },
      500,
    ),
  ),
  noSystem(
    'OpenAI',
    refused("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
      param: 'messages[0].role',
      code: 'unsupported_value',
    }),
  ),
  wordless(noSystem('one without a word', { status: 500, body: 'Internal Server Error' })),

  toolRoles('Mistral', (body) => hasTools(body), refused('Only user, assistant and system roles are supported!')),
  toolRoles('TGI', (body) => !alternates(body), {
    status: 422,
    body: {
      error:
        'Template error: syntax error: Conversation roles must alternate user/assistant/user/assistant/... (in <string>:1)',
      error_type: 'template_error',
    },
  }),
  toolRoles(
    'llama.cpp',
    (body) => hasTools(body),
    refused('Unexpected role: tool', { code: 500, type: 'server_error' }, 500),
  ),
  wordless(toolRoles('one without a word', (body) => hasTools(body), detail('Unprocessable Entity', 422))),

  emptyContent('Bedrock', refused('messages: text content blocks must be non-empty')),
  emptyContent(
    'Mistral',
    refused('Assistant message must have either content or tool_calls, but not both.', {
      type: 'invalid_request_message_order',
    }),
  ),
  emptyContent(
    'Anthropic behind a gateway',
    refused('messages.1: all messages must have non-empty content except for the optional final assistant message'),
    ({ messages }) => messages.some(({ content }) => content === '' || content === null),
  ),
  wordless(emptyContent('one without a word', detail('Bad Request'))),

  ...['one', 'another', 'a third', 'a fourth']
    .slice(0, 1)
    .map((name) => mode('no-finish', 0, name, { hasNoFinish: true })),

  badSample('Groq, a call', 5, {
    refusal: refused(
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      { code: 'tool_use_failed', failed_generation: '<function=search>' },
    ),
  }),
  badSample('Groq, JSON', 4, {
    refusal: refused('Failed to generate JSON. Please adjust your prompt.', {
      code: 'json_validate_failed',
      failed_generation: '{"a": ',
    }),
  }),
  badSample('Ollama', 6, {
    refusal: {
      status: 500,
      body: { error: 'error parsing tool call: raw=\'{"query"\', err=unexpected end of JSON input' },
    },
  }),
  badSample('Groq, in mid-stream', 5, {
    fault: {
      kind: 'error',
      message: 'Tool use failed: JSON does not match the expected schema for tool calls',
      code: 'tool_use_failed',
      type: 'invalid_request_error',
    },
  }),

  overflow('vLLM', (prompt) =>
    refused(`The decoder prompt (length ${prompt}) is longer than the maximum model length of ${small}.`),
  ),
  overflow('Gemini', () =>
    refused(`The input token count exceeds the maximum number of tokens allowed (${small}).`, {
      code: 400,
      status: 'INVALID_ARGUMENT',
    }),
  ),
  overflow('Bedrock', () => refused('Input is too long for requested model.')),
  overflow('Kimi', (prompt) =>
    refused(`Invalid request: Your request exceeded model token limit: ${small} (requested: ${prompt})`),
  ),

  filter(
    'Azure',
    refused(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
      { param: 'prompt', code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } },
    ),
  ),
  filter('DeepSeek', detail('Content Exists Risk')),
  filter(
    'OpenRouter',
    refused(
      'This model requires moderation on OpenAI. Your input was flagged for "violence". No credits were charged.',
      { code: 403 },
      403,
    ),
  ),
  filter(
    'DashScope',
    refused('<400> InternalError.Algo.DataInspectionFailed: Output data may contain inappropriate content.'),
  ),

  tooLargeForRate('OpenAI', (whole) =>
    refused(
      `Request too large for test-model on tokens per min (TPM): Limit ${perMinute}, Requested ${whole}. The input or output tokens must be reduced in order to run successfully.`,
      { type: 'tokens', code: 'rate_limit_exceeded' },
      429,
    ),
  ),
  tooLargeForRate('Groq', (whole) =>
    refused(
      `Request too large for model \`test-model\` in organization \`org_01\` service tier \`on_demand\` on tokens per minute (TPM): Limit ${perMinute}, Requested ${whole}, please reduce your message size and try again.`,
      { type: 'tokens', code: 'rate_limit_exceeded' },
      413,
    ),
  ),
  tooLargeForRate('headers alone', () => ({
    ...refused('Request exceeds rate limit', {}, 429),
    headers: { 'x-ratelimit-limit-tokens': String(perMinute) },
  })),
  tooLargeForRate('a gateway', (whole) => ({
    status: 429,
    body: {
      error: `This request would use ${whole} tokens, and your limit is ${perMinute} tokens per minute. A single request cannot exceed the limit.`,
    },
  })),

  errorAnswer('FastAPI', { status: 200, body: { detail: 'The engine is overloaded, please try again' } }),
  errorAnswer('vLLM', {
    status: 200,
    body: { object: 'error', message: 'Engine is temporarily unavailable', type: 'ServiceUnavailable', code: 503 },
  }),
  errorAnswer('an event', {
    status: 200,
    body: 'event: error\ndata: {"error":{"message":"upstream timed out","type":"server_error"}}\n\n',
  }),
  errorAnswer('a code in words', {
    status: 200,
    body: { error: { message: 'Rate limit reached, slow down', code: 'rate_limit_exceeded' } },
  }),
];
