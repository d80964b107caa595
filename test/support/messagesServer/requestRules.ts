import { checkAnswerSchema, isJsonSchema } from './answerSchema';
import { ApiError, invalid } from './apiError';
import { checkMessages } from './messageRules';
import type { ModelEntry } from './models';
import { controlOf } from './prompt';
import { isCustom, type MessagesRequest, type RequestTool } from './requestSchema';

/** The version of the API that the installed SDK speaks. */
const currentVersion = '2026-10-21';

export const checkVersion = (version: string | undefined): void => {
  if (version === undefined) throw invalid('anthropic-version: header is required');
  if (version !== currentVersion) throw invalid(`anthropic-version: "${version}" is not a valid version`);
};

/** Finds the model. @throws ApiError 404 */
export const modelOf = (models: readonly ModelEntry[], id: string): ModelEntry => {
  const model = models.find((entry) => entry.id === id || entry.aliases.includes(id));
  if (model === undefined) throw new ApiError(404, 'not_found_error', `model: ${id}`);
  return model;
};

const checkOutput = (request: MessagesRequest, model: ModelEntry): void => {
  const { effort, format } = request.output_config ?? {};
  if (effort !== undefined && !model.efforts.includes(effort))
    throw invalid(`output_config.effort: This model does not support the effort '${effort}'.`);
  if (format === undefined) return;
  if (!model.structuredOutputs) throw invalid('output_config.format: This model does not support structured outputs.');
  checkAnswerSchema(format.schema);
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
    if (!isCustom(tool) && !model.webTools) throw invalid(`${at}.type: '${tool.type}' is not supported on this model.`);
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
  const all: [string, object][] = [
    ...tools.map((tool, index): [string, object] => [`tools.${index}`, tool]),
    ...(request.system ?? []).map((block, index): [string, object] => [`system.${index}`, block]),
    ...request.messages.flatMap((message, m) =>
      message.content.map((block, index): [string, object] => [`messages.${m}.content.${index}`, block]),
    ),
  ];
  return all.flatMap(([at, value]) => {
    const control = controlOf(value);
    return control === undefined ? [] : [{ at, ttl: control.ttl ?? '5m' }];
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
};

/** Checks rules that apply to answers and counts. @throws ApiError 400 */
export const checkCounted = (request: MessagesRequest, model: ModelEntry): void => {
  checkOutput(request, model);
  checkTools(request, model);
  checkCacheControl(request);
  checkMessages(request, model);
};

/** Checks a well-formed request for everything else that the API refuses. @throws ApiError 400 */
export const checkRequest = (request: MessagesRequest, model: ModelEntry): void => {
  if (request.max_tokens > model.maxOutputTokens)
    throw invalid(
      `max_tokens: ${request.max_tokens} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${model.id}`,
    );
  checkCounted(request, model);
};
