import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from './listening';

export interface RawRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined without a body. */
  body: Record<string, unknown> | undefined;
  /** Settles when the client has left, or the answer is complete. */
  closed: Promise<void>;
}

export interface RawServer {
  url: string;
  /** All requests, in order. */
  requests: RawRequest[];
}

/** An HTTP server that does exactly what the test says, even if it is wrong. Closed after the test. */
export async function rawServer(
  answer: (request: RawRequest, response: ServerResponse, n: number) => void | Promise<void>,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const request: RawRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
        closed: new Promise((resolve) => response.on('close', resolve)),
      };
      requests.push(request);
      void answer(request, response, requests.length - 1);
    });
  });
  const { url, close } = await listening(server);
  onTestFinished(close);
  return { url, requests };
}
