import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Step } from './faults';

/**
 * Reads a body to its end; undefined if it exceeds the limit. It is read anyway, so that the client can receive the
 * reason.
 */
export const readBody = async (request: IncomingMessage, limit: number): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks).toString('utf8');
};

/** Settles when the response is over in any way. */
export const closed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.closed || response.destroyed) resolve();
    else response.once('close', resolve);
  });

/** A response with its {@link closed} promise, made once per answer, because each one leaves a listener. */
interface Wire {
  response: ServerResponse;
  over: Promise<void>;
}

const write = async ({ response, over }: Wire, text: string): Promise<void> => {
  const written = new Promise<void>((resolve) => response.write(text, () => resolve()));
  await Promise.race([written, over]);
  // Pieces written in one turn would arrive as one.
  await nextTurn();
};

const end = async ({ response, over }: Wire, ending: 'stall' | 'reset'): Promise<void> => {
  await nextTurn();
  if (ending === 'reset') response.socket?.destroy();
  else await over;
};

/** Sends the steps; stops if the client leaves. */
export const send = async (response: ServerResponse, steps: readonly Step[]): Promise<void> => {
  const wire = { response, over: closed(response) };
  response.flushHeaders();
  for (const step of steps) {
    if (response.destroyed) return;
    if (typeof step === 'string') await write(wire, step);
    else if ('until' in step)
      await Promise.race([typeof step.until === 'function' ? step.until() : step.until, wire.over]);
    else return end(wire, step.ending);
  }
  response.end();
};
