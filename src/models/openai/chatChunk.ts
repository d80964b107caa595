import * as z from 'zod';

/** Servers differ in what they leave out, set to null or add; what is not read here does not matter. */
const functionDelta = z.object({
  name: z.string().nullish(),
  /** Text in pieces; some servers send the object itself. */
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

const callDelta = z.object({ index: z.int().nullish(), id: z.string().nullish(), function: functionDelta.nullish() });
export type CallDelta = z.infer<typeof callDelta>;

/** Mistral sends thinking and text as a list. */
const content = z.union([
  z.string(),
  z.array(z.object({ type: z.string(), text: z.string().optional() })).transform((parts) => parts.map(textOf).join('')),
]);

const delta = z.object({
  content: content.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(callDelta).nullish(),
  /** How calls looked before there were tools. */
  function_call: functionDelta.nullish(),
  /** Thinking, told apart by the server: seen, never kept. */
  reasoning_content: z.string().nullish().catch(undefined),
  reasoning: z.string().nullish().catch(undefined),
});
export type ChatDelta = z.infer<typeof delta>;

const count = z.number().nonnegative();
const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count.nullish(),
  prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
  /** DeepSeek's name for cached tokens. */
  prompt_cache_hit_tokens: count.nullish(),
});
export type ChatUsage = z.infer<typeof usage>;

/** An event of a streamed answer; `message` is the whole of it, from a server that does not stream. */
export const chatChunk = z.object({
  choices: z
    .array(
      z.object({
        index: z.int().nullish(),
        delta: delta.nullish(),
        message: delta.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usage.nullish().catch(undefined),
});
export type ChatChunk = z.infer<typeof chatChunk>;

function textOf(part: { type: string; text?: string | undefined }): string {
  return part.type === 'text' ? (part.text ?? '') : '';
}
