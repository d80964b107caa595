import type { Message } from '@anthropic-ai/sdk/resources/messages';
import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from './faults';
import type { MessagesRequest } from './requestSchema';

/** One request with its result. */
export interface RecordedRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The parsed JSON; undefined if the body was missing, invalid or too large. */
  body: unknown;
  /** The body, if it is a well-formed request for an answer. */
  request?: MessagesRequest;
  /** Arrival by the server's clock, in milliseconds. */
  at: number;
  requestId: string;
  fault?: Fault;
  /** Status; undefined until the headers are sent. */
  status?: number;
  /** Usage of the answer, even if it was not reported; undefined if the model was not reached. */
  usage?: Message['usage'];
  stopReason?: Message['stop_reason'];
  /** Type and message of the error response. */
  error?: { type: string; message: string };
  /** Whether the client left before the end of the answer; certain once `isDone` is set. */
  closedEarly: boolean;
  /** Whether the request is finished. */
  isDone: boolean;
}
