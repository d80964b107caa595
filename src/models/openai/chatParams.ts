import type { OpenAI } from 'openai';
import {
  textIn,
  type AssistantPart,
  type Effort,
  type ModelReply,
  type ModelRequest,
  type TextPart,
  type ToolCallPart,
  type UserPart,
} from '../provider';
import type { ChatBody } from './abilities';

type ChatMessage = OpenAI.ChatCompletionMessageParam;

/**
 * The body of a request to a server that supports everything (see `Abilities.bodyFor`). Early parts do not depend on
 * later ones, so that automatic prefix caches find them; cache points need no mark. `isOpenAi`: the server is OpenAI
 * itself, which knows efforts.
 */
export function chatParams(request: ModelRequest, isOpenAi: boolean): ChatBody {
  const { model, tools = [], answer, maxOutputTokens } = request;
  return {
    model,
    messages: chatMessages(request),
    ...(tools.length === 0 ? {} : { tools: tools.map(asFunction) }),
    ...(answer === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { ...answer, strict: true } } }),
    max_tokens: maxOutputTokens,
    ...effortField(request, isOpenAi),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** OpenAI's reasoning models accept an effort; other models refuse it. */
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

/** Results become messages of their own, right behind the calls. */
function userMessages(parts: readonly UserPart[]): ChatMessage[] {
  const results = parts.filter((part) => part.type === 'tool_result');
  const texts = parts.filter((part) => part.type === 'text');
  return [
    // The protocol cannot mark a result as a failure.
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
  // Servers parse the arguments of earlier calls, and fail on anything but an object.
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

/** Estimates by characters, because every model splits text in its own way. */
export function estimatedTokens(request: ModelRequest): number {
  const { messages, tools, response_format } = chatParams(request, false);
  const texts = messages.map(
    (message) =>
      (typeof message.content === 'string' ? message.content : '') +
      ('tool_calls' in message ? JSON.stringify(message.tool_calls) : ''),
  );
  const besides = [tools, response_format].map((field) => (field === undefined ? '' : JSON.stringify(field)));
  const characters = [...texts, ...besides].reduce((sum, text) => sum + text.length, 0);
  return Math.ceil(characters / charactersPerToken) + messages.length * tokensPerMessage + tokensPerRequest;
}

/**
 * Whether the server accepted a schema and did not enforce it, as Ollama does with some models: the answer is prose
 * without any object. An object in a fence or after a sentence is an answer.
 */
export function isUnheld({ answer }: ModelRequest, { parts, stop }: ModelReply): boolean {
  const said = textIn(parts);
  return answer !== undefined && stop === 'end' && said.trim() !== '' && !said.includes('{');
}
