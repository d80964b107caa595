import * as z from 'zod';
import type { TokenUsage } from '../../models/provider';
import { jsonOf } from '../../debate/log/objects';

const count = z.number().int().min(0);

/** Usage as in the Messages protocol: `input_tokens` excludes the cache. */
const messages = z
  .object({
    input_tokens: count,
    output_tokens: count,
    cache_creation_input_tokens: count.nullish(),
    cache_read_input_tokens: count.nullish(),
  })
  .transform((usage): TokenUsage => ({
    input: usage.input_tokens,
    cache_write: usage.cache_creation_input_tokens ?? 0,
    cache_read: usage.cache_read_input_tokens ?? 0,
    output: usage.output_tokens,
  }));

/** Usage as in the Chat Completions protocol: `prompt_tokens` includes cached tokens. */
const completions = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
  })
  .transform((usage): TokenUsage => {
    const cached = Math.min(usage.prompt_tokens, usage.prompt_tokens_details?.cached_tokens ?? 0);
    return { input: usage.prompt_tokens - cached, cache_write: 0, cache_read: cached, output: usage.completion_tokens };
  });

const own = z
  .object({ input: count, output: count, cache_write: count.default(0), cache_read: count.default(0) })
  .transform((usage): TokenUsage => usage);

const usageSchema = z.union([messages, completions, own]);

/** Reads usage from a data part: the editor's interface reports none, but some model extensions send it along. */
export function usageFromPart(mimeType: string, data: Uint8Array): TokenUsage | undefined {
  if (!/(?:^|[/.\-_])usage(?:$|\+json|;)/i.test(mimeType)) return undefined;
  return usageSchema.safeParse(jsonOf(new TextDecoder().decode(data))).data;
}
