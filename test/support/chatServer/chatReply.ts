import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ChatAnswer, ChatFault } from './chatAnswer';
import { contentOf, deltasOf, finishOf, messageOf, type Delta } from './chatPieces';
import type { ChatProfile } from './chatProfile';
import type { ChatBody, Refusal } from './chatRules';
import type { ChatUsage, PrefixCache } from './chatUsage';

export interface ReplyContext {
  profile: ChatProfile;
  body: ChatBody;
  cache: PrefixCache;
  /** Takes the answer's usage, even if it breaks off. */
  book: (usage: ChatUsage) => void;
  /** Id of this request, in `id` and `x-request-id`. */
  requestId: string;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof value === 'string' ? value : JSON.stringify(value));
}

export function sendRefusal(
  response: ServerResponse,
  { status, message, code, type, param }: Refusal,
  headers: Record<string, string> = {},
): void {
  sendJson(
    response,
    status,
    { error: { message, type: type ?? 'api_error', param: param ?? null, code: code ?? null } },
    headers,
  );
}

/** Sends the answer in the requested form, and applies its fault. */
export async function sendAnswer(response: ServerResponse, answer: ChatAnswer, context: ReplyContext): Promise<void> {
  const { fault } = answer;
  if (fault?.kind === 'status') sendStatus(response, fault, context);
  else if ((fault?.kind === 'reset' || fault?.kind === 'stall') && fault.after === undefined)
    await holdOrReset(response, fault.kind);
  else if (context.body.stream) await stream(response, answer, context);
  else sendWhole(response, answer, context);
}

function booked(answer: ChatAnswer, { cache, body, book }: ReplyContext): ChatUsage {
  const usage = cache.count(body, contentOf(answer));
  book(usage);
  return usage;
}

function sendWhole(response: ServerResponse, answer: ChatAnswer, context: ReplyContext): void {
  const usage = booked(answer, context);
  const choice = {
    index: 0,
    message: messageOf(answer, context.profile),
    finish_reason: finishOf(answer, context.profile),
  };
  sendJson(
    response,
    200,
    { ...head(context, 'chat.completion'), choices: [choice], usage },
    { 'x-request-id': context.requestId },
  );
}

function sendStatus(
  response: ServerResponse,
  fault: ChatFault & { kind: 'status' },
  { requestId }: ReplyContext,
): void {
  const headers = { 'x-request-id': requestId, ...fault.headers };
  if (fault.body !== undefined) sendJson(response, fault.status, fault.body, headers);
  else sendRefusal(response, { message: `status ${fault.status}`, ...fault }, headers);
}

async function holdOrReset(response: ServerResponse, kind: 'reset' | 'stall'): Promise<void> {
  if (kind === 'reset') response.socket?.resetAndDestroy();
  else if (!response.closed) await once(response, 'close');
}

const head = ({ body, requestId }: ReplyContext, object: string) => ({
  id: `chatcmpl-${requestId}`,
  object,
  created: 0,
  model: body.model,
});

async function stream(response: ServerResponse, answer: ChatAnswer, context: ReplyContext): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': context.requestId });
  const { fault } = answer;
  const write = (data: string): Promise<void> =>
    new Promise((resolve) => response.write(`data: ${data}\n\n`, () => resolve()));
  const chunk = (delta: Delta, finish: string | null = null): Promise<void> =>
    write(
      JSON.stringify({
        ...head(context, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason: finish }],
      }),
    );

  await chunk({ role: 'assistant', content: '' });
  const deltas = fault?.kind === 'empty' ? [] : deltasOf(answer, context.profile);
  const until =
    fault !== undefined && fault.kind !== 'empty' && fault.kind !== 'status' ? (fault.after ?? 0) : deltas.length;
  for (const delta of deltas.slice(0, until)) await chunk(delta);
  const usage = booked(answer, context);
  if (fault !== undefined && fault.kind !== 'empty') return breakOff(response, fault, write);
  if (context.profile.hasNoFinish !== true) await chunk({}, finishOf(answer, context.profile));
  if (context.body.stream_options?.include_usage === true && context.profile.streamOptions === 'yes')
    await write(JSON.stringify({ ...head(context, 'chat.completion.chunk'), choices: [], usage }));
  await write('[DONE]');
  response.end();
}

async function breakOff(
  response: ServerResponse,
  fault: ChatFault,
  write: (data: string) => Promise<void>,
): Promise<void> {
  switch (fault.kind) {
    case 'reset':
    case 'stall':
      return holdOrReset(response, fault.kind);
    case 'malformed':
      await write('{"choices":[{"delta":{"content":"brok');
      break;
    case 'error':
      await write(
        JSON.stringify({
          error: { message: fault.message, type: fault.type ?? 'server_error', code: fault.code ?? null },
        }),
      );
      break;
    case 'cut':
    case 'status':
    case 'empty':
      break;
  }
  response.end();
}
