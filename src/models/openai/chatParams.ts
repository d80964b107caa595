import type { OpenAI } from 'openai/client';
import type { AssistantPart, Effort, ModelRequest, TextPart, ToolCallPart, UserPart } from '../provider';

type Params = OpenAI.ChatCompletionCreateParamsStreaming;
type ChatMessage = OpenAI.ChatCompletionMessageParam;

interface ParamsOptions {
  /** The request goes to OpenAI itself, which names some fields otherwise. */
  isOpenAi: boolean;
  /** Usage is asked for; some servers refuse the question. */
  asksUsage: boolean;
}

/**
 * The body of a request. Early parts do not depend on later ones, so that servers with automatic prefix caches find
 * them again; cache points therefore need no mark.
 */
export function chatParams(request: ModelRequest, { isOpenAi, asksUsage }: ParamsOptions): Params {
  const { model, tools = [], answer, maxOutputTokens } = request;
  return {
    model,
    messages: chatMessages(request),
    ...(tools.length === 0 ? {} : { tools: tools.map(asFunction) }),
    ...(answer === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { ...answer, strict: true } } }),
    // OpenAI's models that reason refuse the old name; other servers do not know the new one.
    [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: maxOutputTokens,
    ...effortField(request, isOpenAi),
    stream: true,
    ...(asksUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

/** Only OpenAI's models that reason know effort; the others refuse it. */
export const effortsOf = (model: string, isOpenAi: boolean): readonly Effort[] =>
  isOpenAi && !/^(?:ft:)?(?:gpt-[34]|chatgpt)|-chat\b/.test(model) ? ['low', 'medium', 'high'] : [];

function effortField({ model, effort }: ModelRequest, isOpenAi: boolean): { reasoning_effort?: Effort } {
  return effort !== undefined && effortsOf(model, isOpenAi).includes(effort) ? { reasoning_effort: effort } : {};
}

const asFunction = ({
  name,
  description,
  inputSchema,
}: NonNullable<ModelRequest['tools']>[number]): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});

function chatMessages({ system, messages }: ModelRequest): ChatMessage[] {
  const head: ChatMessage[] = system.length === 0 ? [] : [{ role: 'system', content: joined(system) }];
  const rest = messages.flatMap((message) =>
    message.role === 'user' ? userMessages(message.parts) : assistantMessage(message.parts),
  );
  return [...head, ...rest];
}

const joined = (parts: readonly TextPart[]): string => parts.map((part) => part.text).join('\n\n');

/** Results are in messages of their own, and must follow the calls at once. */
function userMessages(parts: readonly UserPart[]): ChatMessage[] {
  const results = parts.filter((part) => part.type === 'tool_result');
  const texts = parts.filter((part) => part.type === 'text');
  return [
    // The protocol has no mark for a failure.
    ...results.map((part): ChatMessage => ({
      role: 'tool',
      tool_call_id: part.id,
      content: part.isError === true ? `Error: ${part.text}` : part.text,
    })),
    ...(texts.length === 0 ? [] : [{ role: 'user', content: joined(texts) } as const]),
  ];
}

function assistantMessage(parts: readonly AssistantPart[]): ChatMessage {
  const calls = parts.filter((part) => part.type === 'tool_call');
  const content = joined(parts.filter((part) => part.type === 'text'));
  return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls.map(asCall) }) };
}

function asCall({ id, name, input }: ToolCallPart): OpenAI.ChatCompletionMessageFunctionToolCall {
  // Servers parse the arguments of earlier calls and fail on anything but an object.
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return {
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(isObject ? input : { unreadable: input }) },
  };
}

export const charactersPerToken = 3.6;
const tokensPerMessage = 5;
const tokensPerRequest = 10;

/** Input tokens by the number of characters: every model splits text in its own way. */
export function estimatedTokens(request: ModelRequest): number {
  const { messages, tools, response_format } = chatParams(request, { isOpenAi: false, asksUsage: false });
  const texts = messages.map(
    (message) =>
      (typeof message.content === 'string' ? message.content : '') +
      ('tool_calls' in message ? JSON.stringify(message.tool_calls) : ''),
  );
  const besides = [tools, response_format].map((field) => (field === undefined ? '' : JSON.stringify(field)));
  const characters = [...texts, ...besides].reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(characters / charactersPerToken) + messages.length * tokensPerMessage + tokensPerRequest;
}
