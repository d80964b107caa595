import * as z from 'zod';
import { invalid } from './apiError';
import { effortLevels } from './models';

/**
 * The body of a request, field by field. Fields that the client never sends are refused, although the API knows them.
 */

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() });
const marked = { cache_control: cacheControl.optional() };
const caller = { caller: z.strictObject({ type: z.literal('direct') }).optional() };

const text = { type: z.literal('text'), text: z.string(), ...marked };
const givenText = z.strictObject(text);
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.boolean().optional(),
  ...marked,
  content: z.string().optional(),
});

const citation = z.strictObject({
  type: z.literal('web_search_result_location'),
  url: z.string(),
  title: z.string().nullable(),
  cited_text: z.string(),
  encrypted_index: z.string(),
});
const answeredText = z.strictObject({ ...text, citations: z.array(citation).nullish() });
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() });
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string(),
  ...caller,
  input: z.record(z.string(), z.unknown()),
});
const serverToolUse = z.strictObject({
  type: z.literal('server_tool_use'),
  id: z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/),
  ...caller,
  name: z.enum(['web_search', 'web_fetch']),
  input: z.record(z.string(), z.unknown()),
});
const found = z.strictObject({
  type: z.literal('web_search_result'),
  url: z.string(),
  title: z.string(),
  encrypted_content: z.string(),
  page_age: z.null(),
});
const searchError = z.strictObject({ type: z.literal('web_search_tool_result_error'), error_code: z.string() });
const searchToolResult = z.strictObject({
  type: z.literal('web_search_tool_result'),
  tool_use_id: z.string(),
  ...caller,
  content: z.union([z.array(found), searchError]),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
  title: z.string().nullable(),
  citations: z.null(),
});
const fetched = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('web_fetch_result'), url: z.string(), retrieved_at: z.string(), content: document }),
  z.strictObject({ type: z.literal('web_fetch_tool_result_error'), error_code: z.string() }),
]);
const fetchToolResult = z.strictObject({
  type: z.literal('web_fetch_tool_result'),
  tool_use_id: z.string(),
  content: fetched,
  ...caller,
});

const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.array(z.discriminatedUnion('type', [givenText, toolResult])),
});
const answeredBlock = z.discriminatedUnion('type', [
  answeredText,
  thinking,
  toolUse,
  serverToolUse,
  searchToolResult,
  fetchToolResult,
]);
const assistantMessage = z.strictObject({ role: z.literal('assistant'), content: z.array(answeredBlock) });
const message = z.discriminatedUnion('role', [userMessage, assistantMessage]);

const customTool = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  ...marked,
});
const webSearch = z.strictObject({
  type: z.literal('web_search_20250305'),
  name: z.literal('web_search'),
  max_uses: z.int().positive(),
});
const webFetch = z.strictObject({
  type: z.literal('web_fetch_20250910'),
  name: z.literal('web_fetch'),
  max_uses: z.int().positive(),
  max_content_tokens: z.int().positive(),
  citations: z.strictObject({ enabled: z.literal(false) }),
});

const outputConfig = z.strictObject({
  effort: z.enum(effortLevels).optional(),
  format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).optional(),
});

const counted = {
  model: z.string().min(1),
  messages: z.array(message).min(1, 'at least one message is required').max(100_000),
  system: z.array(givenText).optional(),
  tools: z.array(z.unknown()).optional(),
  output_config: outputConfig.optional(),
};

const countSchema = z.strictObject(counted);
const messagesSchema = z.strictObject({ ...counted, max_tokens: z.int().positive(), stream: z.literal(true) });

export type CustomTool = z.infer<typeof customTool>;
export type WebSearchTool = z.infer<typeof webSearch>;
export type WebFetchTool = z.infer<typeof webFetch>;
export type RequestTool = CustomTool | WebSearchTool | WebFetchTool;
export type RequestMessage = z.infer<typeof message>;
export type RequestBlock = RequestMessage['content'][number];
export type CacheControl = z.infer<typeof cacheControl>;
/** A request in the API's own words, always streamed; for a count, `max_tokens` is 0. */
export type MessagesRequest = Omit<z.infer<typeof messagesSchema>, 'stream' | 'tools'> & { tools?: RequestTool[] };

export const isWebSearch = (tool: RequestTool): tool is WebSearchTool => !isCustom(tool) && tool.name === 'web_search';
export const isWebFetch = (tool: RequestTool): tool is WebFetchTool => !isCustom(tool) && tool.name === 'web_fetch';
export const isCustom = (tool: RequestTool): tool is CustomTool => 'input_schema' in tool;

const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return 'Extra inputs are not permitted';
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    ? 'Field required'
    : issue.message;
};

/** Finds the deepest problem, which says most: in a union, that of the form that nearly fits. */
const deepest = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors.flat().sort((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : deepest({ ...inner, path: [...issue.path, ...inner.path] });
};

const parse = <T>(schema: z.ZodType<T>, value: unknown, at: readonly PropertyKey[] = []): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  if (first === undefined) throw invalid('The request could not be read.');
  const issue = deepest(first);
  const field = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw invalid(
    [[...at, ...issue.path, ...field].map(String).join('.'), messageOf(issue)].filter((part) => part !== '').join(': '),
  );
};

const toolSchema = (tool: unknown): z.ZodType<RequestTool> => {
  const type = typeof tool === 'object' && tool !== null && 'type' in tool ? String(tool.type) : '';
  if (type.startsWith('web_search_')) return webSearch;
  return type.startsWith('web_fetch_') ? webFetch : customTool;
};

const readTools = (tools: readonly unknown[] | undefined): { tools?: RequestTool[] } =>
  tools === undefined ? {} : { tools: tools.map((tool, index) => parse(toolSchema(tool), tool, ['tools', index])) };

/** Parses a request. @throws ApiError 400 with the path of the fault. */
export const readRequest = (body: unknown): MessagesRequest => {
  const { tools, ...rest } = parse(messagesSchema, body);
  return { ...rest, ...readTools(tools) };
};

/** Parses the body of `count_tokens`, which has fewer fields. @throws ApiError 400 */
export const readCountRequest = (body: unknown): MessagesRequest => {
  const { tools, ...rest } = parse(countSchema, body);
  return { ...rest, max_tokens: 0, ...readTools(tools) };
};
