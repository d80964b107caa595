import type { RecordedRequest } from './recordedRequest';

/**
 * Fault of a request:
 * - `status`: an error instead of an answer; the type follows from the status unless given, `errorCode` is the finer
 *   code of `error.details`, `body` replaces the whole body (an edge's HTML, for example).
 * - `reset`: the connection breaks: before any data, after the headers, or in the middle of the answer.
 * - `stall`: no more data comes, until the client leaves or the server closes.
 * - `malformed`: `json`: an event whose data is not JSON; `event`: an event of JSON in the wrong form; `truncated`: the
 *   end comes in the middle of an event. Without a stream: a body that is not JSON, no model, or half of one.
 * - `errorEvent`: an error in the middle of the stream, after which the API ends it.
 * - `empty`: a complete answer without content.
 * - `endWithoutStop`: the stream ends cleanly before it states a reason.
 */
export type Fault =
  | {
      status: number;
      retryAfter?: number | string;
      errorType?: string;
      errorCode?: string;
      message?: string;
      body?: string;
    }
  | { reset: 'before' | 'after-headers' | 'mid-stream' }
  | { stall: 'before-headers' | 'after-headers' | 'after-first-token' }
  | { malformed: 'json' | 'event' | 'truncated' }
  | { errorEvent: 'overloaded_error' | 'api_error' | 'rate_limit_error' }
  | { empty: true }
  | { endWithoutStop: true };

/** Called for every request with any path; `n` counts earlier requests of the same path. */
export type FaultScript = (request: RecordedRequest, n: number) => Fault | undefined;

/** A piece to send, or a step between pieces. */
export type Step =
  | string
  | { until: Promise<unknown> | (() => Promise<unknown> | undefined) }
  | { ending: 'stall' | 'reset' };

const reset: Step = { ending: 'reset' };
const stall: Step = { ending: 'stall' };

const isDelta = (frame: string): boolean => frame.startsWith('event: content_block_delta');

/** Frames up to and including the first delta; for a message without one, those before its end. */
const untilFirst = (frames: readonly string[]): number => {
  const first = frames.findIndex(isDelta);
  return first < 0 ? Math.min(2, frames.length) : first + 1;
};

const untilMiddle = (frames: readonly string[]): number => {
  const deltas = frames.flatMap((frame, index) => (isDelta(frame) ? [index] : []));
  return (deltas[Math.floor((deltas.length - 1) / 2)] ?? untilFirst(frames) - 1) + 1;
};

const errorFrame = (type: string): string =>
  `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message: type === 'overloaded_error' ? 'Overloaded' : 'Internal server error' } })}\n\n`;

const broken = {
  json: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_de\n\n',
  event: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0}\n\n',
};

/** The frames of a stream, changed by the fault. */
export const streamSteps = (frames: readonly string[], fault: Fault | undefined): Step[] => {
  const [first, middle] = [untilFirst(frames), untilMiddle(frames)];
  if (fault === undefined) return [...frames];
  if ('reset' in fault) return fault.reset === 'after-headers' ? [reset] : [...frames.slice(0, middle), reset];
  if ('stall' in fault) return fault.stall === 'after-headers' ? [stall] : [...frames.slice(0, first), stall];
  if ('errorEvent' in fault) return [...frames.slice(0, middle), errorFrame(fault.errorEvent)];
  if ('endWithoutStop' in fault) return frames.slice(0, -2);
  if (!('malformed' in fault)) return [...frames];
  if (fault.malformed !== 'truncated')
    return [...frames.slice(0, middle), broken[fault.malformed], ...frames.slice(middle)];
  const cut = frames[middle] ?? '';
  return [...frames.slice(0, middle), cut.slice(0, cut.length / 2)];
};

/** A body that comes at once, changed by the fault. */
export const bodySteps = (body: string, fault: Fault | undefined): Step[] => {
  const half = body.slice(0, body.length / 2);
  if (fault === undefined) return [body];
  if ('reset' in fault) return fault.reset === 'after-headers' ? [reset] : [half, reset];
  if ('stall' in fault) return fault.stall === 'after-headers' ? [stall] : [half, stall];
  if ('endWithoutStop' in fault) return [half];
  if (!('malformed' in fault)) return [body];
  return fault.malformed === 'event' ? ['{"type":"message"}'] : fault.malformed === 'json' ? [`${half}<!>`] : [half];
};
