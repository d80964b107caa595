import * as z from 'zod';
import { efforts, type ModelDescription } from '../provider';
import { minCacheTokens } from './minCacheTokens';

const support = z.object({ supported: z.boolean().nullish() }).nullish();
const tokens = z.number().int().positive().nullish().catch(undefined);

const capabilities = z.object({
  structured_outputs: support,
  server_tools: z.object({ web_search: support, web_fetch: support }).nullish(),
  effort: z.object({ low: support, medium: support, high: support }).nullish(),
});

const modelInfo = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  max_input_tokens: tokens,
  max_tokens: tokens,
  capabilities: capabilities.nullish().catch(undefined),
});

/**
 * From what the Models API tells. What it does not tell the model cannot do: then answers are asked for in plain text, and
 * searches go elsewhere.
 *
 * @throws ZodError
 */
export function modelDescription(raw: unknown): ModelDescription {
  const { id, display_name, max_input_tokens, max_tokens, capabilities: can } = modelInfo.parse(raw);
  const hasServerSearch = can?.server_tools?.web_search?.supported ?? false;
  return {
    id,
    name: display_name ?? id,
    maxInputTokens: max_input_tokens ?? undefined,
    maxOutputTokens: max_tokens ?? undefined,
    hasTools: true,
    hasStructuredAnswers: can?.structured_outputs?.supported ?? false,
    hasServerSearch,
    // The API does not tell it apart: the models that search also fetch.
    hasServerFetch: can?.server_tools?.web_fetch?.supported ?? hasServerSearch,
    efforts: efforts.filter((effort) => can?.effort?.[effort]?.supported === true),
    tellsUsage: true,
    minCacheTokens: minCacheTokens(id),
  };
}
