import type { Stream } from '@anthropic-ai/sdk/core/streaming';
import { failed, ProtocolError, type Attempt } from '../attempt';
import type { BaseUrl } from '../baseUrl';
import { IdleWatch } from '../idleWatch';
import type { ModelReply, ModelRequest, SendWatch } from '../provider';
import { MessageAssembler, type Progress } from './messageAssembler';
import { messageParams } from './messageParams';
import { modelFailure } from './modelFailure';
import { modelReply } from './modelReply';
import { openClient } from './client';
import { readStreamEvent } from './streamEvent';

/** A message is over at its last event; a server that then forgets to hang up is not waited for. */
const graceMs = 1_000;

export interface Sending {
  baseUrl: BaseUrl;
  key: string | undefined;
  stallMs: number;
}

/**
 * One request, one answer.
 *
 * @throws ModelError; the signal's reason.
 */
export async function sendRequest(
  request: ModelRequest,
  watch: SendWatch,
  { baseUrl, key, stallMs }: Sending,
): Promise<ModelReply> {
  watch.signal.throwIfAborted();
  const idle = new IdleWatch(stallMs, watch.signal);
  const message = new MessageAssembler();
  const attempt: Attempt = { provider: 'anthropic', baseUrl, key, model: request.model };
  const onBytes = (): void => {
    idle.touch();
    watch.onAlive?.();
  };
  try {
    // Not `messages.stream()`: see `MessageAssembler`.
    const answer = openClient({ baseUrl, key, onBytes }).post<Stream<unknown>>('/v1/messages', {
      body: messageParams(request),
      stream: true,
      signal: idle.signal,
    });
    const { data, response } = await answer.withResponse();
    attempt.requestId = response.headers.get('request-id') ?? undefined;
    await read(data, { message, watch, idle });
    watch.signal.throwIfAborted();
    if (!message.isComplete) throw brokenOff(message, { attempt, response });
    return answered(modelReply(message, attempt.requestId), attempt);
  } catch (error) {
    watch.signal.throwIfAborted();
    const known = { ...attempt, usage: message.usage };
    throw idle.isLate && !message.isComplete
      ? failed('stalled', known, { silentMs: stallMs })
      : modelFailure(error, known);
  } finally {
    idle.dispose();
  }
}

async function read(
  events: Stream<unknown>,
  { message, watch, idle }: { message: MessageAssembler; watch: SendWatch; idle: IdleWatch },
): Promise<void> {
  try {
    for await (const raw of events) {
      const event = readStreamEvent(raw);
      if (event !== undefined) tell(message.add(event), watch);
      if (message.isComplete) idle.finish(graceMs);
    }
  } catch (error) {
    // What breaks after the last event has nothing to break.
    if (!message.isComplete) throw error;
  }
}

function tell({ text, closed }: Progress, watch: SendWatch): void {
  if (text !== undefined) watch.onText?.(text);
  if (closed?.type !== 'server_tool_use') return;
  const input = (closed['input'] ?? {}) as Record<string, unknown>;
  if (closed['name'] === 'web_search') watch.onServerTool?.({ kind: 'search', detail: stringOr(input['query']) });
  if (closed['name'] === 'web_fetch') watch.onServerTool?.({ kind: 'fetch', detail: stringOr(input['url']) });
}

const stringOr = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The stream ended, without an error, before the message did. */
function brokenOff(message: MessageAssembler, { attempt, response }: { attempt: Attempt; response: Response }): Error {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!message.hasStarted && !isStream) return new ProtocolError('no stream of events');
  return failed('interrupted', { ...attempt, usage: message.usage });
}

/** An end without anything said or asked for is no answer. */
function answered(reply: ModelReply, attempt: Attempt): ModelReply {
  const isEmpty =
    reply.stop === 'end' &&
    !reply.parts.some((part) => part.type === 'tool_call' || (part.type === 'text' && part.text.trim() !== ''));
  if (isEmpty) throw failed('empty', { ...attempt, usage: reply.usage });
  return reply;
}
