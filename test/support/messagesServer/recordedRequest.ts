import type { Message } from '@anthropic-ai/sdk/resources/messages';
import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from './faults';
import type { MessagesRequest } from './requestSchema';

/** One request, as it came and as it went. */
export interface RecordedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The parsed JSON, whatever it is. Undefined: none came, it was no JSON, or it was too large. */
  body: unknown;
  /** The same, where it is a request for an answer that is well-formed. */
  request?: MessagesRequest;
  /** When it came, on the server's clock, in milliseconds. */
  at: number;
  requestId: string;
  fault?: Fault;
  /** Undefined until the headers are sent, and for ever when they were not. */
  status?: number;
  /** What the answer cost, as it was told or would have been told; undefined where the model was not reached. */
  usage?: Message['usage'];
  stopReason?: Message['stop_reason'];
  /** The type and message of the error that was answered. */
  error?: { type: string; message: string };
  /** The client left before the answer was through; certain once it is done. */
  closedEarly: boolean;
  /** Nothing more will happen with it. */
  isDone: boolean;
}
