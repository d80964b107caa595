import { checkAnswerSchemas, isJsonSchema } from './answerSchema';
import { ApiError, invalid } from './apiError';
import { checkMessages } from './messageRules';
import type { ModelEntry, Taken } from './models';
import { contentOf } from './prompt';
import { isCustom, isWebFetch, isWebSearch, type MessagesRequest, type RequestTool } from './requestSchema';

/** The version of the API that removed sampling parameters for all models. */
const currentVersion = '2026-10-21';
const versions = ['2023-06-01', currentVersion];

export const checkVersion = (version: string | undefined): void => {
  if (version === undefined) throw invalid('anthropic-version: header is required');
  if (!versions.includes(version)) throw invalid(`anthropic-version: "${version}" is not a valid version`);
};

/** @throws ApiError 404 */
export const modelOf = (models: readonly ModelEntry[], id: string): ModelEntry => {
  const model = models.find((entry) => entry.id === id || entry.aliases.includes(id));
  if (model === undefined || model.lifecycle === 'retired') throw new ApiError(404, 'not_found_error', `model: ${id}`);
  return model;
};

const checkSampling = (request: MessagesRequest, model: ModelEntry, version: string): void => {
  for (const name of ['temperature', 'top_p', 'top_k'] as const) {
    if (request[name] === undefined) continue;
    if (version === currentVersion) throw invalid(`${name}: Extra inputs are not permitted`);
    if (!model.sampling) throw invalid(`\`${name}\` is not supported on this model.`);
  }
};

const isRefused = (taken: Taken, effort: string): boolean =>
  taken === false || (taken === 'up to high effort' && (effort === 'xhigh' || effort === 'max'));

const checkThinking = (request: MessagesRequest, model: ModelEntry): void => {
  const { thinking } = request;
  if (thinking === undefined) return;
  const { adaptive, disabled, betweenTools, enabled } = model.thinking;
  const taken = { adaptive, disabled, between_tools: betweenTools, enabled }[thinking.type];
  if (isRefused(taken, request.output_config?.effort ?? model.defaultEffort))
    throw invalid(`thinking.type: "${thinking.type}" is not supported on this model at this effort`);
  if (thinking.type !== 'enabled') return;
  if (thinking.budget_tokens < 1_024)
    throw invalid('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  if (request.max_tokens > 0 && thinking.budget_tokens >= request.max_tokens)
    throw invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
};

const checkOutput = (request: MessagesRequest, model: ModelEntry): void => {
  const { effort, format } = request.output_config ?? {};
  if (effort != null && !model.efforts.includes(effort))
    throw invalid(`output_config.effort: This model does not support the effort '${effort}'.`);
  if (format != null && !model.structuredOutputs)
    throw invalid('output_config.format: This model does not support structured outputs.');
  if (format != null && citesSources(request))
    throw invalid('output_config.format: Citations cannot be combined with structured outputs.');
  checkAnswerSchemas(request);
};

const citesSources = (request: MessagesRequest): boolean =>
  request.messages.some((message) =>
    contentOf(message).some(
      (block) => (block.type === 'document' || block.type === 'search_result') && block.citations?.enabled === true,
    ),
  ) || (request.tools ?? []).some((tool) => isWebFetch(tool) && tool.citations?.enabled === true);

const checkChoice = (request: MessagesRequest, model: ModelEntry): void => {
  const choice = request.tool_choice;
  if (choice === undefined) return;
  const tools = request.tools ?? [];
  if (tools.length === 0) throw invalid('tool_choice: may only be specified while providing tools');
  if (choice.type !== 'any' && choice.type !== 'tool') return;
  if (!model.forcedTools)
    throw invalid(`tool_choice.type: "${choice.type}" is not supported on this model. Use "auto" or "none".`);
  if (choice.type === 'tool' && !tools.some((tool) => tool.name === choice.name))
    throw invalid(`tool_choice: Tool '${choice.name}' not found in provided tools`);
};

const checkWebTool = (tool: RequestTool, at: string, model: ModelEntry): void => {
  if (!isWebSearch(tool) && !isWebFetch(tool)) return;
  const isBasic = tool.type === 'web_search_20250305' || tool.type === 'web_fetch_20250910';
  if (model.webTools === 'none' || (model.webTools === 'basic' && !isBasic))
    throw invalid(`${at}.type: '${tool.type}' is not supported on this model.`);
  if (tool.allowed_domains != null && tool.blocked_domains != null)
    throw invalid(`${at}: Only one of allowed_domains and blocked_domains may be specified.`);
  const domain = [...(tool.allowed_domains ?? []), ...(tool.blocked_domains ?? [])].find(
    (name) => /^[a-z]+:\/\/|\s/i.test(name) || name === '',
  );
  if (domain !== undefined) throw invalid(`${at}: '${domain}' is not a valid domain: leave out the scheme`);
};

const checkCustomTool = (tool: RequestTool, at: string): void => {
  if (!isCustom(tool)) return;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name))
    throw invalid(`${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`);
  const combined = ['anyOf', 'oneOf', 'allOf'].find((key) => key in tool.input_schema);
  if (combined !== undefined)
    throw invalid(`${at}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`);
  if (!isJsonSchema(tool.input_schema))
    throw invalid(`${at}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12.`);
};

const checkTools = (request: MessagesRequest, model: ModelEntry): void => {
  const names = new Set<string>();
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const at = `tools.${index}`;
    checkCustomTool(tool, at);
    checkWebTool(tool, at, model);
    if (names.has(tool.name)) throw invalid('tools: Tool names must be unique.');
    names.add(tool.name);
  }
};

interface Marked {
  at: string;
  ttl: '5m' | '1h';
}

const controlsOf = (request: MessagesRequest): Marked[] => {
  const tools = [...(request.tools ?? [])].sort((a, b) => Number(isCustom(b)) - Number(isCustom(a)));
  const system = typeof request.system === 'string' ? [] : (request.system ?? []);
  const all: [string, object][] = [
    ...tools.map((tool, index): [string, object] => [`tools.${index}`, tool]),
    ...system.map((block, index): [string, object] => [`system.${index}`, block]),
    ...request.messages.flatMap((message, m) =>
      contentOf(message).map((block, index): [string, object] => [`messages.${m}.content.${index}`, block]),
    ),
  ];
  return all.flatMap(([at, value]) => {
    const control =
      'cache_control' in value ? (value.cache_control as { ttl?: '5m' | '1h' } | null | undefined) : undefined;
    return control == null ? [] : [{ at, ttl: control.ttl ?? '5m' }];
  });
};

const checkCacheControl = (request: MessagesRequest): void => {
  const marks = controlsOf(request);
  if (marks.length > 4)
    throw invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`);
  const short = marks.findIndex(({ ttl }) => ttl === '5m');
  const late = marks.find(({ ttl }, index) => ttl === '1h' && short >= 0 && index > short);
  if (late !== undefined)
    throw invalid(
      `${late.at}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.`,
    );
  checkAutomatic(request, marks);
};

const checkAutomatic = (request: MessagesRequest, marks: readonly Marked[]): void => {
  if (request.cache_control == null) return;
  const ttl = request.cache_control.ttl ?? '5m';
  const last = request.messages.at(-1);
  const lastAt =
    last === undefined ? '' : `messages.${request.messages.length - 1}.content.${contentOf(last).length - 1}`;
  const own = marks.find(({ at }) => at === lastAt);
  if (own !== undefined && own.ttl !== ttl)
    throw invalid('cache_control: the last block already has a cache_control with another ttl.');
  if (own === undefined && marks.length >= 4)
    throw invalid('cache_control: all 4 cache breakpoints are taken by blocks; none is left for automatic caching.');
  if (own === undefined && ttl === '1h' && marks.some((mark) => mark.ttl === '5m'))
    throw invalid(
      `cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.`,
    );
};

/** `max_tokens: 0` fills the cache and answers nothing. */
const checkPreWarm = (request: MessagesRequest): void => {
  if (request.max_tokens > 0) return;
  if (request.stream === true) throw invalid('max_tokens: 0 cannot be combined with streaming');
  if (request.output_config?.format != null)
    throw invalid('max_tokens: 0 cannot be combined with output_config.format');
  if (request.thinking?.type === 'enabled') throw invalid('max_tokens: 0 cannot be combined with extended thinking');
};

/** What holds for a request to answer and for one to count. @throws ApiError 400 */
export const checkCounted = (request: MessagesRequest, model: ModelEntry): void => {
  checkThinking(request, model);
  checkOutput(request, model);
  checkTools(request, model);
  checkChoice(request, model);
  checkCacheControl(request);
  checkMessages(request, model);
};

/** Everything that the API refuses of what is well-formed. @throws ApiError 400 */
export const checkRequest = (request: MessagesRequest, model: ModelEntry, version: string): void => {
  if (request.max_tokens > model.maxOutputTokens)
    throw invalid(
      `max_tokens: ${request.max_tokens} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${model.id}`,
    );
  checkSampling(request, model, version);
  checkPreWarm(request);
  checkCounted(request, model);
};
