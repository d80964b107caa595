import type {
  ContentBlock,
  Message,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';

/** An event of the stream, or the sign of life that the API sends between them. */
export type ServerEvent = RawMessageStreamEvent | { type: 'ping' };

const pieces = (text: string, size: number): string[] => {
  const all = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  return all.length === 0 ? [''] : all;
};

/** The block before its content. */
const opened = (block: ContentBlock): ContentBlock => {
  switch (block.type) {
    case 'text':
      return { ...block, text: '', citations: block.citations === null ? null : [] };
    case 'thinking':
      return { ...block, signature: '' };
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
};

const deltas = (block: ContentBlock, chunk: number, cutInput?: string): RawContentBlockDelta[] => {
  switch (block.type) {
    case 'text':
      return [
        ...(block.citations ?? []).map((citation) => ({ type: 'citations_delta' as const, citation })),
        ...pieces(block.text, chunk).map((text) => ({ type: 'text_delta' as const, text })),
      ];
    case 'thinking':
      return [{ type: 'signature_delta', signature: block.signature }];
    case 'tool_use':
    case 'server_tool_use':
      return ['', ...pieces(cutInput ?? JSON.stringify(block.input), chunk)].map((json) => ({
        type: 'input_json_delta',
        partial_json: json,
      }));
    default:
      return [];
  }
};

const blockEvents = (block: ContentBlock, index: number, chunk: number, cutInput?: string): ServerEvent[] => [
  { type: 'content_block_start', index, content_block: opened(block) },
  ...deltas(block, chunk, cutInput).map((delta) => ({ type: 'content_block_delta' as const, index, delta })),
  { type: 'content_block_stop', index },
];

/** A message as events of the stream. `begun`: its usage at the beginning; totals come at the end. */
export const eventsOf = (
  message: Message,
  begun: Message['usage'],
  chunk: number,
  cutInput?: string,
): ServerEvent[] => {
  const { content, stop_reason, stop_sequence, stop_details, usage, container } = message;
  const [first, ...rest] = content.map((block, index) =>
    blockEvents(block, index, chunk, index === content.length - 1 ? cutInput : undefined),
  );
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, stop_details: null, stop_sequence: null, usage: begun },
    },
    ...(first?.slice(0, 1) ?? []),
    { type: 'ping' },
    ...(first?.slice(1) ?? []),
    ...rest.flat(),
    {
      type: 'message_delta',
      delta: { container, stop_reason, stop_sequence, stop_details },
      usage: {
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        cache_creation_input_tokens: usage.cache_creation_input_tokens,
        cache_read_input_tokens: usage.cache_read_input_tokens,
        server_tool_use: usage.server_tool_use,
        output_tokens_details: usage.output_tokens_details,
      },
    },
    { type: 'message_stop' },
  ];
};

export const frame = (event: { type: string }): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
