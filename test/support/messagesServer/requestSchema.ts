import * as z from 'zod';
import { invalid } from './apiError';
import { effortLevels } from './models';

/** The body of a request, field by field; nothing that the API does not know is let through. */

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() });
const marked = { cache_control: cacheControl.nullish() };
const caller = { caller: z.strictObject({ type: z.literal('direct') }).optional() };
const citations = z.strictObject({ enabled: z.boolean().optional() });

const citation = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('char_location') }),
  z.looseObject({ type: z.literal('page_location') }),
  z.looseObject({ type: z.literal('content_block_location') }),
  z.looseObject({ type: z.literal('search_result_location') }),
  z.strictObject({
    type: z.literal('web_search_result_location'),
    url: z.string(),
    title: z.string().nullable(),
    cited_text: z.string(),
    encrypted_index: z.string(),
  }),
]);

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(citation).nullish(),
  ...marked,
});
const imageSource = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: z.string(),
  }),
  z.strictObject({ type: z.literal('url'), url: z.string() }),
]);
const image = z.strictObject({ type: z.literal('image'), source: imageSource, ...marked });
const documentSource = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
  z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.string() }),
  z.strictObject({ type: z.literal('url'), url: z.string() }),
  z.strictObject({ type: z.literal('content'), content: z.union([z.string(), z.array(z.union([text, image]))]) }),
]);
const document = z.strictObject({
  type: z.literal('document'),
  source: documentSource,
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: citations.nullish(),
  ...marked,
});
const searchResult = z.strictObject({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: z.array(text).min(1),
  citations: citations.optional(),
  ...marked,
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.boolean().optional(),
  ...marked,
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [text, image, searchResult, document]))])
    .optional(),
});
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() });
const redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string(),
  ...caller,
  ...marked,
  input: z.record(z.string(), z.unknown()),
});
const serverToolUse = z.strictObject({
  type: z.literal('server_tool_use'),
  id: z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/),
  ...caller,
  ...marked,
  name: z.enum(['web_search', 'web_fetch']),
  input: z.record(z.string(), z.unknown()),
});
const found = z.strictObject({
  type: z.literal('web_search_result'),
  url: z.string(),
  title: z.string(),
  encrypted_content: z.string(),
  page_age: z.string().nullish(),
});
const searchError = z.strictObject({ type: z.literal('web_search_tool_result_error'), error_code: z.string() });
const searchToolResult = z.strictObject({
  type: z.literal('web_search_tool_result'),
  tool_use_id: z.string(),
  ...caller,
  ...marked,
  content: z.union([z.array(found), searchError]),
});
const fetched = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('web_fetch_result'),
    url: z.string(),
    retrieved_at: z.string().nullish(),
    content: document,
  }),
  z.strictObject({ type: z.literal('web_fetch_tool_result_error'), error_code: z.string() }),
]);
const fetchToolResult = z.strictObject({
  type: z.literal('web_fetch_tool_result'),
  tool_use_id: z.string(),
  content: fetched,
  ...caller,
  ...marked,
});

const block = z.discriminatedUnion('type', [
  text,
  image,
  document,
  searchResult,
  toolResult,
  thinking,
  redacted,
  toolUse,
  serverToolUse,
  searchToolResult,
  fetchToolResult,
]);
const message = z.strictObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([z.string(), z.array(block)]),
});

const callers = {
  allowed_callers: z
    .array(z.enum(['direct', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521']))
    .optional(),
};
const shared = { ...marked, ...callers, strict: z.boolean().optional(), defer_loading: z.boolean().optional() };
const customTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string(),
  description: z.string().optional(),
  ...shared,
  eager_input_streaming: z.boolean().nullish(),
  input_examples: z.array(z.record(z.string(), z.unknown())).optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
});
const domains = { allowed_domains: z.array(z.string()).nullish(), blocked_domains: z.array(z.string()).nullish() };
const webTool = {
  ...shared,
  ...domains,
  max_uses: z.int().positive().nullish(),
  response_inclusion: z.enum(['full', 'excluded']).optional(),
};
const location = z.strictObject({
  type: z.literal('approximate'),
  city: z.string().nullish(),
  country: z.string().length(2).nullish(),
  region: z.string().nullish(),
  timezone: z.string().nullish(),
});
const webSearch = z.strictObject({
  type: z.enum(['web_search_20250305', 'web_search_20260209', 'web_search_20260318']),
  name: z.literal('web_search'),
  ...webTool,
  user_location: location.nullish(),
});
const webFetch = z.strictObject({
  type: z.enum(['web_fetch_20250910', 'web_fetch_20260209', 'web_fetch_20260309', 'web_fetch_20260318']),
  name: z.literal('web_fetch'),
  ...webTool,
  citations: citations.nullish(),
  max_content_tokens: z.int().positive().nullish(),
  use_cache: z.boolean().optional(),
  url_sources: z.record(z.string(), z.unknown()).nullish(),
});

const display = { display: z.enum(['summarized', 'omitted']).nullish() };
const thinkingConfig = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('adaptive'), ...display }),
  z.strictObject({ type: z.literal('between_tools') }),
  z.strictObject({ type: z.literal('disabled') }),
  z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int(), ...display }),
]);
const parallel = { disable_parallel_tool_use: z.boolean().optional() };
const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...parallel }),
  z.strictObject({ type: z.literal('any'), ...parallel }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), ...parallel }),
  z.strictObject({ type: z.literal('none') }),
]);
const outputConfig = z.strictObject({
  effort: z.enum(effortLevels).nullish(),
  format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).nullish(),
});

const counted = {
  model: z.string().min(1),
  messages: z.array(message).min(1, 'at least one message is required').max(100_000),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(z.unknown()).optional(),
  tool_choice: toolChoice.optional(),
  thinking: thinkingConfig.optional(),
  output_config: outputConfig.optional(),
  cache_control: cacheControl.nullish(),
};

const countSchema = z.strictObject(counted);
const messagesSchema = z.strictObject({
  ...counted,
  max_tokens: z.int().min(0),
  stream: z.boolean().optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  inference_geo: z.string().nullish(),
  speed: z.enum(['standard', 'fast']).nullish(),
  diagnostics: z.strictObject({ previous_message_id: z.string().nullish() }).nullish(),
  // Known so that their refusal can say what they are; see the rules.
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().optional(),
  top_k: z.int().optional(),
});

export type CustomTool = z.infer<typeof customTool>;
export type WebSearchTool = z.infer<typeof webSearch>;
export type WebFetchTool = z.infer<typeof webFetch>;
export type RequestTool = CustomTool | WebSearchTool | WebFetchTool;
export type RequestBlock = z.infer<typeof block>;
export type RequestMessage = z.infer<typeof message>;
export type CacheControl = z.infer<typeof cacheControl>;
/** What a request asks for, in the API's own words. Of a count, `max_tokens` is 0. */
export type MessagesRequest = Omit<z.infer<typeof messagesSchema>, 'tools'> & { tools?: RequestTool[] };

export const isWebSearch = (tool: RequestTool): tool is WebSearchTool => tool.type?.startsWith('web_search_') ?? false;
export const isWebFetch = (tool: RequestTool): tool is WebFetchTool => tool.type?.startsWith('web_fetch_') ?? false;
export const isCustom = (tool: RequestTool): tool is CustomTool => 'input_schema' in tool;

const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return 'Extra inputs are not permitted';
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    ? 'Field required'
    : issue.message;
};

/** The deepest problem says most: of a union, the one of the shape that was nearly met. */
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

/** @throws ApiError 400 with the path of what is wrong. */
export const readRequest = (body: unknown): MessagesRequest => {
  const { tools, ...rest } = parse(messagesSchema, body);
  return { ...rest, ...readTools(tools) };
};

/** The body of `count_tokens`, which knows fewer fields. @throws ApiError 400 */
export const readCountRequest = (body: unknown): MessagesRequest => {
  const { tools, ...rest } = parse(countSchema, body);
  return { ...rest, max_tokens: 0, ...readTools(tools) };
};
