import type { ServerResponse } from 'node:http';

export type RawEvent = { type: string } & Record<string, unknown>;

const frame = (event: RawEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export interface RawMessage {
  /** Blocks as in `content_block_start`, with their deltas. */
  blocks?: readonly { start: RawEvent; deltas?: readonly RawEvent[] }[];
  stop?: string | null;
  stopDetails?: unknown;
  usage?: Record<string, unknown>;
  lastUsage?: Record<string, unknown>;
}

const startUsage = {
  input_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
  server_tool_use: null,
};

/** The events of a message of the Messages API. */
export function rawEvents({
  blocks = [said('Hello.')],
  stop = 'end_turn',
  stopDetails = null,
  usage = startUsage,
  lastUsage = {},
}: RawMessage = {}): RawEvent[] {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    { type: 'message_start', message },
    { type: 'ping' },
    ...blocks.flatMap(({ start, deltas = [] }, index) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null, stop_details: stopDetails },
      usage: { output_tokens: 7, ...lastUsage },
    },
    { type: 'message_stop' },
  ];
}

/** A text block that comes in these pieces. */
export const said = (...pieces: string[]): { start: RawEvent; deltas: RawEvent[] } => ({
  start: { type: 'text', text: '', citations: null },
  deltas: pieces.map((text) => ({ type: 'text_delta', text })),
});

/** Begins the stream and writes these events; the answer stays open. */
export function begin(response: ServerResponse, events: readonly RawEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': 'req_1' });
  proceed(response, events);
}

/** Writes more events. */
export function proceed(response: ServerResponse, events: readonly RawEvent[]): void {
  for (const event of events) response.write(frame(event));
}

/** The whole message. */
export function stream(response: ServerResponse, message: RawMessage = {}): void {
  begin(response, rawEvents(message));
  response.end();
}

/** An answer in one piece. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_e', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export const apiError = (
  type: string,
  message: string,
  details?: Record<string, unknown>,
): Record<string, unknown> => ({
  type: 'error',
  request_id: 'req_e',
  error: { type, message, ...(details === undefined ? {} : { details }) },
});
