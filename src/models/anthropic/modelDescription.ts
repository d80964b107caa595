import * as z from 'zod';
import { efforts, type ModelDescription } from '../provider';

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

/** Shorter prefixes are not kept, and nobody says so. From the documentation on prompt caching, read in October 2026. */
const table: ReadonlyMap<string, number> = new Map([
  ...each(512, ['opus-5-5', 'opus-5', 'sonnet-5-5', 'haiku-5-5', 'fable-5-1', 'fable-5', 'mythos-5-1', 'mythos-5']),
  ...each(1_024, ['opus-4-8', 'sonnet-5', 'sonnet-4-6', 'sonnet-4-5']),
  ...each(2_048, ['opus-4-7']),
  ...each(4_096, ['opus-4-6', 'opus-4-5', 'haiku-4-5']),
]);

/** For models that the table does not know: the largest, so that nobody counts on a cache that is not there. */
const unknown = 4_096;

/** Tokens that a prefix needs at least to be kept in the cache; a dated id is its model's. */
export const minCacheTokens = (model: string): number =>
  table.get(model.replace(/-(?:20\d{6}|latest)$/, '')) ?? unknown;

function each(tokens: number, models: readonly string[]): [string, number][] {
  return models.map((model) => [`claude-${model}`, tokens]);
}
