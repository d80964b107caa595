import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type {
  AssistantPart,
  ModelMessage,
  ModelRequest,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserPart,
} from '../provider';

/** The API's limit. Earlier cache points are dropped, because the next request finds the later ones again. */
const mostCachePoints = 4;

/**
 * Translates a request for the API. Current models reject a forced `tool_choice` and a temperature; thinking stays at
 * its default.
 */
export function messageParams(request: ModelRequest): MessageCreateParamsStreaming {
  const { model, maxOutputTokens, effort, answer } = request;
  const cache = new CachePoints(request);
  const system = cache.texts(request.system);
  const messages = request.messages
    .map((message) => messageParam(message, cache))
    .filter(({ content }) => content.length > 0);
  const tools = toolParams(request);
  const format = answer && { type: 'json_schema' as const, schema: answer.schema };
  return {
    model,
    max_tokens: maxOutputTokens,
    stream: true,
    ...(system.length > 0 ? { system } : {}),
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...(effort || format ? { output_config: { ...(effort && { effort }), ...(format && { format }) } } : {}),
  };
}

/** Chooses the last cache points, in the API's order: system, then messages. */
class CachePoints {
  #left: number;
  /** Whether `1h` is still possible: the API refuses an hour after five minutes. */
  #mayBeHour = true;

  constructor({ system, messages }: ModelRequest) {
    const parts = [...system, ...messages.flatMap((message) => [...message.parts])];
    this.#left = parts.filter(isCachePoint).length;
  }

  mark<B extends TextBlockParam | ToolResultBlockParam>(part: TextPart | ToolResultPart, block: B): B {
    if (part.isCachePoint === undefined) return block;
    this.#left -= 1;
    if (this.#left >= mostCachePoints) return block;
    this.#mayBeHour &&= part.isCachePoint === '1h';
    return { ...block, cache_control: { type: 'ephemeral', ...(this.#mayBeHour ? { ttl: '1h' } : {}) } };
  }

  texts(parts: readonly TextPart[]): TextBlockParam[] {
    return parts.filter(isSaid).map((part) => this.mark(part, { type: 'text', text: part.text }));
  }
}

const isCachePoint = (part: UserPart | AssistantPart): boolean =>
  (part.type === 'tool_result' || (part.type === 'text' && isSaid(part))) && part.isCachePoint !== undefined;

/** The API refuses empty texts, even those that it has sent. */
const isSaid = ({ text }: TextPart): boolean => text.trim() !== '';

function messageParam(message: ModelMessage, cache: CachePoints): MessageParam & { content: ContentBlockParam[] } {
  if (message.role === 'user')
    return { role: 'user', content: resultsFirst(message.parts).flatMap((part) => userBlock(part, cache)) };
  return { role: 'assistant', content: message.parts.flatMap((part) => assistantBlock(part, cache) ?? []) };
}

/** The API accepts results only in first place. */
const resultsFirst = (parts: readonly UserPart[]): UserPart[] => [
  ...parts.filter(({ type }) => type === 'tool_result'),
  ...parts.filter(({ type }) => type !== 'tool_result'),
];

function userBlock(part: UserPart, cache: CachePoints): ContentBlockParam[] {
  if (part.type === 'text') return cache.texts([part]);
  const { id, text, isError } = part;
  const block: ToolResultBlockParam = {
    type: 'tool_result',
    tool_use_id: id,
    ...(text === '' ? {} : { content: text }),
    ...(isError === true ? { is_error: true } : {}),
  };
  return [cache.mark(part, block)];
}

function assistantBlock(part: AssistantPart, cache: CachePoints): ContentBlockParam | undefined {
  switch (part.type) {
    case 'text':
      return isSaid(part) ? cache.mark(part, originalText(part) ?? { type: 'text', text: part.text }) : undefined;
    case 'tool_call':
      return originalCall(part) ?? { type: 'tool_use', id: part.id, name: part.name, input: part.input };
    case 'opaque':
      return isBlock(part.value) ? part.value : undefined;
  }
}

const block = z.looseObject({ type: z.string() });
/** Whether the value is a block of the API; only this provider makes them. */
const isBlock = (value: unknown): value is ContentBlockParam => block.safeParse(value).success;

/** Returns the API's own block, unless the text was changed. */
function originalText({ text, original }: TextPart): TextBlockParam | undefined {
  return isBlock(original) && original.type === 'text' && original.text === text ? original : undefined;
}

function originalCall({ id, name, input, original }: ToolCallPart): ContentBlockParam | undefined {
  if (!isBlock(original) || original.type !== 'tool_use') return undefined;
  return original.id === id && original.name === name && isDeepStrictEqual(original.input, input)
    ? original
    : undefined;
}

/** Sorted, because tools come first in the cached prefix, which a change would invalidate. */
function toolParams({ tools = [], serverTools }: ModelRequest): ToolUnion[] {
  const ours = [...tools]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description, inputSchema }): Tool => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' },
    }));
  return [...ours, ...serverToolParams(serverTools)];
}

/**
 * First versions of the server tools, which every model accepts and calls directly. In later versions the model's code
 * filters the results, so the caller would not see what it has read.
 */
function serverToolParams(tools: ModelRequest['serverTools']): ToolUnion[] {
  const { search, fetch } = tools ?? {};
  return [
    ...(search && search.maxUses > 0
      ? [{ type: 'web_search_20250305' as const, name: 'web_search' as const, max_uses: search.maxUses }]
      : []),
    ...(fetch && fetch.maxUses > 0
      ? [
          {
            type: 'web_fetch_20250910' as const,
            name: 'web_fetch' as const,
            max_uses: fetch.maxUses,
            max_content_tokens: fetch.maxTokens,
            citations: { enabled: false },
          },
        ]
      : []),
  ];
}

/**
 * Bytes, because scripts with long characters count for more; measured on English prose and JSON with the tokenizer
 * since 4.7. Older models need fewer tokens.
 */
const bytesPerToken = 3.2;

/** Estimates by length, for when the provider cannot be asked. */
export function estimatedTokens(request: ModelRequest): number {
  const { system, messages, tools, output_config } = messageParams(request);
  return Math.ceil(Buffer.byteLength(JSON.stringify({ system, messages, tools, output_config })) / bytesPerToken);
}
