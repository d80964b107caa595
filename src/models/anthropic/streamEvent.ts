import * as z from 'zod';

/** A content block: of any type, with all that it came with. */
export type Block = z.infer<typeof block>;
const block = z.looseObject({ type: z.string() });

const counter = z.number().nonnegative().nullish();

/** Totals of the whole message so far; what does not apply is left out. */
export type UsageCounts = z.infer<typeof usageCounts>;
const usageCounts = z.object({
  input_tokens: counter,
  cache_creation_input_tokens: counter,
  cache_read_input_tokens: counter,
  output_tokens: counter,
  server_tool_use: z.object({ web_search_requests: counter }).nullish(),
});

const index = z.number().int().nonnegative();
const stopDetails = z.object({ category: z.string().nullish(), explanation: z.string().nullish() });
const ending = z.object({ stop_reason: z.string().nullish(), stop_details: stopDetails.nullish() });

export type StreamEvent = z.infer<typeof streamEvent>;
const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usageCounts.nullish() }) }),
  z.object({ type: z.literal('content_block_start'), index, content_block: block }),
  z.object({ type: z.literal('content_block_delta'), index, delta: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({ type: z.literal('message_delta'), delta: ending, usage: usageCounts.nullish() }),
  z.object({ type: z.literal('message_stop') }),
]);

const known: ReadonlySet<string> = new Set(streamEvent.options.map(({ shape }) => shape.type.value));

/**
 * An event of a streamed message. Undefined for types that came up later than this: the API reserves the right to add some.
 *
 * @throws ZodError on what is no event, or a known one that is malformed.
 */
export function readStreamEvent(raw: unknown): StreamEvent | undefined {
  const { type } = block.parse(raw);
  return known.has(type) ? streamEvent.parse(raw) : undefined;
}
